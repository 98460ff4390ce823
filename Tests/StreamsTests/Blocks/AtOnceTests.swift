import Dispatch
import Streams
import StreamsTesting
import Testing

/// What is asked for while a delivery is under way is done at once: what upstream sends meanwhile is not lost.
@Suite struct AtOnceTests {
  let a = PassthroughSubject<Int, Never>()
  let b = PassthroughSubject<Int, Never>()

  /// Asks for everything inside the first value, and sends there what it has asked for.
  private func historyOfAsking<P: Publisher>(_ publisher: P) -> [String] where P.Failure == Never {
    var recorder: RecordingSubscriber<P.Output, Never>?
    var isFirst = true
    recorder = publisher.record(demand: .none) { [b] _ in
      guard isFirst else { return .none }
      isFirst = false
      recorder?.request(.unlimited)
      b.send(2)
      b.send(3)
      return .none
    }
    recorder?.request(.max(1))
    b.send(0)
    for value in [1, 5, 6] { a.send(value) }
    defer { recorder = nil }
    return recorder?.values.map { "\($0)" } ?? []
  }

  @Test func lanesAreAskedDuringADelivery() {
    #expect(historyOfAsking(a.zip(b)) == ["(1, 0)", "(5, 2)", "(6, 3)"])
    #expect(historyOfAsking(a.combineLatest(b)) == ["(1, 0)", "(1, 2)", "(1, 3)", "(5, 3)", "(6, 3)"])
  }

  /// What the upstreams have seen when a cancel inside a delivery has come back.
  private func eventsOfCancelling<P: Publisher<Int, Never>>(
    _ first: ProbePublisher<Int, Never>, _ second: ProbePublisher<Int, Never>, _ publisher: P
  ) -> [ProbeEvent?] {
    var events: [ProbeEvent?] = []
    var cancellable: AnyCancellable?
    cancellable = publisher.sink { _ in
      cancellable?.cancel()
      events += [first.events.last, second.events.last]
    }
    second.send(0)
    first.send(1)
    return events
  }

  @Test func lanesAreCancelledDuringADelivery() {
    let (one, two) = (ProbePublisher<Int, Never>("one"), ProbePublisher<Int, Never>("two"))
    #expect(eventsOfCancelling(one, two, one.zip(two, +)) == [.cancel, .cancel])
    let (three, four) = (ProbePublisher<Int, Never>("three"), ProbePublisher<Int, Never>("four"))
    #expect(eventsOfCancelling(three, four, three.combineLatest(four, +)) == [.cancel, .cancel])
  }
}
