import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CollectionsTests {
  @Test func `combines the latest of a thousand publishers`() {
    let subjects = (0..<1_000).map { CurrentValueSubject<Int, Never>($0) }
    let recorder = subjects.combineLatest().map { $0.reduce(0, +) }.record()
    expectEqual(recorder.values, [499_500])
    subjects[7].send(0)
    expectEqual(recorder.values, [499_500, 499_493])
    for subject in subjects { subject.send(completion: .finished) }
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `zips a thousand publishers`() {
    let recorder = (0..<1_000).map { [$0, 2 * $0].publisher }.zip().map { $0.reduce(0, +) }.record(demand: .max(1))
    expectEqual(recorder.values, [499_500])
    recorder.request(.max(1))
    expectEqual(recorder.values, [499_500, 999_000])
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `zips by index, and cancels the rest at a completion`() {
    let probes = (0..<3).map { ProbePublisher<Int, Never>("\($0)") }
    let recorder = probes.zip().record()
    probes[0].send(1)
    probes[0].send(2)
    probes[1].send(1)
    probes[2].send(1)
    probes[1].send(2)
    probes[2].send(2)
    expectEqual(recorder.values, [[1, 1, 1], [2, 2, 2]])
    probes[0].send(completion: .finished)
    expectEqual(recorder.completion, .finished)
    expectEqual(probes[1].events.last, .cancel)
  }

  @Test func `merges a thousand publishers`() {
    let recorder = (0..<1_000).map { Just($0) }.merge().record()
    expectEqual(recorder.values, Array(0..<1_000))
    expectEqual(recorder.completion, .finished)
  }

  @Test func `finishes at once for an empty collection`() {
    let none: [Just<Int>] = []
    expectEqual(none.combineLatest().record().history, ["subscription: Empty", "finished"])
    expectEqual(none.zip().record().completion, .finished)
    expectEqual(none.merge().record().completion, .finished)
  }

  @Test func `cancels the others when one fails`() {
    let probes = (0..<3).map { ProbePublisher<Int, Oops>("\($0)") }
    let recorder = probes.combineLatest().record()
    probes[1].send(completion: .failure(Oops()))
    expectEqual(recorder.completion, .failure(Oops()))
    expectEqual(probes[0].events.last, .cancel)
    expectEqual(probes[2].events.last, .cancel)
  }

  @Test func `requests from every publisher, and cancels every one`() {
    for kind in 0...2 {
      let probes = (0..<3).map { ProbePublisher<Int, Never>("\($0)") }
      let publisher: AnyPublisher<String, Never> =
        switch kind {
        case 0: probes.combineLatest().map { "\($0)" }.eraseToAnyPublisher()
        case 1: probes.zip().map { "\($0)" }.eraseToAnyPublisher()
        default: probes.merge().map { "\($0)" }.eraseToAnyPublisher()
        }
      let recorder = publisher.record()
      recorder.cancel()
      expectEqual(probes.map(\.events), Array(repeating: [.subscribe, .request(.unlimited), .cancel], count: 3))
    }
  }
}
