import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct OutputTests {
  /// Ranges that begin or end before the first value.
  enum Negative: String, CaseIterable, Codable {
    case at, halfOpen, closed, from, upTo, through, initializer

    func attach() {
      let numbers = (1...3).publisher
      // A variable, because the compiler rejects a constant range of this kind.
      let bound = Int("-2") ?? 0
      switch self {
      case .at: numbers.output(at: bound).record().cancel()
      case .halfOpen: numbers.output(in: bound..<2).record().cancel()
      case .closed: numbers.output(in: bound...(-1)).record().cancel()
      case .from: numbers.output(in: bound...).record().cancel()
      case .upTo: numbers.output(in: ..<bound).record().cancel()
      case .through: numbers.output(in: ...bound).record().cancel()
      case .initializer: Publishers.Output(upstream: numbers, range: bound..<2).record().cancel()
      }
    }
  }

  @Test(arguments: Negative.allCases) func `stops at a negative bound`(_ negative: Negative) async {
    await #expect(processExitsWith: .failure) { [negative] in negative.attach() }
  }

  @Test func `stops at the greatest index`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      (1...3).publisher.output(at: .max).record().cancel()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("An index is less than Int.max"))
  }

  /// The order of the last element, the cancel of the upstream and the completion.
  @Test func `cancels its upstream after the last element`() {
    func events(_ make: (AnyPublisher<Int, Never>) -> Publishers.Output<AnyPublisher<Int, Never>>) -> [String] {
      let subject = PassthroughSubject<Int, Never>()
      var events: [String] = []
      let upstream = subject.handleEvents(receiveCancel: { events.append("cancel") }).eraseToAnyPublisher()
      let cancellable = make(upstream).sink(
        receiveCompletion: { _ in events.append("finished") }, receiveValue: { events.append("\($0)") })
      for number in 1...4 { subject.send(number) }
      cancellable.cancel()
      return events
    }
    expectEqual(events { $0.output(at: 1) }, ["2", "cancel", "finished"])
    expectEqual(events { $0.output(in: 1...2) }, ["2", "3", "cancel", "finished"])
    expectEqual(events { $0.prefix(2) }, ["1", "2", "cancel", "finished"])
  }

  @Test func `sends no completion when the last element leads to a cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    var events: [String] = []
    var cancellable: AnyCancellable?
    cancellable = subject.prefix(1).sink(
      receiveCompletion: { _ in events.append("finished") },
      receiveValue: {
        events.append("\($0)")
        cancellable?.cancel()
      })
    subject.send(1)
    expectEqual(events, ["1"])
  }

  @Test func `emits the values of every kind of range`() {
    let numbers = (1...5).publisher
    expectEqual(numbers.output(in: ..<0).record().values, [])
    expectEqual(numbers.output(in: ...0).record().values, [1])
    expectEqual(numbers.output(in: ..<2).record().values, [1, 2])
    expectEqual(numbers.output(in: 3...).record().values, [4, 5])
    expectEqual(numbers.output(in: 1...2).record().values, [2, 3])
  }

  @Test func `takes a range whose last index is the largest number`() {
    let numbers = (1...3).publisher
    expectEqual(numbers.output(in: 1...Int.max).record().values, [2, 3])
    expectEqual(numbers.output(in: ...Int.max).record().values, [1, 2, 3])
    expectEqual(numbers.output(in: 1..<Int.max).record().values, [2, 3])
    expectEqual(numbers.prefix(.max).record().values, [1, 2, 3])
  }

  @Test func `emits the value at an index and those in a range`() {
    let letters = ["a", "b", "c", "d"].publisher
    expectEqual(letters.output(at: 2).record().values, ["c"])
    expectEqual(letters.output(at: 9).record().history, ["subscription: Output", "finished"])
    expectEqual(letters.output(in: 1...2).record().values, ["b", "c"])
    expectEqual(letters.output(in: 2...).record().values, ["c", "d"])
    expectEqual(letters.output(in: ..<1).record(demand: .max(1)).history.last, "finished")
  }

  @Test func `prefix finishes together with its last value`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.prefix(2).record()
    for value in 1...3 { probe.send(value) }
    expectEqual(recorder.history, ["subscription: Output", "value: 1", "value: 2", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(probe.prefix(0).record(demand: .none).history, ["subscription: Empty", "finished"])
  }

  @Test func `requests as many values more as it drops`() throws {
    try expectMarbles(
      """
      a:          -1234
      demand:     2
      a.upstream: (^2)+1-!
      result:     --2(3|)
      """
    ) { rows, _ in rows.a.output(in: 1...2) }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: -1#") { rows, _ in rows.a.prefix(3) }
    try expectMarbles("a: -12\ncancel: --!\na.upstream: (^*)-!\nresult: -12") { rows, _ in rows.a.prefix(3) }
  }

  @Test func `prefix sends nothing after a nested send`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.prefix(2).record { value in
      subject.send(value + 1)
      return .none
    }
    subject.send(1)
    expectEqual(recorder.history, ["subscription: Output", "value: 1", "value: 2", "finished"])
  }
}
