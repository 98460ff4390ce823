#if canImport(Foundation)
  import Dispatch
  import Foundation

  extension OperationQueue: Scheduler {
    /// A point in the time of an operation queue, which is calendar time.
    ///
    /// ```swift
    /// let soon = OperationQueue.SchedulerTimeType(Date()).advanced(by: .milliseconds(250))
    /// ```
    public struct SchedulerTimeType: SchedulerDate {
      /// A time interval in seconds.
      ///
      /// ```swift
      /// let stride: OperationQueue.SchedulerTimeType.Stride = .milliseconds(250)
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

    /// Options of an operation queue. There are none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs an action as an operation. A queue that runs several operations at a time keeps no order among them;
    /// `receive(on:)` does.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = UnsafeTransfer(action)
      addOperation { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      let action = UnsafeTransfer(action)
      let operation = BlockOperation { action.value() }
      // The operation is in the queue at once, and ready when the one that it depends on has run, which no queue knows.
      let due = BlockOperation()
      operation.addDependency(due)
      addOperation(operation)
      let start = UnsafeTransfer(due)
      DispatchQueue.global().asyncAfter(wallDeadline: .now() + date.date.timeIntervalSinceNow) { start.value.start() }
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = UnsafeTransfer(action)
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(
        wallDeadline: .now() + date.date.timeIntervalSinceNow,
        repeating: .nanoseconds(max(1, Int(clamping: interval.magnitude * 1e9))),
        leeway: .nanoseconds(Int(clamping: max(0, tolerance.magnitude) * 1e9)))
      let source = UnsafeTransfer(timer)
      // Checked again because the timer may be cancelled while the operation waits.
      timer.setEventHandler { self.addOperation { if !source.value.isCancelled { action.value() } } }
      timer.resume()
      return AnyCancellable { source.value.cancel() }
    }
  }
#endif
