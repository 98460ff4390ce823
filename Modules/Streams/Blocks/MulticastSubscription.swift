/// The subscription of a multicast: its subject's, under the operator's name. A request for no values does nothing.
@usableFromInline final class MulticastSubscription: Subscription, Named {
  private let subject: any Subscription

  @usableFromInline init(_ subject: any Subscription) { self.subject = subject }

  @usableFromInline func request(_ demand: Subscribers.Demand) { if demand > .none { subject.request(demand) } }
  @usableFromInline func cancel() { subject.cancel() }
  @usableFromInline var description: String { "Multicast" }
}
