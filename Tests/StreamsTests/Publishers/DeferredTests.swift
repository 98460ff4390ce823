import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct DeferredTests {
  @Test func `creates a publisher for each subscriber`() {
    var made = 0
    let publisher = Deferred {
      made += 1
      return Just(made)
    }
    expectEqual(made, 0)
    expectEqual(publisher.record().values, [1])
    expectEqual(publisher.record().values, [2])
  }

  @Test func `passes everything of its publisher through`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = Deferred { probe }.record(demand: .max(2))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Probe", "value: 1", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .request(.max(2))])
    Deferred { probe }.record().cancel()
    expectEqual(probe.events.last, .cancel)
  }
}
