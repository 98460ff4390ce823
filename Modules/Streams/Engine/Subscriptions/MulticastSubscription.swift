/// A subscription to the subject of a multicast, under the operator's name.
///
/// The subject may be a user's own, so this keeps the contract for it: one subscription, nothing after the completion or a
/// cancel, and one cancel. A request for no values does nothing.
@usableFromInline package final class MulticastSubscription: Subscription, CustomDescribed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let downstream: RawSubscriber

  @inlinable package init(_ downstream: RawSubscriber) { self.downstream = downstream.unretained }

  /// The subscriber to attach to the subject.
  @inlinable package static func makeSubscriber<Value, Failure: Error>(
    for downstream: ErasedSubscriber<Value, Failure>
  ) -> ErasedSubscriber<Value, Failure> {
    let subscription = MulticastSubscription(downstream.raw)
    return ErasedSubscriber(
      owner: downstream.raw.forwardedOwner,
      subscription: {
        if subscription.upstream.attach($0) { subscription.downstream.receive(subscription: subscription) }
      },
      value: { subscription.receive($0) },
      completion: { if subscription.upstream.close() == .open { subscription.downstream.receive(completion: $0) } })
  }

  /// Delivers a value. What the delivery returns is requested, so that a cancel stops it.
  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer) -> UInt {
    guard upstream.isOpen else { return 0 }
    let more = downstream.onValue(value)
    if more > 0 { request(Subscribers.Demand(raw: more)) }
    return 0
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    if demand > .none { upstream.request(demand) }
  }

  @usableFromInline package func cancel() { upstream.cancel() }
  @usableFromInline package var description: String { "Multicast" }
}
