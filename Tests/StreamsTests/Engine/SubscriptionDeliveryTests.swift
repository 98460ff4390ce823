import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// An end that comes before downstream has received the subscription.
@Suite struct SubscriptionDeliveryTests {
  enum Operator: CaseIterable {
    case subject, combineLatest, zip, prefixUntilOutput, dropUntilOutput, merge

    /// What `end` ends.
    func publisher(_ end: PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never> {
      let other = PassthroughSubject<Int, Never>()
      return switch self {
      case .subject: end.eraseToAnyPublisher()
      case .combineLatest: end.combineLatest(Empty(), +).eraseToAnyPublisher()
      case .zip: end.zip(other, +).eraseToAnyPublisher()
      case .prefixUntilOutput: end.prefix(untilOutputFrom: other).eraseToAnyPublisher()
      case .dropUntilOutput: end.drop(untilOutputFrom: other).eraseToAnyPublisher()
      case .merge: end.merge(with: Empty()).eraseToAnyPublisher()
      }
    }
  }

  /// Ends the publisher from inside of what receives the subscription.
  private func history(of operation: Operator, cancels: Bool) -> [String] {
    let end = PassthroughSubject<Int, Never>()
    var history: [String] = []
    operation.publisher(end).subscribe(
      AnySubscriber(
        receiveSubscription: {
          history.append("subscription")
          $0.request(.unlimited)
          end.send(completion: .finished)
          if cancels { $0.cancel() }
          history.append("subscribed")
        },
        receiveCompletion: { _ in history.append("finished") }))
    return history
  }

  // NB: merge subscribes after downstream has the subscription, so it meets the end of a subject that has ended.
  @Test(arguments: Operator.allCases) func `the end follows when downstream has the subscription`(_ operation: Operator)
  {
    expectEqual(history(of: operation, cancels: false), ["subscription", "subscribed", "finished"])
  }

  @Test(arguments: Operator.allCases) func `a cancel meanwhile drops the end`(_ operation: Operator) {
    expectEqual(history(of: operation, cancels: true), ["subscription", "subscribed"])
  }

  @Test func `upstreams that end at once are followed by the end`() {
    expectEqual(
      Empty<Int, Never>().combineLatest(Empty<Int, Never>(), +).record().history,
      ["subscription: CombineLatest", "finished"])
    expectEqual(Empty<Int, Never>().zip(Just(1), +).record().history, ["subscription: Zip", "finished"])
  }

  @Test func `upstreams are cancelled when downstream has the subscription, and asked for nothing`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = Fail<Int, Oops>(error: Oops()).zip(probe, +).record()
    expectEqual(recorder.history, ["subscription: Zip", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .cancel])
  }

  @Test func `a request from inside the delivery goes to every side at once`() {
    let (a, b) = (ProbePublisher<Int, Never>(), ProbePublisher<Int, Never>())
    var seen: [ProbeEvent] = []
    a.zip(b, +).subscribe(
      AnySubscriber(receiveSubscription: {
        $0.request(.max(2))
        seen = a.events + b.events
      }))
    expectEqual(seen, [.subscribe, .request(.max(2)), .subscribe, .request(.max(2))])
  }
}
