import Locking
import Streams

/// A publisher of one answer that takes work: the work starts at the subscriber's first demand, once for each
/// subscriber, and ends with the subscription.
///
/// Publishes one value and finishes, or fails, on whatever thread the answer comes from. The first answer counts.
struct Work<Output: Sendable>: Publisher, Sendable {
  typealias Failure = ServiceError
  /// Takes the answer, from any thread.
  typealias Finish = @Sendable (Result<Output, ServiceError>) -> Void
  /// Gives back what the work holds; called exactly once, when it was answered or cancelled.
  typealias CleanUp = @Sendable () -> Void

  private let start: @Sendable (@escaping Finish) -> CleanUp

  /// - Parameter start: starts the work for one subscriber.
  init(_ start: @escaping @Sendable (_ finish: @escaping Finish) -> CleanUp) {
    self.start = start
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == ServiceError {
    let handed = HandedSubscriber<Output>(
      value: { _ = subscriber.receive($0) }, completion: { subscriber.receive(completion: $0) })
    subscriber.receive(subscription: WorkSubscription(start, handed))
  }
}

/// Carries the subscriber from the thread that subscribed to the one that answers.
///
/// Sendable because whoever takes it out of the subscription's state, under the lock, is the only one to call it.
private struct HandedSubscriber<Output>: @unchecked Sendable {
  let value: (Output) -> Void
  let completion: (Subscribers.Completion<ServiceError>) -> Void
}

/// One subscriber's work.
private final class WorkSubscription<Output: Sendable>: Subscription, CustomStringConvertible, CustomReflectable,
  Sendable
{
  private enum State {
    case waiting(HandedSubscriber<Output>)
    case starting(HandedSubscriber<Output>)
    case running(HandedSubscriber<Output>, cleanUp: Work<Output>.CleanUp)
    /// The value is on its way down; the completion follows, unless the subscriber cancels on the value.
    case delivering
    case ended
  }

  private let start: @Sendable (@escaping Work<Output>.Finish) -> Work<Output>.CleanUp
  private let state: LockedValue<State>

  init(
    _ start: @escaping @Sendable (@escaping Work<Output>.Finish) -> Work<Output>.CleanUp,
    _ downstream: HandedSubscriber<Output>
  ) {
    self.start = start
    state = LockedValue(.waiting(downstream))
  }

  // NB: what runs is nobody's business: a mirror would show the request, and perhaps a secret in it.
  var description: String { "Work" }
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber asks for at least one value.")
    let isFirst = state.withLock { state in
      guard case .waiting(let downstream) = state else { return false }
      state = .starting(downstream)
      return true
    }
    guard isFirst else { return }
    let cleanUp = start { [self] result in finish(result) }
    let isRunning = state.withLock { state in
      guard case .starting(let downstream) = state else { return false }
      state = .running(downstream, cleanUp: cleanUp)
      return true
    }
    if !isRunning { cleanUp() }
  }

  func cancel() {
    end()?.cleanUp?()
  }

  private func finish(_ result: Result<Output, ServiceError>) {
    guard let (downstream, cleanUp) = end(with: .delivering) else { return }
    cleanUp?()
    switch result {
    case .success(let value):
      downstream.value(value)
      if complete() { downstream.completion(.finished) }
    case .failure(let error):
      if complete() { downstream.completion(.failure(error)) }
    }
  }

  /// Leaves the states in which an answer is awaited, for another; `nil` if they were left before.
  private func end(with next: State = .ended) -> (downstream: HandedSubscriber<Output>, cleanUp: Work<Output>.CleanUp?)?
  {
    state.withLock { state in
      defer { if case .ended = next { state = .ended } }
      switch state {
      case .waiting(let downstream), .starting(let downstream):
        state = next
        return (downstream, nil)
      case .running(let downstream, let cleanUp):
        state = next
        return (downstream, cleanUp)
      case .delivering, .ended:
        return nil
      }
    }
  }

  /// Whether the subscriber still wants the completion.
  private func complete() -> Bool {
    state.withLock { state in
      guard case .delivering = state else { return false }
      state = .ended
      return true
    }
  }
}

/// Calls once after a time, unless it is cancelled before by what it returns.
func alarm<S: Scheduler & Sendable>(
  after milliseconds: Int, on scheduler: S, _ action: @escaping @Sendable () -> Void
) -> @Sendable () -> Void {
  let interval = S.SchedulerTimeType.Stride.milliseconds(milliseconds)
  // NB: only the repeating kind of scheduling can be cancelled; whoever hears of it cancels it.
  let alarm = AnyCancellable(
    scheduler.schedule(after: scheduler.now.advanced(by: interval), interval: interval) { action() })
  return { alarm.cancel() }
}
