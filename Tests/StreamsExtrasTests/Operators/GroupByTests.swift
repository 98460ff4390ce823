import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct GroupByTests {
  @Test func `emits a group for each key, with its elements`() {
    let recorder = (1...6).publisher.groupBy { $0 % 3 }
      .flatMap { group in group.map { "\(group.key): \($0)" } }.record()
    expectEqual(recorder.values, ["1: 1", "2: 2", "0: 3", "1: 4", "2: 5", "0: 6"])
    expectEqual(recorder.history.last, "finished")
  }

  @Test func `draws the groups`() throws {
    try expectMarbles(
      """
      a:          -a-B-c-D-|
      result:     -[fa]-[tB]-[fc]-[tD]-|
      """
    ) { rows, _ in
      rows.a.groupBy { $0 == $0.uppercased() }.flatMap { group in group.map { "\(group.key ? "t" : "f")\($0)" } }
    }
  }

  @Test func `a group keeps its first element for its first subscriber`() {
    let subject = PassthroughSubject<Int, Never>()
    var groups: [GroupedPublisher<Bool, Int, Never>] = []
    let cancellable = subject.groupBy { $0 > 10 }.sink { groups.append($0) }
    subject.send(1)
    expectEqual(groups.map(\.key), [false])
    let (first, second) = (groups[0].record(), groups[0].record())
    subject.send(2)
    expectEqual(first.values, [1, 2])
    expectEqual(second.values, [2])
    cancellable.cancel()
  }

  @Test func `groups finish and fail before their publisher does`() {
    func order(_ completion: Subscribers.Completion<Oops>) -> [String] {
      let subject = PassthroughSubject<Int, Oops>()
      var events: [String] = []
      var cancellables: [AnyCancellable] = []
      subject.groupBy { $0 }.sink(
        receiveCompletion: { _ in events.append("outer") },
        receiveValue: { group in
          group.sink(receiveCompletion: { events.append("\($0)") }, receiveValue: { _ in }).store(in: &cancellables)
        }
      ).store(in: &cancellables)
      subject.send(1)
      subject.send(completion: completion)
      return events
    }
    expectEqual(order(.finished), ["finished", "outer"])
    expectEqual(order(.failure(Oops())), ["failure(StreamsSupport.Oops())", "outer"])
  }

  @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(Oops())])
  func `groups end in the order of their first elements`(_ completion: Subscribers.Completion<Oops>) {
    let subject = PassthroughSubject<Int, Oops>()
    var ended: [Int] = []
    var cancellables: [AnyCancellable] = []
    subject.groupBy { $0 }.sink(
      receiveCompletion: { _ in },
      receiveValue: { group in
        group.sink(receiveCompletion: { _ in ended.append(group.key) }, receiveValue: { _ in }).store(in: &cancellables)
      }
    ).store(in: &cancellables)
    let keys = (0..<50).map { $0 * 7 % 50 }
    for key in keys + keys.reversed() { subject.send(key) }
    subject.send(completion: completion)
    expectEqual(ended, keys)
  }

  @Test func `asks for another element where the group is known`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.groupBy { $0 % 2 }.record(demand: .max(2))
    probe.send(1)
    probe.send(3)
    probe.send(2)
    expectEqual(recorder.values.map(\.key), [1, 0])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .additional(.max(1))])
    recorder.cancel()
    expectEqual(probe.events.last, .cancel)
  }
}
