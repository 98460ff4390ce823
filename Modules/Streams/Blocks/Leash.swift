/// The subscription that a subscriber from outside gets.
///
/// At the end, at the cancel, and when a subject is gone without an end, it lets go of the publisher's own: a subscriber
/// that keeps its subscription for ever keeps nothing else, and is itself kept by nobody. What a publisher sends after the
/// end, or beside a first subscription, stops here.
@usableFromInline final class Leash: Subscription, Named {
  @usableFromInline let link = Link()

  @usableFromInline init() {}

  @inlinable @inline(__always)
  func port<S: Subscriber>(to subscriber: S) -> Port<S.Input, S.Failure> {
    Port(
      raw: RawPort(
        identity: subscriber.combineIdentifier,
        value: { [self] in link.isOpen ? subscriber.receive($0.input()).raw : 0 },
        signal: { [self] signal in
          switch signal {
          case .subscription(let subscription):
            if link.attach(subscription.pointee) { subscriber.receive(subscription: self) }
          case .completion(let pointer): if link.end() { subscriber.receive(completion: pointer.input()) }
          case .abandoned: _ = link.end()
          }
        }))
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { link.request(demand) }
  @usableFromInline func cancel() { link.cancel() }

  @usableFromInline var description: String { link.current.map { "\($0)" } ?? "Ended" }
}
