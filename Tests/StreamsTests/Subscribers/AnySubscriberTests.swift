import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct AnySubscriberTests {
  @Test func `forwards everything to the subscriber that it erases`() {
    let recorder = RecordingSubscriber<Int, Oops>(demand: .max(1)) { _ in .max(2) }
    let probe = ProbePublisher<Int, Oops>()
    probe.subscribe(AnySubscriber(recorder))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: Probe", "value: 1", "failure: Oops()"])
    #expect(probe.events == [.subscribe, .request(.max(1)), .additional(.max(2))])
  }

  @Test func `forwards values and the completion to a subject`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    [1, 2].publisher.subscribe(AnySubscriber(subject))
    #expect(recorder.history == ["subscription: PassthroughSubject", "value: 1", "value: 2", "finished"])
  }
}
