#if canImport(Foundation)
  import Dispatch
  import Foundation
  import Synchronization

  extension RunLoop: Scheduler {
    /// A point in a run loop's time, which is the calendar's.
    ///
    /// ```swift
    /// let soon = RunLoop.SchedulerTimeType(Date()).advanced(by: .milliseconds(250))
    /// ```
    public struct SchedulerTimeType: SchedulerDate {
      /// A length of time in seconds and their fractions.
      ///
      /// ```swift
      /// let stride: RunLoop.SchedulerTimeType.Stride = .milliseconds(250)
      /// print(stride.magnitude)  // 0.25
      /// ```
      public struct Stride: TimeIntervalStride {
        /// The length in seconds.
        public var magnitude: TimeInterval

        /// Makes a stride of seconds.
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
      }

      /// The point as a date.
      public var date: Date

      /// Makes a point in time.
      public init(_ date: Date) { self.date = date }
    }

    /// A run loop has no options.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs work in the next turn of the loop, in all common modes; may be called from any thread.
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

    /// Runs work at a time, and again at an interval, which is at least a tenth of a millisecond, until it is cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = UnsafeTransfer(action)
      let interval = max(Timer.shortestInterval, interval.magnitude)
      let timer = Timer(fire: date.date, interval: interval, repeats: true) { _ in action.value() }
      timer.tolerance = max(0, tolerance.magnitude)
      add(timer, forMode: .common)
      let handed = UnsafeTransfer(timer)
      return AnyCancellable { handed.value.invalidate() }
    }

    /// Ends the loop's sleep, because `perform` alone does not.
    private func wakeUp() {
      if self === RunLoop.main {
        // NB: the main run loop serves the main queue, and a job there is cheaper than a timer. One is enough for all that
        // has been given to `perform` before it runs.
        guard !isMainWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        DispatchQueue.main.async { isMainWaking.store(false, ordering: .releasing) }
      } else if self !== RunLoop.current {
        add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in }, forMode: .common)
      }
    }
  }

  private let isMainWaking = Atomic<Bool>(false)
#endif
