/// A subscription to the subject of a multicast, under the operator's name. A request for no values does nothing.
@usableFromInline package final class MulticastSubscription: Subscription, CustomDescribed {
  private let subject: any Subscription

  @usableFromInline package init(_ subject: any Subscription) { self.subject = subject }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { if demand > .none { subject.request(demand) } }
  @usableFromInline package func cancel() { subject.cancel() }
  @usableFromInline package var description: String { "Multicast" }
}
