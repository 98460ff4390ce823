import Streams
import StreamsTesting
import Testing

@Suite struct SubjectEndTests {
  /// Cancels as soon as it is subscribed.
  private final class Leaver: Subscriber {
    var received: [String] = []

    func receive(subscription: any Subscription) {
      received.append("subscription")
      subscription.cancel()
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      received.append("\(input)")
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { received.append("finished") }
  }

  @Test func whoLeavesAnEndedSubjectAtOnceHearsNothing() {
    let passthrough = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    passthrough.send(completion: .finished)
    current.send(completion: .finished)
    let leavers = [Leaver(), Leaver()]
    passthrough.subscribe(leavers[0])
    current.subscribe(leavers[1])
    #expect(leavers.map(\.received) == [["subscription"], ["subscription"]])
  }

  @Test func whoComesAfterTheEndIsToldOfIt() {
    let passthrough = PassthroughSubject<Int, Oops>()
    let current = CurrentValueSubject<Int, Oops>(1)
    passthrough.send(completion: .failure(Oops()))
    current.send(completion: .failure(Oops()))
    #expect(passthrough.record().history == ["subscription: PassthroughSubject", "failure: Oops()"])
    #expect(current.record().history == ["subscription: CurrentValueSubject", "failure: Oops()"])
  }

  @Test func whoComesWhileOthersAreToldOfTheEndGetsNoValue() {
    let subject = CurrentValueSubject<Int, Oops>(1)
    let recorder = subject.retry(2).record()
    let other = subject.record()
    subject.send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: Retry", "value: 1", "failure: Oops()"])
    #expect(other.history == ["subscription: CurrentValueSubject", "value: 1", "failure: Oops()"])
  }

  @Test func aValueSetAfterTheEndIsStoredAndNotSent() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.value = 2
    #expect(subject.value == 2)
    #expect(recorder.history == ["subscription: CurrentValueSubject", "value: 1", "finished"])
  }
}
