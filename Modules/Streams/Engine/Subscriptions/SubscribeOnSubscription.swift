/// Subscribes, requests and cancels in jobs of a scheduler. Elements and the completion pass directly, as does the demand that
/// downstream returns for an element.
@usableFromInline package final class SubscribeOnSubscription: OperatorNamed, @unchecked Sendable {
  // Sendable because what is variable is atomic or behind a lock.

  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let operation: Any.Type
  /// Whether downstream may receive anything: no element follows a cancel, whenever its job runs.
  @usableFromInline package let outstanding = AtomicDemand()
  /// The subscriber to attach to upstream keeps it alive.
  @usableFromInline package let downstream: RawSubscriber
  private let scheduling: Locked<Scheduling>

  // A struct, because a generic type that is itself a closure is wrapped each time it is read.
  private struct Scheduling {
    /// Schedules a job; `nil` after the end.
    var schedule: ((@escaping () -> Void) -> Void)?
  }

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - schedule: Schedules a job.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of operation: Any.Type, schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.downstream = downstream.unretained
    self.operation = operation
    scheduling = Locked(Scheduling(schedule: schedule))
    outstanding.add(.unlimited)
  }

  /// Schedules the subscription to the upstream.
  @inlinable package static func subscribe<P: Publisher>(
    _ downstream: ErasedSubscriber<P.Output, P.Failure>, to upstream: P, of operation: Any.Type,
    schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    let subscription = SubscribeOnSubscription(downstream.raw, of: operation, schedule: schedule)
    let subscriber: ErasedSubscriber<P.Output, P.Failure> = subscription.makeSubscriber(
      owner: downstream.raw.forwardedOwner)
    schedule { upstream.receive(subscriber: subscriber) }
  }

  @inlinable package func makeSubscriber<Value, Failure: Error>(
    owner: SubscriberOwner?
  ) -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      owner: owner,
      subscription: { [self] in if upstream.attach($0) { downstream.receive(subscription: self) } },
      value: { [self] in
        guard upstream.isOpen, !outstanding.isClosed else { return 0 }
        let more = downstream.onValue($0)
        return outstanding.isClosed ? 0 : more
      },
      completion: { [self] completion in
        guard upstream.close() == .open, end() != nil else { return }
        downstream.receive(completion: completion)
      })
  }

  /// - Returns: What schedules a last job, unless this had ended before.
  @usableFromInline package func end() -> ((@escaping () -> Void) -> Void)? {
    outstanding.close() ? scheduling.exchange(Scheduling()).schedule : nil
  }

  // Schedules nothing once this is cancelled or complete.
  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    scheduling.withLock { $0.schedule }? { self.upstream.request(demand) }
  }

  @usableFromInline package func cancel() { end()? { self.upstream.cancel() } }
}
