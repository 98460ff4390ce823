import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MaterializeTests {
  @Test func `emits the completion as an event`() {
    let finishing = [1].publisher.materialize().record()
    expectEqual(finishing.values, [.value(1), .finished])
    expectEqual(finishing.completion, .finished)
    let failing = Fail<Int, Oops>(error: Oops()).materialize().record()
    expectEqual(failing.history.first, "subscription: Materialize")
    expectEqual(failing.values, [.failure(Oops())])
    expectEqual(failing.completion, .finished)
  }

  @Test func `holds the completion event until it is requested`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.materialize().record(demand: .max(1))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.values, [.value(1)])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    expectEqual(recorder.values, [.value(1), .failure(Oops())])
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `passes demand and cancel through`() throws {
    try expectMarbles(
      """
      a:          -1-2
      demand:     1-1
      cancel:     ----!
      a.upstream: (^1)-1-!
      result:     -1-2
      """
    ) { rows, _ in rows.a.materialize().compactMap { if case .value(let value) = $0 { value } else { nil } } }
  }

  @Test func `is reversed by dematerialize`() {
    let failing = [1, 2].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops())).materialize()
      .dematerialize().record()
    expectEqual(failing.values, [1, 2])
    expectEqual(failing.completion, .failure(Oops()))
    let probe = ProbePublisher<StreamEvent<Int, Oops>, Never>()
    let recorder = probe.dematerialize().record()
    probe.send(.value(1))
    probe.send(.finished)
    expectEqual(recorder.history, ["subscription: Dematerialize", "value: 1", "finished"])
    expectEqual(probe.events.last, .cancel)
  }
}
