import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SetFailureTypeTests {
  @Test func `passes values, demand and completion through`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.setFailureType(to: Oops.self).record(demand: .max(2))
    probe.send(1)
    recorder.request(.max(1))
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Probe", "value: 1", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .request(.max(1))])
  }

  @Test func `returns the result's publisher for a single value`() {
    let publisher: Result<Int, Oops>.Publisher = Just(1).setFailureType(to: Oops.self)
    expectEqual(publisher, Result<Int, Oops>.success(1).publisher)
    expectEqual(
      Just(1).setFailureType(to: Oops.self).flatMap { Just($0 + 1).setFailureType(to: Oops.self) }.record().values,
      [
        2
      ])
  }

  @Test func `passes a cancel through`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.setFailureType(to: Oops.self).record()
    recorder.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }
}
