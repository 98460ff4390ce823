/// Says what goes upstream in jobs of a scheduler: the subscription, each request, the cancel. What comes from upstream is
/// passed on where it comes, and what downstream answers to a value is the answer.
@usableFromInline package final class RescheduledDemand: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because it has nothing variable but its link.
  @usableFromInline package let link = Link()
  @usableFromInline package let credit = Credit()
  @usableFromInline package let port: RawPort
  // NB: unchecked because it is taken once, while this object is made.
  @usableFromInline @exclusivity(unchecked) package var subscriber: AnyObject?
  @usableFromInline package let schedule: (@escaping () -> Void) -> Void

  @usableFromInline package init(_ port: RawPort, schedule: @escaping (@escaping () -> Void) -> Void) {
    self.port = port.unretained
    subscriber = port.subscriber
    self.schedule = schedule
    credit.grant(.unlimited)
  }

  /// Where the values go in. To be called once: it keeps the subscriber.
  @inlinable package func inlet<Value, Failure: Error>() -> Port<Value, Failure> {
    Port(
      identity: self, subscriber: subscriber.take(),
      subscription: { [self] in if link.attach($0) { port.receive(subscription: self) } },
      value: { [self] in
        guard link.isOpen, !credit.isClosed else { return 0 }
        let more = port.value($0)
        return credit.isClosed ? 0 : more
      },
      completion: { [self] in if link.end(), credit.close() { port.receive(completion: $0) } })
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    schedule { self.link.request(demand) }
  }

  // NB: values stop at once, whenever the job runs that tells upstream.
  @usableFromInline package func cancel() {
    guard credit.close() else { return }
    schedule { self.link.cancel() }
  }

  @usableFromInline package var description: String { "SubscribeOn" }
}
