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

  func receive<S: Subscriber<Output, ServiceError>>(subscriber: S) {
    let subscription = SideInputSubscription(ErasedSubscriber<Output, ServiceError>(subscriber), of: Self.self)
    // Both closures run one at a time.
    var isAnswered = false
    subscription.subscribe(
      other: session.ends, .unlimited,
      value: { reason in
        subscription.end(with: isAnswered ? .finished : Subscribers.Completion<ServiceError>.failure(reason))
      })
    // NB: it listens to the end before it looks whether there was one, so that none comes in between, on another thread.
    let upstream = session.refusal(for: lifetime).map { Fail(error: $0).eraseToAnyPublisher() } ?? upstream
    subscription.subscribe(to: upstream) { [isAnswer] output -> Decision<Output> in
      if isAnswer(copy output) { isAnswered = true }
      return .forward
    }
  }
}
