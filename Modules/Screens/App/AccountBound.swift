import Locking
import Requests
import Streams

/// What is asked for an account: a request, a transfer or a feed, which ends with the account.
///
/// - Demand: As requested.
/// - Completion, failure: Those of upstream; with the reason as soon as the account ends. What is on its way is dropped.
/// - Cancellation: Cancels upstream.
struct AccountBound<Output>: Publisher {
  typealias Failure = ServiceError

  let session: AccountSession
  let upstream: AnyPublisher<Output, ServiceError>
  /// Whether an element is the only answer, which no failure follows.
  let isAnswer: (Output) -> Bool

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == ServiceError {
    let subscription = AccountBoundSubscription(session, subscriber, isAnswer)
    if let reason = subscription.start() {
      Fail(error: reason).receive(subscriber: subscriber)
    } else {
      upstream.subscribe(subscription)
    }
  }
}

private final class AccountBoundSubscription<Downstream: Subscriber>: EndsWithAccount, Subscriber, Subscription
where Downstream.Failure == ServiceError {
  typealias Input = Downstream.Input
  typealias Failure = ServiceError

  private struct State {
    /// `nil` after the end or a cancellation.
    var downstream: Downstream?
    /// `nil` before the subscription, after the end and after a cancellation.
    var upstream: (any Subscription)?
    var isSubscribed = false
    var isAnswered = false
    /// How many calls of downstream go on. It is not told of an end meanwhile.
    var callCount = 0
    /// The end of the account, while downstream cannot be told of it.
    var end: Subscribers.Completion<ServiceError>?
    /// The session's number for the subscription.
    var number: UInt64?

    mutating func takeAll() -> State {
      let old = self
      self = State()
      return old
    }
  }

  private let session: AccountSession
  private let isAnswer: (Input) -> Bool
  private let state: LockedValue<State>

  init(_ session: AccountSession, _ downstream: Downstream, _ isAnswer: @escaping (Input) -> Bool) {
    self.session = session
    self.isAnswer = isAnswer
    state = LockedValue(unchecked: State(downstream: downstream))
  }

  /// Has the session end the subscription with the account.
  ///
  /// - Returns: why nothing is asked any more, while the account ends.
  func start() -> ServiceError? {
    switch session.insert(self) {
    case .success(let number):
      state.withLockUnchecked { $0.number = number }
      return nil
    case .failure(let reason): return reason
    }
  }

  // MARK: - From the session

  func end(_ reason: ServiceError) {
    let old = state.withLockUnchecked { state -> State in
      state.number = nil
      let end: Subscribers.Completion<ServiceError> = state.isAnswered ? .finished : .failure(reason)
      guard state.upstream != nil, state.callCount == 0 else {
        state.end = end
        return State(upstream: state.upstream)
      }
      var old = state.takeAll()
      old.end = end
      return old
    }
    old.upstream?.cancel()
    if let end = old.end { old.downstream?.receive(completion: end) }
  }

  // MARK: - From upstream

  func receive(subscription: any Subscription) {
    let isFirst = state.withLockUnchecked { state in
      guard state.downstream != nil, state.upstream == nil else { return false }
      state.upstream = subscription
      return true
    }
    guard isFirst else { return subscription.cancel() }
    _ = call { downstream in
      downstream.receive(subscription: self)
      return .none
    }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let isAnswer = isAnswer(input)
    return call(isAnswer: isAnswer) { $0.receive(input) }
  }

  /// Calls downstream, and tells it of an end of the account that came meanwhile.
  private func call(isAnswer: Bool = false, _ body: (Downstream) -> Subscribers.Demand) -> Subscribers.Demand {
    let downstream = state.withLockUnchecked { state -> Downstream? in
      // What is on its way after the end of the account is dropped, but downstream gets its subscription in any case.
      guard let downstream = state.downstream, state.end == nil || !state.isSubscribed else { return nil }
      state.isSubscribed = true
      if isAnswer { state.isAnswered = true }
      state.callCount += 1
      return downstream
    }
    guard let downstream else { return .none }
    let demand = body(downstream)
    let old = state.withLockUnchecked { state -> State? in
      guard state.downstream != nil else { return nil }
      state.callCount -= 1
      return state.end != nil && state.callCount == 0 ? state.takeAll() : nil
    }
    guard let old, let end = old.end else { return demand }
    old.upstream?.cancel()
    old.downstream?.receive(completion: end)
    return .none
  }

  func receive(completion: Subscribers.Completion<ServiceError>) {
    let old = state.withLockUnchecked { $0.takeAll() }
    old.number.map(session.remove)
    old.downstream?.receive(completion: old.end ?? completion)
  }

  // MARK: - From downstream

  func request(_ demand: Subscribers.Demand) {
    state.withLockUnchecked { $0.upstream }?.request(demand)
  }

  func cancel() {
    let old = state.withLockUnchecked { $0.takeAll() }
    old.number.map(session.remove)
    old.upstream?.cancel()
  }
}
