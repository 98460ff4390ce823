import Synchronization

/// A subscription that passes requests and the cancel to its upstream, and keeps them until upstream sends its own subscription.
///
/// It knows neither downstream nor what an operator remembers. So where upstream never sends anything, nothing retains itself,
/// and a subscriber that keeps this after the end keeps nothing else.
@usableFromInline package final class ForwardingSubscription: OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let operation: Any.Type
  /// The number of values to request for each that downstream requests; `nil` where upstream is asked for unlimited.
  @usableFromInline package let multiplier: Int?
  /// Whether downstream has cancelled, also after upstream has completed.
  @usableFromInline package let isCancelled = Atomic<Bool>(false)
  private let trapsOnRequestForNone: Bool

  /// - Parameters:
  ///   - operation: The type of the operator's publisher.
  ///   - multiplier: The number of values to request for each that downstream requests.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error.
  @usableFromInline package init(of operation: Any.Type, multiplier: Int? = 1, trapsOnRequestForNone: Bool = true) {
    self.operation = operation
    self.multiplier = multiplier
    self.trapsOnRequestForNone = trapsOnRequestForNone
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    _ = demand.isPositive(orTrap: trapsOnRequestForNone)
    upstream.request(multiplied(demand))
  }

  @inlinable @inline(__always) package func multiplied(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    guard let multiplier, multiplier > 1 else { return demand }
    return demand * multiplier
  }

  @usableFromInline package func cancel() {
    // Pairs with the load in `StageSubscription`.
    isCancelled.store(true, ordering: .releasing)
    upstream.cancel()
  }
}
