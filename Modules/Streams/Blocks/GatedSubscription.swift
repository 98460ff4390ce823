/// The subscription of a block that sends from several threads, or keeps values until they are asked for.
///
/// It does one thing at a time, inside its gate, counts the demand, and ends once. What a subscriber asks from inside a
/// delivery, or another thread asks meanwhile, is met when whoever is inside leaves; upstream is cancelled at once.
@usableFromInline package class GatedSubscription: Subscription, @unchecked Sendable {
  // NB: Sendable because what blocks add is touched only inside the gate, or atomic.
  @usableFromInline package final let gate = Gate()
  @usableFromInline package final let credit = Credit()
  /// Its upstream, or the first of several, if it has any.
  @usableFromInline package final let link = Link()
  /// Keeps the subscriber alive until the end or the cancel. Changed only inside the gate.
  @usableFromInline @exclusivity(unchecked) package final var subscriber: AnyObject?

  @usableFromInline package init(_ subscriber: AnyObject? = nil) { self.subscriber = subscriber }

  /// Whether a request for no values is a programming error; elsewhere it does nothing.
  @usableFromInline package var needsDemand: Bool { false }

  /// Books the demand and does what it allows. Called inside the gate.
  @usableFromInline package func meet(_ demand: Subscribers.Demand) { credit.grant(demand) }

  /// Takes demand in: on any thread, and during a delivery too.
  @usableFromInline package func accept(_ demand: Subscribers.Demand) { gate.perform { self.meet(demand) } }

  /// Cancels everything upstream: on any thread, and during a delivery too.
  @usableFromInline package func detach() { link.cancel() }

  /// Lets go of what it keeps, because of a cancel. Called inside the gate.
  @usableFromInline package func release() {}

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    if demand.isAny(isRequired: needsDemand) { accept(demand) }
  }

  @usableFromInline package final func cancel() {
    let wasOpen = credit.close()
    detach()
    guard wasOpen else { return }
    perform {
      self.release()
      self.subscriber = nil
    }
  }

  /// Passes on what a delivery has asked for, inside the gate: a few values at once, so that none that is sent before the gate
  /// is left is lost; everything when it has been left, because what comes at once would all wait at the gate.
  @inline(__always) final func pass(_ demand: Subscribers.Demand, to ask: @escaping (Subscribers.Demand) -> Void) {
    if demand == .unlimited { gate.afterwards { ask(demand) } } else if demand > .none { ask(demand) }
  }

  /// Runs work inside the gate, at once or when whoever is inside leaves.
  @usableFromInline package final func perform(_ work: @escaping () -> Void) { gate.perform(work) }
}
