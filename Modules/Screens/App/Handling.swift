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
  /// The commands of fronts that wait until what is handled is done.
  private var waiting: [() -> Void] = []
  /// Runs when nothing is handled any more.
  var onEnd: () -> Void = {}

  /// Whether something is handled.
  var isActive: Bool { depth > 0 }

  func begin() { depth += 1 }

  func end() {
    depth -= 1
    guard depth == 0 else { return }
    while !waiting.isEmpty {
      let commands = waiting
      waiting = []
      depth += 1
      for command in commands { command() }
      depth -= 1
    }
    onEnd()
  }

  /// Handles something that concerns an instance.
  func run<Result>(for instance: String? = nil, _ body: () throws -> Result) rethrows -> Result {
    let outer = self.instance
    if let instance { self.instance = instance }
    begin()
    defer {
      self.instance = outer
      end()
    }
    return try body()
  }

  /// Performs a command when nothing is handled any more: a replay performs one command after the other, and could not repeat
  /// one in the middle of something else.
  func perform(_ command: @escaping () -> Void) {
    if isActive { waiting.append(command) } else { command() }
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
