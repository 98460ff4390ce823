import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MapErrorTests {
  private struct Wrapped: Error, Equatable {
    let cause: Oops
  }

  @Test func `transforms a failure`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.mapError { Wrapped(cause: $0) }.record()
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Probe", "value: 1", "failure: \(Wrapped(cause: Oops()))"])
    expectEqual(recorder.completion, .failure(Wrapped(cause: Oops())))
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `passes values, demand and completion through`() throws {
    try expectMarbles(
      """
      a:          -a-b-c-|
      demand:     2---1
      a.upstream: (^2)---1
      result:     -a-b-c-|
      """
    ) { rows, _ in rows.a.mapError { $0 as any Error } }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -ab\ncancel: --!\na.upstream: (^*)-!\nresult: -ab") { rows, _ in
      rows.a.mapError { $0 as any Error }
    }
  }
}
