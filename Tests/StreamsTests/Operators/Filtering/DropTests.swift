import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct DropTests {
  @Test func `requests the dropped values with the first demand`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.dropFirst(2).record(demand: .max(1))
    for value in 1...3 { probe.send(value) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [3])
    expectEqual(probe.events, [.subscribe, .request(.max(3)), .request(.max(1))])
  }

  @Test func `sends its subscription before it subscribes`() {
    var events: [String] = []
    let probe = ProbePublisher<Int, Never> { events.append("\($0)") }
    let keeper = SubscriptionKeeper()
    keeper.attach(to: probe.dropFirst(2).handleEvents(receiveSubscription: { events.append("receive \($0)") }))
    expectEqual(events, ["receive Drop", "subscribe", "request max(2)"])
    keeper.subscription?.request(.max(1))
    expectEqual(events.last, "request max(1)")
    keeper.subscription?.cancel()
  }

  @Test func `keeps demand and a cancel until the subscription comes`() {
    let late = StubPublisher<Int, Never>()
    let recorder = late.dropFirst(2).record(demand: .max(3))
    let subscription = LoggedSubscription()
    late.send(subscription: subscription)
    expectEqual(subscription.events, ["request max(5)"])
    recorder.cancel()
    expectEqual(subscription.events, ["request max(5)", "cancel"])
    let cancelled = StubPublisher<Int, Never>()
    cancelled.dropFirst().record(demand: .none).cancel()
    let unused = LoggedSubscription()
    cancelled.send(subscription: unused)
    expectEqual(unused.events, ["cancel"])
  }

  @Test func `drops values without demand`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.dropFirst(1).record(demand: .none)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    expectEqual(recorder.values, [2])
  }

  @Test func `drops the first values`() throws {
    try expectMarbles("a: -123|\nresult: --23|") { rows, _ in rows.a.dropFirst() }
    try expectMarbles("a: -123|\nresult: ----|") { rows, _ in rows.a.dropFirst(5) }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.dropFirst(2) }
    try expectMarbles("a: -12\ncancel: --!\na.upstream: (^*)-!\nresult: --2") { rows, _ in rows.a.dropFirst() }
  }

  @Test(.exitTest) func `stops at a negative count when it is subscribed`() async {
    await #expect(processExitsWith: .success) { _ = Just(1).dropFirst(Int("-1") ?? 0) }
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(Int("-1") ?? 0).record() }
  }
}
