import Synchronization

/// Sends downstream a subscription, and keeps an end that comes before downstream has received it.
struct SubscriptionDelivery: ~Copyable, Sendable {
  // Each change acquires and releases.
  private let phase = Atomic(Phase.starting)
  /// Sends the completion.
  private let end = Locked<(() -> Void)?>(nil)

  private enum Phase: UInt8, AtomicRepresentable {
    /// Downstream has not received the subscription.
    case starting
    case started
    /// The end has come before that.
    case endedEarly
  }

  /// Sends downstream the subscription, and then what has ended it meanwhile.
  func send(_ subscription: any Subscription, to downstream: RawSubscriber) {
    downstream.receive(subscription: subscription)
    guard !move(from: .starting, to: .started) else { return }
    let end = end.exchange(nil)
    if move(from: .endedEarly, to: .started) { end?() }
  }

  /// Keeps the end until downstream has received the subscription. Called once.
  ///
  /// - Returns: Whether it is kept. Otherwise the caller sends it.
  func keep(_ end: @autoclosure () -> () -> Void) -> Bool {
    guard phase.load(ordering: .acquiring) == .starting else { return false }
    _ = self.end.exchange(end())
    if move(from: .starting, to: .endedEarly) { return true }
    _ = self.end.exchange(nil)
    return false
  }

  /// Drops an end that is kept: downstream has cancelled.
  func dropEnd() { _ = move(from: .endedEarly, to: .started) }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
