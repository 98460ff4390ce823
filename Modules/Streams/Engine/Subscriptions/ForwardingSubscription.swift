/// A subscription that downstream gets before upstream is subscribed: it keeps what downstream requests, and a cancel, until
/// upstream sends its own.
///
/// It does not know downstream. Otherwise the two would retain each other where upstream never sends anything.
@usableFromInline package final class EarlySubscription: OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let operation: Any.Type

  @usableFromInline package let overlapCheck: OverlapCheck

  @usableFromInline package init(of operation: Any.Type) {
    self.operation = operation
    overlapCheck = OverlapCheck(operation)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    if demand.isPositive(orTrap: true) { upstream.request(demand) }
  }

  @usableFromInline package func cancel() { upstream.cancel() }
}
