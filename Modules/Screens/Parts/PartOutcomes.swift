import Streams

/// The outcomes with which a part was closed. Those from before the first subscriber wait for it: a part may be closed while
/// its owner is made.
@MainActor final class PartOutcomes<Outcome: Sendable> {
  private let subject = PassthroughSubject<Outcome, Never>()
  private var early: [Outcome]? = []

  func send(_ outcome: Outcome) { if early?.append(outcome) == nil { subject.send(outcome) } }

  var publisher: AnyPublisher<Outcome, Never> {
    Deferred { [self] in
      MainActor.assumeIsolated {
        let outcomes = early ?? []
        early = nil
        return outcomes.publisher.append(subject)
      }
    }
    .eraseToAnyPublisher()
  }
}
