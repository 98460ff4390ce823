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

  private struct Named: Subscriber, CustomStringConvertible {
    typealias Input = Int
    typealias Failure = Never

    let combineIdentifier = CombineIdentifier()
    let description = "a name"

    func receive(subscription: any Subscription) {}
    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
  }

  @Test func `describes itself as the subscriber that it erases`() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(AnySubscriber(sink).description, "Sink")
    expectEqual("\(AnySubscriber(sink).playgroundDescription)", "Sink")
    expectEqual(AnySubscriber(Named()).description, "a name")
    expectEqual(AnySubscriber(RecordingSubscriber<Int, Never>()).description, "RecordingSubscriber<Int, Never>")
    expectEqual(AnySubscriber(PassthroughSubject<Int, Never>()).description, "Subject")
    expectEqual(AnySubscriber<Int, Never>().description, "Anonymous AnySubscriber")
    expectEqual("\(AnySubscriber(Named()).customMirror.subjectType)", "Named")
    #expect(AnySubscriber(sink).customMirror.children.isEmpty)
  }
}
