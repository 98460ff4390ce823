import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FlatMapLatestTests {
  @Test func `emits the values of the newest inner publisher`() throws {
    try expectMarbles(
      """
      a:          -1--2---|
      b:          --x-yz-|
      b.upstream: -(^*)--(!^*)
      result:     --x-yz--|
      """
    ) { rows, _ in rows.a.flatMapLatest { _ in rows.b } }
  }

  @Test func `accepts inner publishers that cannot fail`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.flatMapLatest { Just($0 * 2) }.record()
    probe.send(1)
    probe.send(2)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: SwitchToLatest", "value: 2", "value: 4", "failure: Oops()"])
  }

  @Test func `accepts inner publishers that can fail, and an upstream that cannot`() {
    let upstream = ProbePublisher<Int, Never>()
    let inner = ProbePublisher<String, Oops>()
    let recorder = upstream.flatMapLatest { _ in inner }.record()
    upstream.send(1)
    inner.send("one")
    inner.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: SwitchToLatest", "value: one", "failure: Oops()"])
    expectEqual(upstream.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `fails and cancels when the inner publisher fails`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --x#
      a.upstream:  (^*)--!
      b.upstream:  -(^*)
      result:      --x#
      """
    ) { rows, _ in rows.a.flatMapLatest { _ in rows.b } }
  }

  @Test func `passes demand and cancel on`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --x-y
      demand:      1--1
      cancel:      -----!
      a.upstream:  (^*)----!
      b.upstream:  -(^1)-1-!
      result:      --x-y
      """
    ) { rows, _ in rows.a.flatMapLatest { _ in rows.b } }
  }

  @Test func `subscribes at once to an inner from inside a delivery`() {
    let values = Reentrancy.valuesOfNestedInner { $0.flatMapLatest { $0 }.eraseToAnyPublisher() }
    expectEqual(values, ["open", "second appeared"])
  }
}
