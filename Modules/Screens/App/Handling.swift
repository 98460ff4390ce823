import Dispatch
import Streams
import StreamsExtras

/// What an app handles at the moment: commands, answers, and jobs of its main scheduler. An event that a view model's
/// `eventSubject` receives meanwhile is a consequence of that.
///
/// Sendable because it is used on the main queue only.
final class Handling: @unchecked Sendable {
  private var depth = 0
  /// The instance whose command is handled.
  private var instance: String?

  /// Whether something is handled.
  var isActive: Bool { depth > 0 }

  func begin() { depth += 1 }
  func end() { depth -= 1 }

  /// Handles something that concerns an instance.
  func run<Result>(for instance: String? = nil, _ body: () throws -> Result) rethrows -> Result {
    let outer = self.instance
    depth += 1
    if let instance { self.instance = instance }
    defer {
      depth -= 1
      self.instance = outer
    }
    return try body()
  }

  /// The cause of an event that an instance receives by its view model's `eventSubject`.
  func cause(for instance: String) -> AppReport.Cause {
    isActive ? .instance(self.instance ?? instance) : .front
  }
}

/// A main scheduler whose jobs are handled by an app.
struct HandlingScheduler: Scheduler {
  let base: AnySchedulerOf<DispatchQueue>
  let handling: Handling

  var now: DispatchQueue.SchedulerTimeType { base.now }
  var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, handled(action))
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, tolerance: DispatchQueue.SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, handled(action))
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride, options: DispatchQueue.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, handled(action))
  }

  private func handled(_ action: @escaping () -> Void) -> () -> Void {
    // An immediate scheduler runs its work on any thread.
    { [handling] in if isMainQueue { handling.run(action) } else { action() } }
  }
}
