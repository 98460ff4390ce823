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
      addOperation(readyAt: date.date) { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = UnsafeTransfer(action)
      let repetition = Repetition(
        of: { action.value() }, in: self, interval: max(Self.shortestInterval, interval.magnitude))
      repetition.addNext(at: date.date)
      return AnyCancellable { repetition.cancel() }
    }

    /// The shortest time between two runs of a repeated action, in seconds: dates are not more exact.
    fileprivate static var shortestInterval: TimeInterval { 1e-6 }

    /// Adds an operation that becomes ready at a date. Until then it is in the queue, which other operations pass.
    ///
    /// - Returns: What the operation waits for.
    @discardableResult
    fileprivate func addOperation(readyAt date: Date, _ block: @escaping @Sendable () -> Void) -> DueTime {
      let operation = BlockOperation(block: block)
      let due = DueTime(of: operation)
      addOperation(operation)
      DispatchQueue.global().asyncAfter(wallDeadline: .now() + date.timeIntervalSinceNow) { due.arrive() }
      return due
    }
  }

  /// Holds an operation back until its time: the operation depends on another, which no queue knows.
  private final class DueTime: Sendable {
    private let dependency: Locked<BlockOperation?>

    init(of operation: BlockOperation) {
      let dependency = BlockOperation()
      operation.addDependency(dependency)
      self.dependency = Locked(dependency)
    }

    /// Makes the operation ready, if it is not.
    func arrive() { dependency.exchange(nil)?.start() }
  }

  /// An action that runs at an interval, one operation after the other. The next operation is in the queue before it is due.
  ///
  /// Sendable because the closure is called by one operation at a time, and everything that changes is locked.
  private final class Repetition: @unchecked Sendable {
    private let action: () -> Void
    private let queue: OperationQueue
    private let interval: TimeInterval
    private let state = Locked(State.idle)

    private enum State {
      case idle
      /// An operation is in the queue, or runs.
      case waiting(DueTime)
      case cancelled
    }

    init(of action: @escaping () -> Void, in queue: OperationQueue, interval: TimeInterval) {
      self.action = action
      self.queue = queue
      self.interval = interval
    }

    func addNext(at date: Date) {
      let next = queue.addOperation(readyAt: date) { [self] in
        guard !isCancelled else { return }
        action()
        guard !isCancelled else { return }
        // Dates that have passed meanwhile are left out.
        let missed = max(0, (-date.timeIntervalSinceNow / interval).rounded(.down))
        addNext(at: date.addingTimeInterval((missed + 1) * interval))
      }
      let wasCancelled = state.withLock { state in
        if case .cancelled = state { return true }
        state = .waiting(next)
        return false
      }
      if wasCancelled { next.arrive() }
    }

    private var isCancelled: Bool {
      state.withLock { state in
        if case .cancelled = state { return true }
        return false
      }
    }

    /// The operation that waits becomes ready, so that it leaves the queue, and does nothing.
    func cancel() {
      let old = state.exchange(.cancelled)
      if case .waiting(let next) = old { next.arrive() }
    }
  }
#endif
