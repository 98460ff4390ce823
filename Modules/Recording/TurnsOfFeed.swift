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

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let request = recorder.requests.next()
    upstream.subscribe(TurnSubscriber(downstream: subscriber, feed: feed, request: request, recorder: recorder))
  }

  /// Passes the subscription on, so that what is requested and cancelled goes upstream as it is.
  private final class TurnSubscriber<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Output, Downstream.Failure == ServiceError {
    private let downstream: Downstream
    private let feed: ServiceFeed<Input, Element>
    private let request: Int
    private let recorder: Recorder
    private var count = 0

    init(downstream: Downstream, feed: ServiceFeed<Input, Element>, request: Int, recorder: Recorder) {
      self.downstream = downstream
      self.feed = feed
      self.request = request
      self.recorder = recorder
    }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ event: FeedEvent<Element>) -> Subscribers.Demand {
      begin(.event(event))
      defer { end() }
      return downstream.receive(event)
    }

    func receive(completion: Subscribers.Completion<ServiceError>) {
      begin(.completion(completion))
      downstream.receive(completion: completion)
      end()
    }

    private func begin(_ signal: FeedSignal<Element>) {
      count += 1
      let id = AnswerID(request: request, event: count)
      MainActor.assumeIsolated { [recorder, feed] in recorder.beginFeedEvent(signal, of: feed, id) }
    }

    private func end() { MainActor.assumeIsolated { [recorder] in recorder.endTurn() } }
  }
}
