import ExpectSupport
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
    expectEqual(recorder.history, ["subscription: Probe", "value: 1", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(2))])
  }

  @Test func `forwards values and the completion to a subject`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    [1, 2].publisher.subscribe(AnySubscriber(subject))
    expectEqual(recorder.history, ["subscription: PassthroughSubject", "value: 1", "value: 2", "finished"])
  }
}
