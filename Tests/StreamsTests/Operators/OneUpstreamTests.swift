import Streams
import StreamsTesting
import Testing

/// Operators that look at one value at a time.
@Suite struct OneUpstreamTests {
  @Test func compactMapMakesUpForWhatItDrops() {
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.compactMap { Int($0) }.record(demand: .max(1))
    probe.send("x")
    probe.send("2")
    #expect(recorder.history == ["subscription: Probe", "value: 2"])
    #expect(probe.events == [.subscribe, .request(.max(1)), .additional(.max(1))])
  }

  @Test(arguments: [0, 1, 2, 3]) func tryOperatorsCancelAndFail(which: Int) {
    let probe = ProbePublisher<Int, Never>()
    let recorder: RecordingSubscriber<Int, any Error> =
      switch which {
      case 0: probe.tryCompactMap { value throws -> Int? in try positive(value) }.record()
      case 1: probe.tryFilter { try positive($0) > 0 }.record()
      case 2: probe.tryScan(0) { try $0 + positive($1) }.record()
      default: probe.tryPrefix { try positive($0) > 0 }.record()
      }
    probe.send(1)
    probe.send(-1)
    probe.send(2)
    #expect(recorder.history.dropFirst() == ["value: 1", "failure: Refused()"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func mapKeyPaths() {
    let point = Just(Point(x: 1, y: 2, z: 3))
    #expect(point.map(\.x).record().values == [1])
    #expect(point.map(\.x, \.y).map { $0 + $1 }.record().values == [3])
    #expect(point.map(\.x, \.y, \.z).map { $0 + $1 + $2 }.record().values == [6])
  }

  @Test func replaceNil() {
    #expect([1, nil, 3].publisher.replaceNil(with: 0).record().values == [1, 0, 3])
  }

  @Test func scanSendsEachResult() {
    let recorder = [1, 2, 3].publisher.scan(10) { $0 + $1 }.record()
    #expect(recorder.history == ["subscription: Scan", "value: 11", "value: 13", "value: 16", "finished"])
  }

  @Test func prefixWhileStopsAtTheFirstThatFails() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.prefix { $0 < 3 }.record()
    probe.send(1)
    probe.send(3)
    probe.send(1)
    #expect(recorder.history == ["subscription: PrefixWhile", "value: 1", "finished"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func dropWhileAsksNoMoreOnceItHasStarted() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.drop { $0 < 3 }.record(demand: .max(2))
    for value in [1, 2, 3, 1] { probe.send(value) }
    #expect(recorder.values == [3, 1])
    #expect(
      probe.events == [.subscribe, .request(.max(2)), .additional(.max(1)), .additional(.max(1))])
    let failing = [1, 2].publisher.tryDrop { _ in throw Refused() }.record()
    #expect(failing.history == ["subscription: TryDropWhile", "failure: Refused()"])
  }

  @Test func dropFirstAsksForMoreAtFirst() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.dropFirst(2).record(demand: .max(1))
    for value in 1...3 { probe.send(value) }
    recorder.request(.max(1))
    #expect(recorder.values == [3])
    #expect(probe.events == [.subscribe, .request(.max(3)), .request(.max(1))])
  }

  @Test func dropFirstDropsWhetherValuesAreAskedForOrNot() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.dropFirst(1).record(demand: .none)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    #expect(recorder.values == [2])
  }

  @Test func prefixEndsWithItsLastValue() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.prefix(2).record()
    for value in 1...3 { probe.send(value) }
    #expect(recorder.history == ["subscription: Output", "value: 1", "value: 2", "finished"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    #expect(probe.prefix(0).record(demand: .none).history == ["subscription: Empty", "finished"])
  }

  @Test func outputByPlace() {
    let letters = ["a", "b", "c", "d"].publisher
    #expect(letters.output(at: 2).record().values == ["c"])
    #expect(letters.output(at: 9).record().history == ["subscription: Output", "finished"])
    #expect(letters.output(in: 1...2).record().values == ["b", "c"])
    #expect(letters.output(in: 2...).record().values == ["c", "d"])
    #expect(letters.output(in: ..<1).record(demand: .max(1)).history.last == "finished")
  }

  @Test func collectByCountScalesDemandAndFlushes() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(2).record(demand: .max(1)) { _ in .max(1) }
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    #expect(recorder.history == ["subscription: CollectByCount", "value: [1, 2]", "value: [3]", "finished"])
    #expect(probe.events == [.subscribe, .request(.max(2)), .additional(.max(2))])
  }
}

private struct Point {
  let x, y, z: Int
}

struct Refused: Error, Equatable {}

func positive(_ value: Int) throws -> Int {
  if value < 0 { throw Refused() }
  return value
}
