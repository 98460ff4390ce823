import Locking
import Streams

/// A publisher that a test drives by hand, and that records what its subscribers do.
///
/// A probe releases a subscriber after a completion and after a cancel, as every publisher does. It sends values also
/// without demand: the test decides what to send, and ``outstanding`` is the demand that is left. A probe is thread-safe.
///
/// ```swift
/// let probe = ProbePublisher<Int, Never>()
/// let recorder = probe.filter { $0 > 1 }.record(demand: .max(1))
/// probe.send(1)  // returns .max(1): filter requests another value
/// probe.send(2)
/// recorder.cancel()
/// probe.events   // [.subscribe, .request(.max(1)), .additional(.max(1)), .cancel]
/// ```
public final class ProbePublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable because its state is behind a lock, and a test calls `onEvent` on the threads that it chooses.

  private let state = LockedValue(unchecked: State())
  private let name: String
  private let scheduler: TestScheduler?
  private let onEvent: (ProbeEvent) -> Void

  fileprivate struct State {
    var log: [(time: TestScheduler.SchedulerTimeType?, event: ProbeEvent)] = []
    var subscriptions: [ProbeSubscription<Output, Failure>] = []
  }

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - name: The description of its subscriptions.
  ///   - scheduler: The scheduler whose time ``log`` records.
  ///   - onEvent: A closure that the probe calls with each event when it happens, on the thread of the subscriber. It may
  ///     send values and a completion.
  public init(
    _ name: String = "Probe", on scheduler: TestScheduler? = nil, onEvent: @escaping (ProbeEvent) -> Void = { _ in }
  ) {
    self.name = name
    self.scheduler = scheduler
    self.onEvent = onEvent
  }

  /// What all subscribers of the probe did, in order.
  public var events: [ProbeEvent] { state.withLockUnchecked { $0.log.map(\.event) } }

  /// What all subscribers of the probe did, in order, with the time if the probe has a scheduler.
  public var log: [(time: TestScheduler.SchedulerTimeType?, event: ProbeEvent)] { state.withLockUnchecked { $0.log } }

  /// The number of subscribers that have neither cancelled nor received a completion.
  public var subscriberCount: Int { state.withLockUnchecked { $0.subscriptions.count } }

  /// The demand of the newest subscriber that is left: what it requested and has not received.
  public var outstanding: Subscribers.Demand { newest?.outstanding ?? .none }

  private var newest: ProbeSubscription<Output, Failure>? { state.withLockUnchecked { $0.subscriptions.last } }

  /// Sends a value to each subscriber, also without demand.
  ///
  /// - Returns: The additional demand that the newest subscriber returned.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand {
    state.withLockUnchecked { $0.subscriptions }.reduce(.none) { $1.send(value) }
  }

  /// Sends a completion to each subscriber, and releases them. The probe accepts later subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    let subscriptions = state.withLockUnchecked { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.send(completion: completion) }
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let subscription = ProbeSubscription(self, subscriber, name: name)
    state.withLockUnchecked { $0.subscriptions.append(subscription) }
    append(.subscribe)
    subscriber.receive(subscription: subscription)
  }

  fileprivate func append(_ event: ProbeEvent) {
    let time = scheduler?.now
    state.withLockUnchecked { $0.log.append((time, event)) }
    onEvent(event)
  }

  fileprivate func remove(_ subscription: ProbeSubscription<Output, Failure>) {
    state.withLockUnchecked { $0.subscriptions.removeAll { $0 === subscription } }
    append(.cancel)
  }
}

extension ProbePublisher where Output == Void {
  /// Sends an event without a value to each subscriber.
  ///
  /// - Returns: The additional demand that the newest subscriber returned.
  @discardableResult public func send() -> Subscribers.Demand { send(()) }
}

/// Something that a subscriber of a ``ProbePublisher`` did.
public enum ProbeEvent: Equatable, Sendable {
  /// The subscriber subscribed.
  case subscribe
  /// The subscriber requested values from its subscription.
  case request(Subscribers.Demand)
  /// The subscriber received a value and returned an additional demand.
  case additional(Subscribers.Demand)
  /// The subscriber cancelled. A probe records this once per subscription, and not after a completion.
  case cancel
}

extension ProbeEvent: CustomStringConvertible {
  /// The event as text, such as "request max(1)".
  public var description: String {
    switch self {
    case .subscribe: "subscribe"
    case .request(let demand): "request \(demand)"
    case .additional(let demand): "additional \(demand)"
    case .cancel: "cancel"
    }
  }
}

/// One subscriber of a probe.
private final class ProbeSubscription<Output, Failure: Error>: Subscription, CustomStringConvertible {
  private let probe: ProbePublisher<Output, Failure>
  private let name: String
  private let state: LockedValue<State>

  private struct State {
    var sendValue: ((Output) -> Subscribers.Demand)?
    var sendCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    var outstanding = Subscribers.Demand.none
  }

  init<S: Subscriber>(_ probe: ProbePublisher<Output, Failure>, _ subscriber: S, name: String)
  where S.Input == Output, S.Failure == Failure {
    self.probe = probe
    self.name = name
    state = LockedValue(
      unchecked:
        State(sendValue: { subscriber.receive($0) }, sendCompletion: { subscriber.receive(completion: $0) }))
  }

  var outstanding: Subscribers.Demand { state.withLockUnchecked { $0.outstanding } }

  func send(_ value: Output) -> Subscribers.Demand {
    let sendValue = state.withLockUnchecked { state in
      state.outstanding -= 1
      return state.sendValue
    }
    guard let sendValue else { return .none }
    let more = sendValue(value)
    if more > .none {
      state.withLockUnchecked { $0.outstanding += more }
      probe.append(.additional(more))
    }
    return more
  }

  func send(completion: Subscribers.Completion<Failure>) { end().sendCompletion?(completion) }

  func request(_ demand: Subscribers.Demand) {
    let isOpen = state.withLockUnchecked { state in
      state.outstanding += demand
      return state.sendValue != nil
    }
    if isOpen { probe.append(.request(demand)) }
  }

  func cancel() {
    if end().sendValue != nil { probe.remove(self) }
  }

  /// Releases the subscriber, and returns how to reach it if the subscription was open.
  private func end() -> State {
    state.withLockUnchecked { state in
      defer { state = State() }
      return state
    }
  }

  var description: String { name }
}
