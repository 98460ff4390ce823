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
  /// How long the screen lasts that asks; `nil` for none.
  let lifetime: Lifetime?
  let upstream: AnyPublisher<Output, ServiceError>
  /// Whether an element is the only answer, which no failure follows.
  let isAnswer: (Output) -> Bool

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == ServiceError {
    let subscription = AccountBoundSubscription(session, subscriber, isAnswer)
    if let reason = session.insert(subscription, for: lifetime) {
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
    var isAnswered = false
    /// How many calls of downstream go on. It is not told of an end meanwhile.
    var callCount = 0
    /// The end of the account, while downstream cannot be told of it.
    var end: Subscribers.Completion<ServiceError>?

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

  // MARK: - From the session

  func end(_ reason: ServiceError) {
    let old = state.withLockUnchecked { state -> State in
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
    // Downstream gets its subscription in any case, also after the end of the account.
    let downstream = state.withLockUnchecked { state -> Downstream? in
      guard state.upstream == nil, let downstream = state.downstream else { return nil }
      state.upstream = subscription
      state.callCount += 1
      return downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
    endCall()
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let isAnswer = isAnswer(input)
    let downstream = state.withLockUnchecked { state -> Downstream? in
      // What is on its way after the end of the account is dropped.
      guard state.end == nil, let downstream = state.downstream else { return nil }
      if isAnswer { state.isAnswered = true }
      state.callCount += 1
      return downstream
    }
    guard let downstream else { return .none }
    let demand = downstream.receive(input)
    return endCall() ? .none : demand
  }

  /// Ends a call of downstream, and tells it of an end of the account that came meanwhile.
  ///
  /// - Returns: whether the account has ended.
  @discardableResult private func endCall() -> Bool {
    let old = state.withLockUnchecked { state -> State? in
      guard state.downstream != nil else { return nil }
      state.callCount -= 1
      return state.end != nil && state.callCount == 0 ? state.takeAll() : nil
    }
    guard let old, let end = old.end else { return false }
    old.upstream?.cancel()
    old.downstream?.receive(completion: end)
    return true
  }

  func receive(completion: Subscribers.Completion<ServiceError>) {
    let old = state.withLockUnchecked { $0.takeAll() }
    session.remove(self)
    old.downstream?.receive(completion: old.end ?? completion)
  }

  // MARK: - From downstream

  func request(_ demand: Subscribers.Demand) {
    state.withLockUnchecked { $0.upstream }?.request(demand)
  }

  func cancel() {
    let old = state.withLockUnchecked { $0.takeAll() }
    if old.downstream != nil { session.remove(self) }
    old.upstream?.cancel()
  }
}
