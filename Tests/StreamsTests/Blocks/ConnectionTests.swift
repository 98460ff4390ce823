import Streams
import StreamsTesting
import Testing

@Suite struct ConnectionTests {
  @Test func autoconnectConnectsAfterItsFirstSubscriberIsAttached() {
    // NB: a value that the upstream sends at once reaches the first subscriber.
    let recorder = Just(1).share().record()
    #expect(recorder.history == ["subscription: Autoconnect", "value: 1", "finished"])
  }

  @Test func autoconnectConnectsAgainAfterAllHaveCancelled() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    let two = shared.record()
    one.cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    two.cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    let three = shared.record()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel, .subscribe, .request(.unlimited)])
    probe.send(1)
    #expect(three.values == [1])
  }

  @Test func whoComesAfterTheEndDoesNotStartTheUpstreamAgain() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    probe.send(completion: .finished)
    let two = shared.record()
    #expect(one.history == ["subscription: Autoconnect", "finished"])
    #expect(two.history == one.history)
    #expect(probe.events == [.subscribe, .request(.unlimited)])
  }

  @Test func whoLeavesAtOnceDoesNotStartTheUpstream() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.cancel()
    probe.share().subscribe(recorder)
    #expect(probe.events == [])
  }
}
