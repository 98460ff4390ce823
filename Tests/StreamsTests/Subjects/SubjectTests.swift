import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SubjectTests {
  /// A source that calls back, as delegates and listeners do.
  private final class Callbacks {
    var listeners: [(Int) -> Void] = []
    func call(_ value: Int) { for listener in listeners { listener(value) } }
  }

  /// The usual bridge from callbacks to a publisher: only the subscription keeps the subject.
  private func bridge<S: Subject<Int, Never>>(_ callbacks: Callbacks, _ make: () -> S) -> AnyPublisher<Int, Never> {
    let subject = make()
    callbacks.listeners.append { [weak subject] in subject?.send($0) }
    return subject.eraseToAnyPublisher()
  }

  @Test func `completes a subscriber that joins after the completion`() {
    let passthrough = PassthroughSubject<Int, Oops>()
    let current = CurrentValueSubject<Int, Oops>(1)
    passthrough.send(completion: .failure(Oops()))
    current.send(completion: .failure(Oops()))
    expectEqual(passthrough.record().history, ["subscription: PassthroughSubject", "failure: Oops()"])
    expectEqual(current.record().history, ["subscription: CurrentValueSubject", "failure: Oops()"])
  }

  @Test func `sends no completion to a subscriber that cancels at once`() {
    let passthrough = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    passthrough.send(completion: .finished)
    current.send(completion: .finished)
    let recorders = [RecordingSubscriber<Int, Never>(), RecordingSubscriber<Int, Never>()]
    for recorder in recorders { recorder.cancel() }
    passthrough.subscribe(recorders[0])
    current.subscribe(recorders[1])
    let names = ["PassthroughSubject", "CurrentValueSubject"]
    expectEqual(recorders.map(\.history), names.map { ["subscription: \($0)"] })
  }

  @Test func `a bridge with a weak passthrough subject delivers`() {
    let callbacks = Callbacks()
    var seen: [Int] = []
    let cancellable = bridge(callbacks) { PassthroughSubject() }.sink { seen.append($0) }
    callbacks.call(1)
    callbacks.call(2)
    expectEqual(seen, [1, 2])
    cancellable.cancel()
  }

  @Test func `a bridge with a weak current value subject delivers`() {
    let callbacks = Callbacks()
    var seen: [Int] = []
    let cancellable = bridge(callbacks) { CurrentValueSubject(0) }.map { $0 * 2 }.removeDuplicates()
      .sink { seen.append($0) }
    callbacks.call(1)
    callbacks.call(2)
    expectEqual(seen, [0, 2, 4])
    cancellable.cancel()
  }

  @Test func `an unowned subject is valid while it has a subscriber`() {
    let callbacks = Callbacks()
    func publisher() -> AnyPublisher<Int, Never> {
      let subject = PassthroughSubject<Int, Never>()
      callbacks.listeners.append { [unowned subject] in subject.send($0) }
      return subject.eraseToAnyPublisher()
    }
    var seen: [Int] = []
    let cancellable = publisher().sink { seen.append($0) }
    callbacks.call(1)
    expectEqual(seen, [1])
    cancellable.cancel()
  }

  @Test func `a cancelled subscription releases its subject`() {
    weak var passthrough: PassthroughSubject<Int, Never>?
    weak var current: CurrentValueSubject<Int, Never>?
    var cancellables: [AnyCancellable] = []
    var subscriptions: [any Subscription] = []
    do {
      let subjects = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(1))
      (passthrough, current) = (subjects.0, subjects.1)
      cancellables.append(subjects.0.handleEvents(receiveSubscription: { subscriptions.append($0) }).sink { _ in })
      cancellables.append(subjects.1.handleEvents(receiveSubscription: { subscriptions.append($0) }).sink { _ in })
    }
    #expect(passthrough != nil && current != nil)
    for cancellable in cancellables { cancellable.cancel() }
    #expect(passthrough == nil && current == nil)
    expectEqual(subscriptions.count, 2)
  }

  @Test func `a completed subscription releases its subject`() {
    weak var passthrough: PassthroughSubject<Int, Never>?
    weak var current: CurrentValueSubject<Int, Never>?
    var subscriptions: [any Subscription] = []
    do {
      let subjects = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(1))
      (passthrough, current) = (subjects.0, subjects.1)
      subjects.0.subscribe(AnySubscriber(receiveSubscription: { subscriptions.append($0) }))
      subjects.1.subscribe(AnySubscriber(receiveSubscription: { subscriptions.append($0) }))
      subjects.0.send(completion: .finished)
      subjects.1.send(completion: .finished)
    }
    #expect(passthrough == nil && current == nil)
    expectEqual(subscriptions.count, 2)
  }

  @Test func `a subscription alone keeps a value without demand`() {
    var subject: CurrentValueSubject<Int, Never>? = CurrentValueSubject(1)
    let recorder = subject?.record(demand: .max(1))
    subject?.send(2)
    subject?.send(3)
    subject = nil
    recorder?.request(.unlimited)
    expectEqual(recorder?.values, [1, 3])
    recorder?.cancel()
  }

  @Test func `a released subject cancels its upstream`() {
    let probe = ProbePublisher<Int, Never>()
    var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
    if let subject {
      probe.subscribe(AnySubscriber(receiveSubscription: { [weak subject] in subject?.send(subscription: $0) }))
    }
    subject = nil
    expectEqual(probe.events.last, .cancel)
  }
}
