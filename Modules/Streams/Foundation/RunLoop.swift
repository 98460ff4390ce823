#if canImport(Foundation)
  import Dispatch
  import Foundation
  import Synchronization

  extension RunLoop: Scheduler {
    /// A point in the time of a run loop, which is calendar time.
    ///
    /// ```swift
    /// let soon = RunLoop.SchedulerTimeType(Date()).advanced(by: .milliseconds(250))
    /// ```
    public struct SchedulerTimeType: SchedulerDate {
      /// A time interval in seconds.
      ///
      /// ```swift
      /// let stride: RunLoop.SchedulerTimeType.Stride = .milliseconds(250)
      /// print(stride.magnitude)  // 0.25
      /// ```
      public struct Stride: TimeIntervalStride {
        /// The interval in seconds.
        public var magnitude: TimeInterval

        /// Creates a stride from an interval in seconds.
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
      }

      /// The point as a date.
      public var date: Date

      /// Creates a point in time.
      public init(_ date: Date) { self.date = date }
    }

    /// Options of a run loop. There are none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs an action in the next turn of the loop, in all common modes. Any thread may call it.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = UnsafeTransfer(action)
      perform(inModes: [.common]) { action.value() }
      wakeUp()
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      let action = UnsafeTransfer(action)
      let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action.value() }
      timer.tolerance = max(0, tolerance.magnitude)
      add(timer, forMode: .common)
    }

    /// Runs an action at a date, and repeats it at an interval of at least a tenth of a millisecond until it is cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = UnsafeTransfer(action)
      let interval = max(Timer.shortestInterval, interval.magnitude)
      let timer = Timer(fire: date.date, interval: interval, repeats: true) { _ in action.value() }
      timer.tolerance = max(0, tolerance.magnitude)
      add(timer, forMode: .common)
      let source = UnsafeTransfer(timer)
      return AnyCancellable { source.value.invalidate() }
    }

    /// Wakes the loop, because `perform` does not.
    private func wakeUp() {
      if self === RunLoop.main {
        // NB: the main run loop also runs the main queue, where a job is cheaper than a timer. One job is enough for all
        // actions that `perform` has received before it runs.
        guard !isMainWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        DispatchQueue.main.async { isMainWaking.store(false, ordering: .releasing) }
      } else {
        // NB: also from the loop's own thread, inside of an action: the loop may sleep before it looks for actions again.
        add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in }, forMode: .common)
      }
    }
  }

  private let isMainWaking = Atomic<Bool>(false)
#endif
