import Synchronization

/// Brings several upstreams together into one downstream.
@usableFromInline package class Junction: GatedSubscription, OperatorSubscription, @unchecked Sendable {
  // NB: Sendable as its superclass is; what it adds is constant.
  @usableFromInline package final let port: RawPort
  @usableFromInline package final let operation: Any.Type
  /// Sends a finished completion downstream.
  @usableFromInline package final let end: (RawPort) -> Void
  /// Whether downstream has come back from taking its subscription.
  final let isIntroduced = Atomic<Bool>(false)

  @inlinable package init<Output, Failure: Error>(_ downstream: Port<Output, Failure>, of operation: Any.Type) {
    port = downstream.raw.unretained
    self.operation = operation
    end = { $0.receive(completion: Subscribers.Completion<Failure>.finished) }
    super.init(downstream.raw.subscriber)
  }

  /// Introduces itself downstream; what comes meanwhile comes after.
  ///
  /// - Parameter first: What is to be subscribed to before.
  @usableFromInline package final func start(after first: () -> Void = {}) {
    _ = gate.enter(Gate.anyone)
    first()
    port.receive(subscription: self)
    isIntroduced.store(true, ordering: .releasing)
    gate.leave(Gate.anyone)
  }

  /// Ends it: everything upstream is cancelled. Only inside the gate.
  @usableFromInline package final func finish(_ end: (RawPort) -> Void) {
    guard credit.close() else { return }
    detach()
    release()
    end(port)
    subscriber = nil
  }

  /// Ends it with a completion.
  @inlinable package final func finish<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    perform { [self] in finish { $0.receive(completion: completion) } }
  }
}
