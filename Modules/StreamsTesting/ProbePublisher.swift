import Locking
import Streams

/// A publisher that is driven by hand and writes down what is asked of it.
///
/// Like every good publisher it lets go of a subscriber after the completion, or when the subscriber cancels. Unlike them it
/// sends values also where nobody has asked for one: what to send, and when, is the test's affair; ``outstanding`` says what
/// has been asked for.
///
/// ```swift
/// let probe = ProbePublisher<Int, Never>()
/// let recorder = probe.filter { $0 > 1 }.record(demand: .max(1))
/// probe.send(1)  // returns .max(1): another one in its place
/// probe.send(2)
/// recorder.cancel()
/// probe.events   // [.subscribe, .request(.max(1)), .additional(.max(1)), .cancel]
/// ```
public final class ProbePublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.

  private let state = LockedValue(unchecked: State())
  private let name: String
  private let scheduler: TestScheduler?
  private let onEvent: (ProbeEvent) -> Void

  fileprivate struct State {
    var log: [(time: TestScheduler.SchedulerTimeType?, event: ProbeEvent)] = []
    var subscriptions: [ProbeSubscription<Output, Failure>] = []
  }

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - name: How its subscriptions describe themselves.
  ///   - scheduler: Whose time ``log`` carries.
  ///   - onEvent: Hears of each event when it happens; may send, and end the probe.
  public init(
    _ name: String = "Probe", on scheduler: TestScheduler? = nil, onEvent: @escaping (ProbeEvent) -> Void = { _ in }
  ) {
    self.name = name
    self.scheduler = scheduler
    self.onEvent = onEvent
  }

  /// What was asked of the probe, in order, by all of its subscribers.
  public var events: [ProbeEvent] { state.withLockUnchecked { $0.log.map(\.event) } }

  /// What was asked of the probe, in order, and when, where the probe has a scheduler.
  public var log: [(time: TestScheduler.SchedulerTimeType?, event: ProbeEvent)] { state.withLockUnchecked { $0.log } }

  /// How many subscribers there are that have neither cancelled nor been told of an end.
  public var subscriberCount: Int { state.withLockUnchecked { $0.subscriptions.count } }

  /// What the newest subscriber has asked for and not been sent.
  public var outstanding: Subscribers.Demand { newest?.outstanding ?? .none }

  private var newest: ProbeSubscription<Output, Failure>? { state.withLockUnchecked { $0.subscriptions.last } }

  /// Sends a value to each subscriber, whether it has asked for one or not.
  ///
  /// - Returns: The additional demand that the newest subscriber answered.
  @discardableResult public func send(_ value: Output) -> Subscribers.Demand {
    state.withLockUnchecked { $0.subscriptions }.reduce(.none) { $1.send(value) }
  }

  /// Ends the probe for each subscriber it has, and lets go of them. Later subscribers may come.
  public func send(completion: Subscribers.Completion<Failure>) {
    let subscriptions = state.withLockUnchecked { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.end(completion) }
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let subscription = ProbeSubscription(self, subscriber, name: name)
    state.withLockUnchecked { $0.subscriptions.append(subscription) }
    note(.subscribe)
    subscriber.receive(subscription: subscription)
  }

  fileprivate func note(_ event: ProbeEvent) {
    let time = scheduler?.now
    state.withLockUnchecked { $0.log.append((time, event)) }
    onEvent(event)
  }

  fileprivate func leave(_ subscription: ProbeSubscription<Output, Failure>) {
    state.withLockUnchecked { $0.subscriptions.removeAll { $0 === subscription } }
    note(.cancel)
  }
}

extension ProbePublisher where Output == Void {
  /// Sends to each subscriber that it happened.
  @discardableResult public func send() -> Subscribers.Demand { send(()) }
}

/// Something that a subscriber did to a ``ProbePublisher``.
public enum ProbeEvent: Equatable, Sendable {
  /// It subscribed.
  case subscribe
  /// It asked its subscription for values.
  case request(Subscribers.Demand)
  /// It answered a value by asking for more.
  case additional(Subscribers.Demand)
  /// It cancelled; heard once per subscription, and not after the end.
  case cancel
}

extension ProbeEvent: CustomStringConvertible {
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
    var take: ((Output) -> Subscribers.Demand)?
    var end: ((Subscribers.Completion<Failure>) -> Void)?
    var outstanding = Subscribers.Demand.none
  }

  init<S: Subscriber>(_ probe: ProbePublisher<Output, Failure>, _ subscriber: S, name: String)
  where S.Input == Output, S.Failure == Failure {
    self.probe = probe
    self.name = name
    state = LockedValue(
      unchecked:
        State(take: { subscriber.receive($0) }, end: { subscriber.receive(completion: $0) }))
  }

  var outstanding: Subscribers.Demand { state.withLockUnchecked { $0.outstanding } }

  func send(_ value: Output) -> Subscribers.Demand {
    let take = state.withLockUnchecked { state in
      state.outstanding -= 1
      return state.take
    }
    guard let take else { return .none }
    let more = take(value)
    if more > .none {
      state.withLockUnchecked { $0.outstanding += more }
      probe.note(.additional(more))
    }
    return more
  }

  func end(_ completion: Subscribers.Completion<Failure>) { release().end?(completion) }

  func request(_ demand: Subscribers.Demand) {
    let isOpen = state.withLockUnchecked { state in
      state.outstanding += demand
      return state.take != nil
    }
    if isOpen { probe.note(.request(demand)) }
  }

  func cancel() {
    if release().take != nil { probe.leave(self) }
  }

  private func release() -> State {
    state.withLockUnchecked { state in
      defer { state = State() }
      return state
    }
  }

  var description: String { name }
}
