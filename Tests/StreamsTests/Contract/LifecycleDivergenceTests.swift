import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

extension DivergencesTests {
  /// Combine forwards much of it.
  @Test func `nothing passes after the end`() {
    let upstream = StubPublisher<Int, Never>()
    let text = TextLog()
    var handled: [Int] = []
    let recorder = upstream.print(to: text).handleEvents(receiveOutput: { handled.append($0) }).tryMap { $0 }.record()
    upstream.send(subscription: Subscriptions.empty)
    upstream.send(completion: .finished)
    let lines = text.lines
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: TryMap", "finished"])
    expectEqual(text.lines, lines)
    expectEqual(handled, [])
  }

  /// Combine forwards much of it.
  @Test func `nothing passes after a cancel`() {
    let upstream = StubPublisher<Int, Never>()
    let text = TextLog()
    let recorder = upstream.print(to: text).tryMap { $0 }.record()
    upstream.send(subscription: Subscriptions.empty)
    recorder.cancel()
    let lines = text.lines
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: TryMap"])
    expectEqual(text.lines, lines)
  }

  /// Combine's order is another one beside an upstream that completes inside its subscription.
  @Test func `append sends the subscription when the first upstream has`() {
    var events: [String] = []
    func logged(_ publisher: some Publisher<Int, Never>, _ name: String) -> some Publisher<Int, Never> {
      publisher.handleEvents(
        receiveSubscription: { _ in events.append("\(name) subscribes") },
        receiveOutput: { events.append("\(name) \($0)") },
        receiveCompletion: { _ in events.append("\(name) ends") })
    }
    let first = logged(Empty<Int, Never>(), "first")
    let recorder = logged(first.append(logged(Just(1), "second")), "both").record()
    expectEqual(
      events,
      [
        "first subscribes", "both subscribes", "first ends", "second subscribes", "second 1", "both 1", "second ends",
        "both ends",
      ])
    recorder.cancel()
  }

