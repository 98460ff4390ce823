import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The whole histories of operators with several upstreams: what downstream and the upstreams see, in one order.
@Suite struct EventOrderTests {
  /// What happened, in order.
  private final class History {
    private(set) var events: [String] = []
    private(set) var subscription: (any Subscription)?

    func append(_ event: String) { events.append(event) }

    /// Returns what happened since the last call.
    func takeEvents() -> [String] {
      defer { events = [] }
      return events
    }

    /// A publisher that sends its subscription at once.
    func probe(_ name: String) -> ProbePublisher<Int, Oops> {
      ProbePublisher(name) { [unowned self] in append("\(name): \($0)") }
    }

    /// Subscribes with a demand.
    func subscribe<P: Publisher>(to publisher: P, demand: Subscribers.Demand) {
      publisher.subscribe(
        AnySubscriber(
          receiveSubscription: { [unowned self] in
            subscription = $0
            append("subscription: \($0)")
            if demand > .none { $0.request(demand) }
          },
          receiveValue: { [unowned self] in
            append("value: \($0)")
            return .none
          },
          receiveCompletion: { [unowned self] in append("completion: \($0)") }))
    }
  }

  /// A publisher that sends nothing until it is told to.
  private final class Stub<Output>: Publisher {
    typealias Failure = Oops

    let name: String
    unowned let history: History
    private(set) var subscriber: AnySubscriber<Output, Oops>?

    init(_ name: String, _ history: History) {
      self.name = name
      self.history = history
    }

    func receive<S: Subscriber<Output, Oops>>(subscriber: S) {
      history.append("\(name): subscribe")
      self.subscriber = AnySubscriber(subscriber)
    }

    func sendSubscription() {
      subscriber?.receive(
        subscription: StubSubscription { [name, unowned history] in history.append("\(name): \($0)") })
    }
  }

  private final class StubSubscription: Subscription {
    let onEvent: (String) -> Void

    init(_ onEvent: @escaping (String) -> Void) { self.onEvent = onEvent }

    func request(_ demand: Subscribers.Demand) { onEvent("request \(demand)") }
    func cancel() { onEvent("cancel") }
  }

  private let history = History()
  private let failure = "completion: failure(StreamsSupport.Oops())"

  @Test func `flatMap sends its subscription before it subscribes`() {
    let (outer, inner) = (Stub<Int>("outer", history), history.probe("inner"))
    history.subscribe(to: outer.flatMap(maxPublishers: .max(2)) { _ in inner }, demand: .max(3))
    expectEqual(history.takeEvents(), ["subscription: FlatMap", "outer: subscribe"])
    outer.sendSubscription()
    expectEqual(history.takeEvents(), ["outer: request max(2)"])
    _ = outer.subscriber?.receive(1)
    expectEqual(history.takeEvents(), ["inner: subscribe", "inner: request max(1)"])
    inner.send(7)
    expectEqual(history.takeEvents(), ["value: 7", "inner: additional max(1)"])
    history.subscription?.cancel()
    expectEqual(history.takeEvents(), ["inner: cancel", "outer: cancel"])
  }

  @Test func `switchToLatest sends its subscription before it subscribes`() {
    let (outer, inner) = (Stub<Int>("outer", history), history.probe("inner"))
    history.subscribe(to: outer.map { _ in inner }.switchToLatest(), demand: .max(3))
    expectEqual(history.takeEvents(), ["subscription: SwitchToLatest", "outer: subscribe"])
    outer.sendSubscription()
    expectEqual(history.takeEvents(), ["outer: request unlimited"])
    _ = outer.subscriber?.receive(1)
    expectEqual(history.takeEvents(), ["inner: subscribe", "inner: request max(3)"])
    history.subscription?.cancel()
    expectEqual(history.takeEvents(), ["inner: cancel", "outer: cancel"])
  }

  @Test func `switchToLatest passes what an inner stub sends`() {
    let inner = Stub<Int>("inner", history)
    let outer = PassthroughSubject<Stub<Int>, Oops>()
    history.subscribe(to: outer.switchToLatest(), demand: .unlimited)
    outer.send(inner)
    _ = inner.subscriber?.receive(1)
    inner.subscriber?.receive(completion: .failure(Oops()))
    expectEqual(history.takeEvents(), ["subscription: SwitchToLatest", "inner: subscribe", "value: 1", failure])
  }

  @Test func `prefix(untilOutputFrom:) waits for the upstream`() {
    let (upstream, trigger) = (Stub<Int>("upstream", history), history.probe("trigger"))
    history.subscribe(to: upstream.prefix(untilOutputFrom: trigger), demand: .max(2))
    expectEqual(history.takeEvents(), ["trigger: subscribe", "trigger: request max(1)", "upstream: subscribe"])
    upstream.sendSubscription()
    expectEqual(history.takeEvents(), ["subscription: PrefixUntilOutput", "upstream: request max(2)"])
    history.subscription?.cancel()
    expectEqual(history.takeEvents(), ["upstream: cancel", "trigger: cancel"])
  }

