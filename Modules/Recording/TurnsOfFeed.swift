import Requests
import Streams

/// A feed whose every event, and its end, is delivered in a turn of its own of a session that is recorded.
struct TurnsOfFeed<Upstream: Publisher, Input: Sendable, Element: Sendable>: Publisher
where Upstream.Output == FeedEvent<Element>, Upstream.Failure == ServiceError {
  typealias Output = FeedEvent<Element>
  typealias Failure = ServiceError

  /// Publishes on the main actor.
  let upstream: Upstream
  let feed: ServiceFeed<Input, Element>
  let recorder: Recorder

  // Passes the subscription on, so that what is requested and cancelled goes upstream as it is.
  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let (feed, recorder, request) = (feed, recorder, recorder.requests.next())
    var count = 0
    func turn<Result>(_ signal: FeedSignal<Element>, _ deliver: () -> Result) -> Result {
      count += 1
      let id = AnswerID(request: request, event: count)
      MainActor.assumeIsolated { recorder.beginFeedEvent(signal, of: feed, id) }
      defer { MainActor.assumeIsolated { recorder.endTurn() } }
      return deliver()
    }
    upstream.subscribe(
      AnySubscriber<Output, Failure>(
        receiveSubscription: { subscriber.receive(subscription: $0) },
        receiveValue: { event in turn(.event(event)) { subscriber.receive(event) } },
        receiveCompletion: { completion in turn(.completion(completion)) { subscriber.receive(completion: completion) }
        }))
  }
}