  /// Combine keeps a cycle of subscriber and subscription.
  @Test func `a subscriber that keeps its subscription is released at the end`() {
    final class Keeper: Subscriber {
      typealias Input = Int
      typealias Failure = any Error

      private var subscription: (any Subscription)?

      func receive(subscription: any Subscription) { self.subscription = subscription }
      func receive(_ input: Int) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<any Error>) {}
    }
    let subject = PassthroughSubject<Int, Never>()
    weak var keeper: Keeper?
    do {
      let new = Keeper()
      keeper = new
      subject.tryMap { $0 }.subscribe(new)
    }
    #expect(keeper != nil)
    subject.send(completion: .finished)
    #expect(keeper == nil)
  }

  @Test func `a waiting job delivers to a sink that nothing else keeps`() {
    let scheduler = TestScheduler()
    var values: [Int] = []
    Just(1).delay(for: 1, scheduler: scheduler).subscribe(
      Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) }))
    scheduler.run()
    expectEqual(values, [1])
  }

  /// Combine shows it.
  @Test func `print and handleEvents do not show a second subscription`() {
    let upstream = StubPublisher<Int, Never>()
    let text = TextLog()
    var handled = 0
    let recorder = upstream.print(to: text).handleEvents(receiveSubscription: { _ in handled += 1 }).record(
      demand: .none)
    upstream.send(subscription: Subscriptions.empty)
    let second = LoggedSubscription()
    upstream.send(subscription: second)
    expectEqual(second.events, ["cancel"])
    expectEqual(text.lines, ["receive subscription: (Empty)"])
    expectEqual(handled, 1)
    recorder.cancel()
  }

  /// Combine drops it.
  @Test func `a completion passes without a subscription`() {
    func history<P: Publisher>(
      _ completion: Subscribers.Completion<Oops>, _ make: (StubPublisher<Int, Oops>) -> P
    ) -> [String] {
      let stub = StubPublisher<Int, Oops>()
      let recorder = make(stub).record()
      stub.send(completion: completion)
      return recorder.history
    }
    expectEqual(history(.finished) { $0.append(1) }, ["subscription: Concatenate", "value: 1", "finished"])
    expectEqual(
      history(.finished) { $0.replaceEmpty(with: 1) }, ["subscription: ReplaceEmpty", "value: 1", "finished"])
    let error = Subscribers.Completion.failure(Oops())
    expectEqual(history(error) { $0.catch { _ in Just(1) } }, ["subscription: Catch", "value: 1", "finished"])
    expectEqual(history(error) { $0.tryCatch { _ in Just(1) } }, ["subscription: TryCatch", "value: 1", "finished"])
    expectEqual(history(error) { $0.replaceError(with: 1) }, ["subscription: ReplaceError", "value: 1", "finished"])
  }

  /// Combine drops it in `removeDuplicates`.
  @Test func `a value passes without a subscription`() {
    let stub = StubPublisher<Int, Never>()
    let recorder = stub.removeDuplicates().record()
    stub.send(1)
    expectEqual(recorder.values, [1])
  }

  /// Combine's subscription describes itself otherwise.
  @Test func `a subscription keeps its name after its subject's end`() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = SubscriptionKeeper()
    subscriber.attach(to: subject)
    subject.send(completion: .finished)
    expectEqual(subscriber.subscription.map { "\($0)" }, "PassthroughSubject")
  }

  /// Combine stops the program.
  @Test func `misuse that Combine stops at has a defined outcome`() throws {
    // Elements that were not requested.
    func unrequested<P: Publisher>(_ make: (StubPublisher<Int, Oops>) -> P) -> [String] {
      let stub = StubPublisher<Int, Oops>()
      let recorder = make(stub).record(demand: .none)
      stub.send(subscription: Subscriptions.empty)
      stub.send(1)
      stub.send(completion: .finished)
      return Array(recorder.history.dropFirst())
    }
    expectEqual(unrequested { $0.catch { _ in Just(2) } }.last, "finished")
    expectEqual(unrequested { $0.retry(1) }.last, "finished")

    let text = try JSONEncoder().encode(Record<Int, Never>.Recording(output: [1], completion: .finished))
    var recording = try JSONDecoder().decode(Record<Int, Never>.Recording.self, from: text)
    recording.receive(2)
    expectEqual(recording.output.first, 1)

    let numbers = ProbePublisher<Int, Never>()
    let timeout = numbers.timeout(1, scheduler: ImmediateScheduler.shared).record()
    #expect(timeout.history == ["subscription: Timeout", "finished"] && timeout.violations == [])
    expectEqual(numbers.events.last, .cancel)

    expectEqual(Optional(1).publisher.output(in: 1...3).record().history.last, "finished")
  }

  /// Combine sends the completion alone, which `merge`, `buffer` and others take for that of a publisher that has sent nothing.
  @Test func `prefix(untilOutputFrom:) sends a subscription before it finishes`() {
    let upstream = ProbePublisher<Int, Never>()
    let recorder = upstream.prefix(untilOutputFrom: Just(0)).record()
    expectEqual(recorder.history, ["subscription: PrefixUntilOutput", "finished"])
    expectEqual(upstream.events, [])
    expectEqual(upstream.prefix(untilOutputFrom: Just(0)).merge(with: Empty()).record().completion, .finished)
  }

  /// Combine goes on with the replacement.
  @Test func `a cancel inside the subscription to a replacement counts`() {
    let (upstream, replacement) = (ProbePublisher<Int, Oops>(), ProbePublisher<Int, Oops>())
    var cancellable: AnyCancellable?
    cancellable = upstream.catch { _ in
      Deferred {
        cancellable?.cancel()
        return replacement
      }
    }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    upstream.send(completion: .failure(Oops()))
    expectEqual(replacement.subscriberCount, 0)
  }

  /// Combine's sink goes on.
  @Test func `a cancel of a sink before its subscription counts`() {
    let probe = ProbePublisher<Int, Never>()
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink.cancel()
    probe.subscribe(sink)
    expectEqual(probe.events, [.subscribe, .cancel])
  }

  /// Combine connects twice.
  @Test func `autoconnect connects once when a second subscriber comes from inside`() {
    var connections = 0
    let upstream = Deferred { () -> PassthroughSubject<Int, Never> in
      connections += 1
      return PassthroughSubject()
    }
    let shared = upstream.multicast { PassthroughSubject() }.autoconnect()
    var second: AnyCancellable?
    let first = shared.handleEvents(receiveSubscription: { _ in if second == nil { second = shared.sink { _ in } } })
      .sink { _ in }
    expectEqual(connections, 1)
    first.cancel()
    second?.cancel()
  }

  @Test func `a connection keeps its subject`() {
    weak var kept: PassthroughSubject<Int, Never>?
    let connection = PassthroughSubject<Int, Never>().multicast { () -> PassthroughSubject<Int, Never> in
      let subject = PassthroughSubject<Int, Never>()
      kept = subject
      return subject
    }.connect()
    #expect(kept != nil)
    connection.cancel()
  }
}
