import Streams
import StreamsTesting
import Testing

/// Where this module does something else than Combine, on purpose.
@Suite struct DivergencesTests {
  /// Combine delivers a value that is sent from inside a delivery at once, so later subscribers see the newer value first
  /// and end on the older one, and deep nests overflow the stack. Here everybody sees the values in the order sent.
  @Test func aNestedSendFollowsTheCurrentValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let first = subject.sink { value in
      seen.append("first \(value)")
      if value == 1 { subject.send(2) }
    }
    let second = subject.sink { seen.append("second \($0)") }
    subject.send(1)
    #expect(seen == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
    #expect(subject.value == 2)
    withExtendedLifetime((first, second)) {}
  }

  /// Combine passes on what a rude publisher sends after its end, or after the cancel, where the operators in between have
  /// no state. Here whoever comes by `subscribe` is spared it, and is released, whatever it keeps.
  @Test func subscribeKeepsARudePublisherAtBay() {
    let rude = Upstream()
    let recorder = rude.map { $0 }.record()
    rude.end(.finished)
    rude.force(1)
    rude.forceEnd(.failure(Oops()))
    #expect(rude.forceSubscription())
    #expect(recorder.history.count == 2)
    #expect(recorder.violations == [])
  }

  /// Combine's `AnyPublisher` is never Sendable. Here it is where its values are, so that an actor may return one.
  @Test func anErasedPublisherIsSendableWhereItsValuesAre() {
    func take(_ value: some Sendable) {}
    take(Just(1).eraseToAnyPublisher())
  }
}
