import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct ErasedSubscriberTests {
  @Test func `forwards everything to its subscriber`() {
    let recorder = RecordingSubscriber<Int, Oops>(demand: .max(1)) { _ in .max(2) }
    let probe = ProbePublisher<Int, Oops>()
    probe.subscribe(ErasedSubscriber(recorder))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Probe", "value: 1", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(2))])
  }

  @Test func `has the identity of its subscriber`() {
    let recorder = RecordingSubscriber<Int, Never>()
    let erased = ErasedSubscriber(recorder)
    expectEqual(erased.combineIdentifier, recorder.combineIdentifier)
    expectEqual(ErasedSubscriber(erased).combineIdentifier, recorder.combineIdentifier)
  }

  @Test func `keeps its subscriber alive, and an unretained copy does not`() {
    var kept: ErasedSubscriber<Int, Never>?
    expectEqual(
      leaks { detector in
        kept = ErasedSubscriber(detector.watch(RecordingSubscriber<Int, Never>()))
      }, ["RecordingSubscriber<Int, Never>"])
    kept = kept?.unretained
    expectEqual(
      leaks { detector in
        kept = ErasedSubscriber(detector.watch(RecordingSubscriber<Int, Never>())).unretained
      }, [])
    #expect(kept != nil)
  }
}
