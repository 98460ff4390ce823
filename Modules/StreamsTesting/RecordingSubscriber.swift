import Locking
import Streams

/// A subscriber that records everything that it receives, and requests as much as a test wants.
///
/// It also checks the contract of the publisher: one subscription first, no more values than requested, no delivery inside
/// another, nothing after the completion. What breaks the contract is in ``violations``. A recorder is thread-safe.
///
/// ```swift
/// let recorder = (1...5).publisher.record(demand: .max(2))
/// recorder.history  // ["subscription: 1...5", "value: 1", "value: 2"]
/// recorder.request(.unlimited)
/// recorder.values   // [1, 2, 3, 4, 5]
/// ```
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // Sendable because its state is behind a lock, and a test calls `additional` on the threads that it chooses.

  /// Something that a recorder received.
  public enum Event {
    /// A subscription, by its description.
    case subscription(String)
    /// A value.
    case value(Input)
    /// A completion.
    case completion(Subscribers.Completion<Failure>)
  }

  /// Something that a recorder received, with its time.
  public struct Entry {
    /// The time, if the recorder has a scheduler.
    public let time: TestScheduler.SchedulerTimeType?
    /// What the recorder received.
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
    var isSubscribed = false
    var isCompleted = false
    var isCancelled = false
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - demand: What the recorder requests when it receives the subscription. With `.none` it waits for ``request(_:)``.
  ///   - scheduler: The scheduler whose time the entries record.
  ///   - additional: A closure that returns the additional demand for a value, called inside its delivery.
  public init(
    demand: Subscribers.Demand = .unlimited, on scheduler: TestScheduler? = nil,
    then additional: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.demand = demand
    self.scheduler = scheduler
    self.additional = additional
    state = LockedValue(unchecked: State())
  }

  // MARK: Results

  /// Everything that the recorder received, in order, with its time.
  public var entries: [Entry] { state.withLockUnchecked { $0.entries } }

  /// Everything that the recorder received, in order.
  public var events: [Event] { entries.map(\.event) }

  /// Everything that the recorder received, in order, as text, which can be compared for any type of value.
  public var history: [String] { events.map(\.description) }

  /// The values that the recorder received.
  public var values: [Input] {
    events.compactMap { event in
      if case .value(let value) = event { return value }
      return nil
    }
  }

  /// The completion, if the recorder received one.
  public var completion: Subscribers.Completion<Failure>? {
    events.lazy.compactMap { event in
      if case .completion(let completion) = event { return completion }
      return nil
    }.first
  }

  /// How the publisher broke the contract; empty if it did not.
  public var violations: [String] { state.withLockUnchecked { $0.violations } }

  /// The demand that is left: what was requested and has not been received.
  public var outstanding: Subscribers.Demand { state.withLockUnchecked { $0.outstanding } }

  // MARK: Actions of a test

  /// Requests more values. Before the subscription arrives, adds to what is requested then.
  public func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLockUnchecked { state in
      state.outstanding += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription. May be called on any thread, and from inside a delivery. Later subscriptions are cancelled too.
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
    let requested = state.withLockUnchecked { state -> Subscribers.Demand? in
      state.entries.append(Entry(time: time, event: .subscription("\(subscription)")))
      if state.isSubscribed { state.violations.append("A second subscription: \(subscription)") }
      guard !state.isSubscribed, !state.isCancelled else { return nil }
      state.isSubscribed = true
      state.subscription = subscription
      state.outstanding += demand
      return state.outstanding
    }
    guard let requested else { return subscription.cancel() }
    if requested > .none { subscription.request(requested) }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    let time = scheduler?.now
    state.withLockUnchecked { state in
      state.entries.append(Entry(time: time, event: .value(input)))
      if !state.isSubscribed { state.violations.append("Before the subscription: \(input)") }
      if state.isCompleted { state.violations.append("After the completion: \(input)") }
      if state.isDelivering { state.violations.append("Inside another delivery: \(input)") }
      if state.outstanding == .none { state.violations.append("Not requested: \(input)") }
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
      if !state.isSubscribed { state.violations.append("Before the subscription: \(Event.completion(completion))") }
      if state.isCompleted { state.violations.append("A second completion: \(Event.completion(completion))") }
      if state.isDelivering { state.violations.append("Inside another delivery: \(Event.completion(completion))") }
      state.isCompleted = true
      return state.subscription.take()
    }
    _ = released
  }
}

extension RecordingSubscriber.Event: CustomStringConvertible {
  /// The event as text: "subscription: Map", "value: 1", "finished" or "failure: Timeout()".
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
  /// The event as text, after the time if there is one: "1.5 s: value: a".
  public var description: String { time.map { "\($0): \(event)" } ?? event.description }
}

extension RecordingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}
extension RecordingSubscriber.Entry: Equatable where Input: Equatable, Failure: Equatable {}

extension Publisher {
  /// Subscribes a recorder to this publisher.
  ///
  /// ```swift
  /// [1, 2].publisher.record().history  // ["subscription: [1, 2]", "value: 1", "value: 2", "finished"]
  /// ```
  ///
  /// - Parameters:
  ///   - demand: What the recorder requests when it receives the subscription.
  ///   - scheduler: The scheduler whose time the entries record.
  ///   - additional: A closure that returns the additional demand for a value, called inside its delivery.
  /// - Returns: The recorder. Releasing it does not cancel, because the subscription keeps it alive.
  public func record(
    demand: Subscribers.Demand = .unlimited, on scheduler: TestScheduler? = nil,
    then additional: @escaping (Output) -> Subscribers.Demand = { _ in .none }
  ) -> RecordingSubscriber<Output, Failure> {
    let recorder = RecordingSubscriber<Output, Failure>(demand: demand, on: scheduler, then: additional)
    subscribe(recorder)
    return recorder
  }
}
