import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite(.timeLimit(.minutes(30))) struct SubscriberListTests {
  /// Subscribes a subscriber to a list.
  private func join<S: Subscriber>(_ subscriber: S, _ list: SubscriberList) where S.Input == Int, S.Failure == Never {
    SubjectSubscription(ErasedSubscriber(subscriber).raw, of: nil, subscribers: list, name: "List").start()
  }

  private func joined(
    _ list: SubscriberList, demand: Subscribers.Demand = .unlimited, then: @escaping (Int) -> Void = { _ in }
  ) -> RecordingSubscriber<Int, Never> {
    let recorder = RecordingSubscriber<Int, Never>(demand: demand) {
      then($0)
      return .none
    }
    join(recorder, list)
    return recorder
  }

  private func complete(_ list: SubscriberList) {
    list.sendCompletion { $0.receive(completion: Subscribers.Completion<Never>.finished) }
  }

  private let list = SubscriberList()

  @Test func `delivers values and a completion to every subscriber`() {
    let recorders = [joined(list), joined(list, demand: .max(1))]
    list.send(1)
    list.send(2)
    complete(list)
    complete(list)
    expectEqual(recorders[0].history, ["subscription: List", "value: 1", "value: 2", "finished"])
    expectEqual(recorders[1].history, ["subscription: List", "value: 1", "finished"])
    expectEqual(joined(list).history, ["subscription: List", "finished"])
  }

  @Test func `delivers a nested value after the current one`() {
    var seen: [String] = []
    let recorders = ["a", "b"].map { name in
      joined(list) { [list] value in
        seen.append("\(name)\(value)")
        if name == "a", value < 3 { list.send(value + 1) }
      }
    }
    list.send(1)
    expectEqual(seen, ["a1", "b1", "a2", "b2", "a3", "b3"])
    expectEqual(recorders.count, 2)
  }

  @Test func `completes after a delivery in which it is completed`() {
    let first = joined(list) { [list] _ in complete(list) }
    let second = joined(list)
    list.send(1)
    list.send(2)
    expectEqual(first.history, ["subscription: List", "value: 1", "finished"])
    expectEqual(second.history, first.history)
    #expect(first.violations == [] && second.violations == [])
  }

  @Test func `releases a subscriber that cancels or completes`() {
    expectEqual(
      leaks { detector in
        detector.watch(joined(list), "cancelled").cancel()
        detector.watch(joined(list), "completed")
        list.send(1)
        complete(list)
      }, [])
  }

  @Test func `requests from its upstreams when a subscriber requests`() {
    let probe = ProbePublisher<Int, Never>()
    probe.subscribe(AnySubscriber(receiveSubscription: { [list] in list.attach($0) }))
    let recorder = joined(list, demand: .none)
    expectEqual(probe.events, [.subscribe])
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    list.cancelUpstreams()
    expectEqual(probe.events.last, .cancel)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `keeps subscription order like an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order: [Int] = []
    var members: [(name: Int, recorder: RecordingSubscriber<Int, Never>)] = []
    for step in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: members.append((step, joined(list) { _ in order.append(step) }))
      case 5..<8 where !members.isEmpty:
        members.remove(at: Int.random(in: 0..<members.count, using: &random)).recorder.cancel()
      default:
        order = []
        list.send(step)
        expectEqual(order, members.map(\.name))
      }
    }
    for member in members { expectEqual(member.recorder.violations, []) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `joins and cancels inside deliveries like an array`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var (order, expected): ([Int], [Int]) = ([], [])
    var members: [(name: Int, recorder: RecordingSubscriber<Int, Never>)] = []
    var action: (() -> Void)?
    func add(_ name: Int) {
      members.append(
        (
          name,
          joined(list) { value in
            order.append(name)
            if value == name { action.take()?() }
          }
        ))
    }
    for name in 0..<8 { add(name) }
    for step in 8..<200 {
      guard let actor = members.randomElement(using: &random) else { break }
      let isJoin = members.count < 4 || Bool.random(using: &random)
      let position = members.firstIndex { $0.name == actor.name } ?? 0
      let victim = Int.random(in: 0..<members.count, using: &random)
      order = []
      expected = members.map(\.name)
      if isJoin {
        action = { add(step) }
      } else {
        // A subscriber that is cancelled before its turn gets no value; the current one does.
        if victim > position { expected.remove(at: victim) }
        action = { members.remove(at: victim).recorder.cancel() }
      }
      list.send(actor.name)
      expectEqual(order, expected)
    }
  }

  @Test func `delivers serially while threads join and cancel`() {
    let list = list
    let recorders = Shared<[RecordingSubscriber<Int, Never>]>([])
    let steady = joined(list)
    together(
      { for number in 0..<Stress.count { list.send(number) } },
      { for number in Stress.count..<2 * Stress.count { list.send(number) } },
      {
        for number in 0..<100 {
          let recorder = joined(list)
          recorders.withLock { $0.append(recorder) }
          if number.isMultiple(of: 2) { recorder.cancel() }
        }
      })
    complete(list)
    expectEqual(steady.values.sorted(), Array(0..<2 * Stress.count))
    #expect(([steady] + recorders.current).allSatisfy { $0.violations == [] })
    expectEqual(recorders.current.count { $0.completion == .finished }, 50)
  }
}
