import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SequenceTests {
  @Test func `computes each element once and finishes after the last`() {
    var computed: [Int] = []
    let elements = (1...3).lazy.map { number -> Int in
      computed.append(number)
      return number
    }
    let recorder = elements.publisher.record(demand: .max(2))
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.completion, .finished)
    expectEqual(computed, [1, 2, 3])
    expectEqual([Int]().publisher.record(demand: .none).completion, .finished)
  }

  @Test func `sends as many elements as are requested`() {
    let recorder = (1...5).publisher.record(demand: .max(2))
    expectEqual(recorder.history, ["subscription: 1...5", "value: 1", "value: 2"])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    recorder.request(.unlimited)
    expectEqual(recorder.history.suffix(2), ["value: 5", "finished"])
  }

  @Test func `sends nothing after a cancel inside a delivery`() {
    var recorder: RecordingSubscriber<Int, Never>?
    recorder = RecordingSubscriber { value in
      if value == 2 { recorder?.cancel() }
      return .none
    }
    if let recorder { (1...5).publisher.subscribe(recorder) }
    expectEqual(recorder?.history, ["subscription: 1...5", "value: 1", "value: 2"])
    recorder = nil
  }

  @Test func `books demand of several threads exactly`() {
    let asker = RecordingSubscriber<Int, Never>(demand: .none)
    (0..<10_000).publisher.subscribe(asker)
    together((0..<4).map { _ in { @Sendable in for _ in 0..<Stress.count { asker.request(.max(2)) } } })
    expectEqual(asker.values, Array(0..<4 * Stress.count * 2))
  }
}
