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

  private final class Thing: Sendable {}

  /// Whether what a subscriber's closure holds is gone when the subject is, which has neither ended nor been cancelled.
  private func isReleased(
    through wrap: (PassthroughSubject<Int, Never>) -> any Publisher<Int, Never> = { $0 }
  ) -> Bool {
    weak var remains: Thing?
    do {
      let thing = Thing()
      remains = thing
      let subject = PassthroughSubject<Int, Never>()
      wrap(subject).subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: { [thing] _ in
            withExtendedLifetime(thing) {}
            return .none
          }))
      subject.send(1)
    }
    return remains == nil
  }

  @Test func aSubjectThatIsGoneKeepsNoSubscriber() {
    #expect(isReleased())
    #expect(isReleased { $0.map { $0 }.filter { $0 > 0 } })
    #expect(isReleased { $0.setFailureType(to: Oops.self).mapError { $0 }.assertNoFailure() })
  }

  /// Whether what the closure of a sink holds is gone when the subject is, though nobody has cancelled the sink.
  private func isSinkReleased<S: Subject>(of make: () -> S) -> Bool where S.Output == Int, S.Failure == Never {
    weak var remains: Thing?
    var cancellable: AnyCancellable?
    do {
      let thing = Thing()
      remains = thing
      let subject = make()
      cancellable = subject.sink { [thing] _ in withExtendedLifetime(thing) {} }
      subject.send(2)
    }
    return withExtendedLifetime(cancellable) { remains == nil }
  }

  @Test func aSubjectThatIsGoneKeepsNoSink() {
    #expect(isSinkReleased { PassthroughSubject() })
    #expect(isSinkReleased { CurrentValueSubject(1) })
    #expect(isSinkReleased { ReplaySubject(bufferSize: 1) })
  }

  @Test func whatASubjectThatIsGoneRemembersMayStillBeAskedFor() {
    var current: CurrentValueSubject<Int, Never>? = CurrentValueSubject(1)
    var replaying: ReplaySubject<Int, Never>? = ReplaySubject(bufferSize: 2)
    let recorders = [current?.record(demand: .max(1)), replaying?.record(demand: .max(1))].compactMap(\.self)
    for value in 1...3 {
      current?.send(value)
      replaying?.send(value)
    }
    (current, replaying) = (nil, nil)
    for recorder in recorders { recorder.request(.unlimited) }
    #expect(recorders.map(\.values) == [[1, 3], [1, 2, 3]])
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
