import Dispatch
import Streams
import StreamsTesting

/// Two subjects, and subscribers that act from inside a delivery of an operator on them.
public struct Reentrancy {
  public let a = PassthroughSubject<Int, Never>()
  public let b = PassthroughSubject<Int, Never>()

  public init() {}

  /// The values of a subscriber that requests everything inside its first delivery, and has `b` send there.
  public func valuesOfRequesting<P: Publisher>(_ publisher: P) -> [String] where P.Failure == Never {
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

  /// The values of a subscriber that returns a demand of one from each delivery.
  ///
  /// - Parameters:
  ///   - demand: What it requests first.
  ///   - send: Called with each value, inside its delivery.
  ///   - start: Sends the first values.
  public func valuesOfReturning<P: Publisher>(
    _ publisher: P, first demand: Int, send: @escaping (P.Output) -> Void, start: () -> Void
  ) -> [String] where P.Failure == Never {
    let recorder = publisher.record(demand: .max(demand)) {
      send($0)
      return .max(1)
    }
    start()
    return recorder.values.map { "\($0)" }
  }

  /// The last events of two upstreams when a cancel inside a delivery has returned.
  public static func eventsOfCancelling<P: Publisher<Int, Never>>(
    _ make: (ProbePublisher<Int, Never>, ProbePublisher<Int, Never>) -> P
  ) -> [ProbeEvent?] {
    let (first, second) = (ProbePublisher<Int, Never>("first"), ProbePublisher<Int, Never>("second"))
    var events: [ProbeEvent?] = []
    var cancellable: AnyCancellable?
    cancellable = make(first, second).sink { _ in
      cancellable?.cancel()
      events += [first.events.last, second.events.last]
    }
    second.send(0)
    first.send(1)
    return events
  }

  /// The values of an operator that flattens subjects, when the first inner subject causes a second one that sends at once.
  public static func valuesOfNestedInner(
    _ flatten: (PassthroughSubject<PassthroughSubject<String, Never>, Never>) -> AnyPublisher<String, Never>
  ) -> [String] {
    let outer = PassthroughSubject<PassthroughSubject<String, Never>, Never>()
    let first = PassthroughSubject<String, Never>()
    var values: [String] = []
    let cancellable = flatten(outer).sink {
      values.append($0)
      guard $0 == "open" else { return }
      let second = PassthroughSubject<String, Never>()
      outer.send(second)
      second.send("second appeared")
    }
    outer.send(first)
    first.send("open")
    cancellable.cancel()
    return values
  }

  /// The values of an operator that flattens subjects, when a second inner subject comes and sends while another thread is
  /// inside a delivery of the first: during that delivery, and after it.
  ///
  /// A new inner publisher does not wait for the delivery, but its value does.
  public static func valuesOfInnerDuringDelivery(
    _ flatten: (PassthroughSubject<PassthroughSubject<Int, Never>, Never>) -> AnyPublisher<Int, Never>
  ) -> (during: [Int], after: [Int]) {
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let inners = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
    let (isInside, isSubscribed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let values = Shared<[Int]>([])
    let during = Shared<[Int]>([])
    let cancellable = flatten(outer).sink { value in
      values.withLock { $0.append(value) }
      guard value == 1 else { return }
      isInside.signal()
      isSubscribed.wait()
      during.withLock { $0 = values.current }
    }
    outer.send(inners[0])
    together(
      { inners[0].send(1) },
      {
        isInside.wait()
        outer.send(inners[1])
        isSubscribed.signal()
        inners[1].send(11)
      })
    cancellable.cancel()
    return (during.current, values.current)
  }

  /// The history where an upstream completes inside the delivery of its first value, which requests two more.
  public static func historyOfCompleting<P: Publisher>(
    _ completion: Subscribers.Completion<Oops>, _ make: (ProbePublisher<Int, Oops>) -> P
  ) -> [String] where P.Output == Int {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = make(probe).record(demand: .max(1)) { value in
      guard value == 1 else { return .none }
      probe.send(completion: completion)
      return .max(2)
    }
    probe.send(1)
    recorder.cancel()
    return Array(recorder.history.dropFirst()) + recorder.violations
  }

  /// Sends 1 through a subject, and runs work on another thread while that value is being delivered.
  ///
  /// Returns when the work is done, so a test hangs if the work waits for the delivery.
  public static func runOnAnotherThread<S: Subject<Int, Never>>(
    duringDeliveryOf subject: S, _ work: @escaping @Sendable () -> Void
  ) {
    var isFirst = true
    let cancellable = subject.sink { number in
      guard isFirst, number == 1 else { return }
      isFirst = false
      together(work)
    }
    subject.send(1)
    cancellable.cancel()
  }

  /// The values where the second upstream sends 10 while downstream receives its subscription, and the first one 1 afterwards.
  public static func valuesOfSendingInSubscription<P: Publisher<Int, Oops>>(
    _ make: (PassthroughSubject<Int, Oops>, PassthroughSubject<Int, Oops>) -> P
  ) -> [Int] {
    let (first, second) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
    var values: [Int] = []
    make(first, second).subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          subscription.request(.unlimited)
          second.send(10)
        },
        receiveValue: { value in
          values.append(value)
          return .none
        }))
    first.send(1)
    return values
  }
}

/// The history without the subscription, then the upstream's events, when an operator's closure throws for the second of
/// the values 1, -1 and 2.
public func historyOfThrowing<P: Publisher>(_ make: (ProbePublisher<Int, Never>) -> P) -> [String] {
  let probe = ProbePublisher<Int, Never>()
  let recorder = make(probe).record()
  for value in [1, -1, 2] { probe.send(value) }
  return recorder.history.dropFirst() + probe.events.map { "upstream: \($0)" }
}
