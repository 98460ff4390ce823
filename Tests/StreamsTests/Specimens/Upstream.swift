import Streams
import StreamsSupport

/// A publisher that is driven by hand, within the contract or against it.
final class Upstream: Publisher, @unchecked Sendable {
  // Sendable because its state is behind a lock.
  typealias Output = Payload
  typealias Failure = Oops

  private let state = Shared(State())
  private let counter: PayloadCounter
  /// Whether subscribers get no subscription.
  private let isSilent: Bool
  /// The number of values.
  private let count: Int

  private struct State {
    var downstreams: [Downstream] = []
    var sent = 0
  }

  init(_ counter: PayloadCounter, count: Int = 12, isSilent: Bool = false) {
    self.counter = counter
    self.count = count
    self.isSilent = isSilent
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Payload, S.Failure == Oops {
    let downstream = Downstream(subscriber)
    state.withLock { $0.downstreams.append(downstream) }
    if !isSilent { subscriber.receive(subscription: downstream.subscription) }
  }

  private var downstreams: [Downstream] { state.withLock { $0.downstreams } }

  /// Whether every subscriber has cancelled or received a completion.
  var hasNoSubscribers: Bool { downstreams.allSatisfy { $0.subscription.isClosed } }

  /// Sends the next value if one is requested, or the completion after the last value.
  ///
  /// - Returns: Whether there was anything to do.
  func sendNext() -> Bool {
    guard let downstream = downstreams.last(where: { !$0.subscription.isClosed }) else { return false }
    let next = state.withLock { $0.sent == count ? nil : $0.sent + 1 }
    guard let next else {
      complete(with: .finished)
      return true
    }
    guard downstream.subscription.consume() else { return false }
    state.withLock { $0.sent = next }
    downstream.send(Payload(next, in: counter))
    return true
  }

  /// Sends a completion to every subscriber that is still active.
  func complete(with completion: Subscribers.Completion<Oops>) {
    for downstream in downstreams where downstream.subscription.close() { downstream.complete(completion) }
  }

  // MARK: Against the contract

  /// Sends a value to every subscriber, also without demand, after a cancel and after a completion.
  func force(_ value: Int) {
    for downstream in downstreams { downstream.force(Payload(value, in: counter)) }
  }

  /// Sends a completion to every subscriber, also after a cancel and after a completion.
  func forceCompletion(_ completion: Subscribers.Completion<Oops>) {
    for downstream in downstreams { downstream.complete(completion) }
  }

  /// Sends every subscriber a second subscription.
  ///
  /// - Returns: Whether the second one was cancelled and the first one was not.
  func forceSubscription() -> Bool {
    downstreams.allSatisfy { downstream in
      let second = TestSubscription()
      let wasClosed = downstream.subscription.isClosed
      downstream.sendSubscription(second)
      return second.isClosed && downstream.subscription.isClosed == wasClosed
    }
  }

  /// Releases every subscriber.
  func releaseSubscribers() { state.withLock { $0.downstreams.removeAll() } }

  private struct Downstream {
    let subscription = TestSubscription()
    let send: (Payload) -> Void
    let force: (Payload) -> Void
    let complete: (Subscribers.Completion<Oops>) -> Void
    let sendSubscription: (any Subscription) -> Void

    init<S: Subscriber>(_ subscriber: S) where S.Input == Payload, S.Failure == Oops {
      let subscription = subscription
      send = { subscription.add(subscriber.receive($0)) }
      force = { _ = subscriber.receive($0) }
      complete = { subscriber.receive(completion: $0) }
      sendSubscription = { subscriber.receive(subscription: $0) }
    }
  }

  private final class TestSubscription: Subscription {
    private let state = Shared((demand: Subscribers.Demand.none, isClosed: false))

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func consume() -> Bool {
      state.withLock { state in
        guard !state.isClosed, state.demand > .none else { return false }
        state.demand -= 1
        return true
      }
    }

    func add(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }
    func request(_ demand: Subscribers.Demand) { add(demand) }
    func cancel() { _ = close() }

    func close() -> Bool {
      state.withLock { state in
        defer { state.isClosed = true }
        return !state.isClosed
      }
    }
  }
}
