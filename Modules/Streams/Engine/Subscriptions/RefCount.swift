/// Connects a connectable publisher while it has subscribers.
@usableFromInline package final class RefCount: Sendable {
  private let state = Locked(State())

  private struct State {
    var subscribers = 0
    /// How many callers attach a subscriber, connect or disconnect. The last of them connects for all subscribers.
    var busy = 0
    var connection: (any Cancellable)?
  }

  @usableFromInline package init() {}

  /// Attaches a subscriber, and connects if it is the first. It counts until it cancels or upstream completes.
  @inlinable package func receive<P: ConnectablePublisher>(
    _ upstream: P, of operation: Any.Type, _ downstream: ErasedSubscriber<P.Output, P.Failure>
  ) {
    count()
    var handlers = EventHandlers<P.Output, P.Failure>()
    let leave = LeaveOnce { [self] in remove(from: upstream) }
    handlers.completion = { _ in leave() }
    handlers.cancel = { leave() }
    upstream.receive(
      subscriber: HandleEventsSubscription(downstream, of: operation, hasUpstreamName: true, handlers: handlers)
        .makeSubscriber())
    connect(upstream)
  }

  /// Counts a subscriber in, and its caller as busy.
  @usableFromInline package func count() {
    state.withLock { state in
      state.subscribers += 1
      state.busy += 1
    }
  }

  /// Connects if that is needed, for a caller that has been counted as busy.
  @inlinable package func connect(_ upstream: some ConnectablePublisher) {
    while needsConnection() { upstream._connect(keep) }
  }

  /// Whether a busy caller has to connect: there are subscribers without a connection.
  @usableFromInline package func needsConnection() -> Bool {
    // Checked each time, because subscribers may cancel, and others arrive, while upstream is being connected.
    state.withLock { state in
      let isNeeded = state.subscribers > 0 && state.connection == nil && state.busy == 1
      if !isNeeded { state.busy -= 1 }
      return isNeeded
    }
  }

  @usableFromInline package func keep(_ connection: any Cancellable) {
    let isNeeded = state.withLock { state in
      if state.subscribers > 0 { state.connection = connection }
      return state.subscribers > 0
    }
    if !isNeeded { connection.cancel() }
  }

  /// Counts a subscriber out, and disconnects after the last.
  @inlinable package func remove(from upstream: some ConnectablePublisher) {
    guard let connection = countOut() else { return }
    connection.cancel()
    // For subscribers that have arrived meanwhile: upstream is subscribed to once at a time.
    connect(upstream)
  }

  /// Counts a subscriber out.
  ///
  /// - Returns: The connection to cancel after the last; then the caller counts as busy.
  @usableFromInline package func countOut() -> (any Cancellable)? {
    state.withLock { state in
      state.subscribers -= 1
      let connection = state.subscribers == 0 ? state.connection.take() : nil
      if connection != nil { state.busy += 1 }
      return connection
    }
  }
}

/// What a subscriber does when it leaves. It is released then, because a subscriber may keep its subscription after the end.
@usableFromInline package final class LeaveOnce: Sendable {
  private let action: Locked<(() -> Void)?>

  @usableFromInline package init(_ action: @escaping () -> Void) { self.action = Locked(action) }

  @usableFromInline package func callAsFunction() { action.exchange(nil)?() }
}
