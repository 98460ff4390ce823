import Locking
import Streams

/// A subscriber that writes down all that it receives, and asks for as much as a test wants.
///
/// It also checks what a publisher has promised: one subscription first, no more values than were asked for, no delivery
/// inside another, nothing after the end. What is broken is in ``violations``.
///
/// ```swift
/// let recorder = (1...5).publisher.record(demand: .max(2))
/// recorder.history  // ["subscription: 1...5", "value: 1", "value: 2"]
/// recorder.request(.unlimited)
/// recorder.values   // [1, 2, 3, 4, 5]
/// ```
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.

  /// Something that was received.
  public enum Event {
    /// A subscription that describes itself like this.
    case subscription(String)
    /// A value.
    case value(Input)
    /// The end.
    case completion(Subscribers.Completion<Failure>)
  }

  /// Something that was received, and when.
  public struct Entry {
    /// The time, where the recorder has a scheduler.
    public let time: TestScheduler.SchedulerTimeType?
    /// What was received.
    public let event: Event
  }

  private let state: LockedValue<State>
  private let demand: Subscribers.Demand
  private let additional: (Input) -> Subscribers.Demand
  private let scheduler: TestScheduler?

  private struct State {
    var entries: [Entry] = []
    var violations: [String] = []
    var subscription: (any Subscription)?
    var outstanding = Subscribers.Demand.none
    var isDelivering = false
    var isIntroduced = false
    var isOver = false
    var isCancelled = false
  }

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - demand: What it asks for when it is subscribed; with `.none` it waits for ``request(_:)``.
  ///   - scheduler: Whose time the entries carry.
  ///   - additional: What it answers to a value: how many more it wants.
  public init(
    demand: Subscribers.Demand = .unlimited, on scheduler: TestScheduler? = nil,
    then additional: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.demand = demand
    self.scheduler = scheduler
    self.additional = additional
    state = LockedValue(unchecked: State())
  }

  // MARK: What was received

  /// Everything that was received, in order, with its time.
  public var entries: [Entry] { state.withLockUnchecked { $0.entries } }

  /// Everything that was received, in order.
  public var events: [Event] { entries.map(\.event) }

  /// Everything that was received, in order, as text: for whole histories of types that cannot be compared.
  public var history: [String] { events.map(\.description) }

  /// The values.
  public var values: [Input] {
    events.compactMap { event in
      if case .value(let value) = event { return value }
      return nil
    }
  }

  /// The end, if it has come.
  public var completion: Subscribers.Completion<Failure>? {
    events.lazy.compactMap { event in
      if case .completion(let completion) = event { return completion }
      return nil
    }.first
  }

  /// What the publisher has promised and not kept; empty when all is well.
  public var violations: [String] { state.withLockUnchecked { $0.violations } }

  /// What was asked for and has not come yet.
  public var outstanding: Subscribers.Demand { state.withLockUnchecked { $0.outstanding } }

  // MARK: What a test does

  /// Asks for more; before there is a subscription, for more when it comes.
  public func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLockUnchecked { state in
      state.outstanding += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription; may be called from anywhere, also from inside a delivery.
  public func cancel() {
    let subscription = state.withLockUnchecked { state in
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  // MARK: Subscriber

  public func receive(subscription: any Subscription) {
    let time = scheduler?.now
    let asked = state.withLockUnchecked { state -> Subscribers.Demand? in
      state.entries.append(Entry(time: time, event: .subscription("\(subscription)")))
      if state.isIntroduced { state.violations.append("A second subscription: \(subscription)") }
      guard !state.isIntroduced, !state.isCancelled else { return nil }
      state.isIntroduced = true
      state.subscription = subscription
      state.outstanding += demand
      return state.outstanding
    }
    guard let asked else { return subscription.cancel() }
    if asked > .none { subscription.request(asked) }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    let time = scheduler?.now
    state.withLockUnchecked { state in
      state.entries.append(Entry(time: time, event: .value(input)))
      if !state.isIntroduced { state.violations.append("Before the subscription: \(input)") }
      if state.isOver { state.violations.append("After the end: \(input)") }
      if state.isDelivering { state.violations.append("Inside another delivery: \(input)") }
      if state.outstanding == .none { state.violations.append("Not asked for: \(input)") }
      state.outstanding -= 1
      state.isDelivering = true
    }
    let more = additional(input)
    state.withLockUnchecked { state in
      state.isDelivering = false
      state.outstanding += more
    }
    return more
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    let time = scheduler?.now
    let released = state.withLockUnchecked { state in
      state.entries.append(Entry(time: time, event: .completion(completion)))
      if !state.isIntroduced { state.violations.append("Before the subscription: \(Event.completion(completion))") }
      if state.isOver { state.violations.append("A second end: \(Event.completion(completion))") }
      if state.isDelivering { state.violations.append("Inside another delivery: \(Event.completion(completion))") }
      state.isOver = true
      return state.subscription.take()
    }
    _ = released
  }
}

extension RecordingSubscriber.Event: CustomStringConvertible {
  public var description: String {
    switch self {
    case .subscription(let name): "subscription: \(name)"
    case .value(let value): "value: \(value)"
    case .completion(.finished): "finished"
    case .completion(.failure(let error)): "failure: \(error)"
    }
  }
}

extension RecordingSubscriber.Entry: CustomStringConvertible {
  public var description: String { time.map { "\($0): \(event)" } ?? event.description }
}

extension RecordingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}
extension RecordingSubscriber.Entry: Equatable where Input: Equatable, Failure: Equatable {}

extension Publisher {
  /// Subscribes a recorder to this publisher.
  ///
  /// - Parameters:
  ///   - demand: What the recorder asks for when it is subscribed.
  ///   - scheduler: Whose time the entries carry.
  ///   - additional: What the recorder answers to a value: how many more it wants.
  /// - Returns: The recorder. It does not cancel when it is released: the publisher's subscription keeps it.
  public func record(
    demand: Subscribers.Demand = .unlimited, on scheduler: TestScheduler? = nil,
    then additional: @escaping (Output) -> Subscribers.Demand = { _ in .none }
  ) -> RecordingSubscriber<Output, Failure> {
    let recorder = RecordingSubscriber<Output, Failure>(demand: demand, on: scheduler, then: additional)
    subscribe(recorder)
    return recorder
  }
}
