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
    #expect(made == 0)
    #expect(publisher.record().values == [1])
    #expect(publisher.record().values == [2])
  }

  @Test func `passes everything of its publisher through`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = Deferred { probe }.record(demand: .max(2))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: Probe", "value: 1", "failure: Oops()"])
    #expect(probe.events == [.subscribe, .request(.max(2))])
    Deferred { probe }.record().cancel()
    #expect(probe.events.last == .cancel)
  }
}