  @Test func `prefix(untilOutputFrom:) finishes when the trigger was first`() {
    let upstream = history.probe("upstream")
    history.subscribe(to: upstream.prefix(untilOutputFrom: Just(0)), demand: .max(2))
    expectEqual(history.takeEvents(), ["subscription: PrefixUntilOutput", "completion: finished"])
  }

  /// The trigger emits while downstream receives the subscription: the completion follows.
  @Test func `prefix(untilOutputFrom:) completes after its subscription`() {
    let trigger = PassthroughSubject<Void, Never>()
    var events: [String] = []
    PassthroughSubject<Int, Never>().prefix(untilOutputFrom: trigger).subscribe(
      AnySubscriber(
        receiveSubscription: { _ in
          trigger.send()
          events.append("subscribed")
        },
        receiveCompletion: { events.append("\($0)") }))
    expectEqual(events, ["subscribed", "finished"])
  }

  @Test func `drop(untilOutputFrom:) sends its subscription first`() {
    let (upstream, trigger) = (Stub<Int>("upstream", history), history.probe("trigger"))
    history.subscribe(to: upstream.drop(untilOutputFrom: trigger), demand: .max(2))
    expectEqual(
      history.takeEvents(),
      [
        "subscription: DropUntilOutput", "trigger: subscribe", "trigger: request max(1)", "upstream: subscribe",
      ])
    upstream.sendSubscription()
    expectEqual(history.takeEvents(), ["upstream: request max(2)"])
    history.subscription?.cancel()
    expectEqual(history.takeEvents(), ["upstream: cancel", "trigger: cancel"])
  }

  @Test func `prefix(untilOutputFrom:) drops what was not requested`() {
    let upstream = history.probe("upstream")
    history.subscribe(to: upstream.prefix(untilOutputFrom: history.probe("trigger")), demand: .max(1))
    upstream.send(1)
    upstream.send(2)
    expectEqual(history.takeEvents().filter { $0.hasPrefix("value") }, ["value: 1"])
  }

  @Test func `zip fails before it cancels the other side`() {
    let (left, right) = (history.probe("left"), history.probe("right"))
    history.subscribe(to: left.zip(right, +), demand: .max(1))
    _ = history.takeEvents()
    left.send(completion: .failure(Oops()))
    expectEqual(history.takeEvents(), [failure, "right: cancel"])
  }

  /// A subject that passes on everything that it is told to send, whether or not the contract allows that.
  private final class LooseSubject: Subject {
    typealias Output = Int
    typealias Failure = Oops

    private var subscriber: AnySubscriber<Int, Oops>?

    func receive<S: Subscriber<Int, Oops>>(subscriber: S) { self.subscriber = AnySubscriber(subscriber) }
    func send(_ input: Int) { _ = sendReturning(input) }
    func sendReturning(_ input: Int) -> Subscribers.Demand? { subscriber?.receive(input) }
    func send(completion: Subscribers.Completion<Oops>) { subscriber?.receive(completion: completion) }
    func send(subscription: any Subscription) { subscriber?.receive(subscription: subscription) }
  }

  @Test func `multicast keeps the contract for a loose subject`() {
    let subject = LooseSubject()
    let subscription = { (name: String) in StubSubscription { [history] in history.append("\(name): \($0)") } }
    history.subscribe(to: Empty<Int, Oops>().multicast(subject: subject), demand: .max(1))
    subject.send(subscription: subscription("first"))
    expectEqual(history.takeEvents(), ["subscription: Multicast", "first: request max(1)"])
    subject.send(subscription: subscription("second"))
    expectEqual(history.takeEvents(), ["second: cancel"])
    subject.send(1)
    history.subscription?.cancel()
    history.subscription?.cancel()
    expectEqual(history.takeEvents(), ["value: 1", "first: cancel"])
    history.subscription?.request(.max(1))
    subject.send(2)
    subject.send(completion: .finished)
    expectEqual(history.takeEvents(), [])
  }

  @Test func `multicast requests the demand that is returned`() {
    let subject = LooseSubject()
    let shared = Empty<Int, Oops>().multicast(subject: subject)
    shared.subscribe(AnySubscriber(receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .max(2) }))
    subject.send(subscription: StubSubscription { [history] in history.append($0) })
    expectEqual(subject.sendReturning(1), Subscribers.Demand.none)
    expectEqual(history.takeEvents(), ["request max(1)", "request max(2)"])
  }

  /// Upstreams that never send a subscription and let go of their subscriber.
  @Test func `append and prepend leave no cycle behind a silent upstream`() {
    struct Silent: Publisher {
      typealias Output = Int
      typealias Failure = Never

      func receive<S: Subscriber<Int, Never>>(subscriber: S) {}
    }
    final class Token {}
    weak var token: Token?
    func subscribe<P: Publisher<Int, Never>>(_ publisher: P) {
      let new = Token()
      token = new
      publisher.subscribe(AnySubscriber(receiveValue: { _ in withExtendedLifetime(new) { .none } }))
    }
    subscribe(Silent().append(1))
    #expect(token == nil)
    subscribe(Silent().prepend(Silent()))
    #expect(token == nil)
  }
}
