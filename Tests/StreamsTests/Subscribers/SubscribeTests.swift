import Streams
import StreamsTesting
import Testing

/// `subscribe` connects a publisher and a subscriber, and puts nothing between them.
@Suite struct SubscribeTests {
  /// A subscription with an API of its own, which a subscriber of the same library casts to.
  private final class Ticket: Subscription {
    var note = ""
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  private struct TicketPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never
    let ticket = Ticket()
    func receive<S: Subscriber<Int, Never>>(subscriber: S) { subscriber.receive(subscription: ticket) }
  }

  /// A stub that sends values and an end without a subscription.
  private struct Stub: Publisher {
    typealias Output = Int
    typealias Failure = Oops
    let end: Subscribers.Completion<Oops>
    func receive<S: Subscriber<Int, Oops>>(subscriber: S) {
      _ = subscriber.receive(1)
      _ = subscriber.receive(2)
      subscriber.receive(completion: end)
    }
  }

  @Test func `the subscriber gets the publisher's own subscription`() {
    let publisher = TicketPublisher()
    var received: [any Subscription] = []
    publisher.subscribe(AnySubscriber(receiveSubscription: { received.append($0) }))
    publisher.map { $0 + 1 }.eraseToAnyPublisher()
      .subscribe(AnySubscriber(receiveSubscription: { received.append($0) }))
    #expect(received.map { $0 as? Ticket === publisher.ticket } == [true, true])
    #expect(Set(received.map(\.combineIdentifier)) == [publisher.ticket.combineIdentifier])
  }

  @Test func `sink takes values and a failure without a subscription`() {
    var seen: [String] = []
    let cancellable = Stub(end: .failure(Oops())).map { $0 * 10 }
      .sink(receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    #expect(seen == ["10", "20", "failure(StreamsTests.Oops())"])
    cancellable.cancel()
  }

  @Test func `a Sink fed by hand takes values and a completion`() {
    var seen: [String] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    #expect(sink.receive(1) == .none)
    sink.receive(completion: .finished)
    _ = sink.receive(2)
    sink.receive(completion: .finished)
    #expect(seen == ["1", "finished"])
  }

  @Test func `a cancelled Sink takes nothing`() {
    var seen: [String] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    sink.cancel()
    _ = sink.receive(1)
    sink.receive(completion: .finished)
    #expect(seen == [])
  }

  @Test func `a subscription that comes after a cancel is cancelled`() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink.cancel()
    let probe = ProbePublisher<Int, Never>()
    probe.subscribe(sink)
    #expect(probe.events.contains(.cancel))
  }
}
