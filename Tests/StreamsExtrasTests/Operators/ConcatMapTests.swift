import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ConcatMapTests {
  @Test func `subscribes to one publisher after the other`() throws {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.concatMap { $0 == 1 ? first : second }.record()
    expectEqual(probe.events, [.subscribe, .request(.max(1))])
    probe.send(1)
    first.send(10)
    second.send(99)
    first.send(completion: .finished)
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .request(.max(1))])
    probe.send(2)
    second.send(20)
    probe.send(completion: .finished)
    second.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: FlatMap", "value: 10", "value: 20", "finished"])
  }

  @Test func `emits the elements of sequences in order`() {
    expectEqual([1, 2].publisher.concatMap { [$0 * 10, $0 * 10 + 1].publisher }.record().values, [10, 11, 20, 21])
  }

  @Test func `fails when an inner publisher fails`() throws {
    try expectMarbles(
      """
      a:          -1-
      b:          --x#
      a.upstream: (^1)--!
      result:     --x#
      """
    ) { rows, _ in rows.a.concatMap { _ in rows.b } }
  }

  @Test func `accepts publishers that can fail and that cannot`() {
    let failing = Fail<Int, Oops>(error: Oops())
    expectEqual(Just(1).concatMap { _ in failing }.record().history.last, "failure: Oops()")
    expectEqual(Just(1).setFailureType(to: Oops.self).concatMap { Just($0) }.record().values, [1])
    expectEqual(Just(1).concatMap { Just($0) }.record().values, [1])
  }
}
