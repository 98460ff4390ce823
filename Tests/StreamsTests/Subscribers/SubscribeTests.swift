import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct SubscribeTests {
  /// A subscription with further API, to which a subscriber of the same library casts it.
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

  @Test func `the subscriber gets the publisher's own subscription`() {
    let publisher = TicketPublisher()
    var received: [any Subscription] = []
    publisher.subscribe(AnySubscriber(receiveSubscription: { received.append($0) }))
    publisher.map { $0 + 1 }.eraseToAnyPublisher()
      .subscribe(AnySubscriber(receiveSubscription: { received.append($0) }))
    expectEqual(received.map { $0 as? Ticket === publisher.ticket }, [true, true])
    expectEqual(Set(received.map(\.combineIdentifier)), [publisher.ticket.combineIdentifier])
  }

  @Test func `subscribing a subject forwards values and completion`() {
    let probe = ProbePublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let cancellable = probe.subscribe(subject)
    probe.send(1)
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: PassthroughSubject", "value: 1", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    cancellable.cancel()
  }
}
