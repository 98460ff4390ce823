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
  @usableFromInline package func receive<P: ConnectablePublisher>(
    _ upstream: P, of operation: Any.Type, _ downstream: ErasedSubscriber<P.Output, P.Failure>
  ) {
    state.withLock { state in
      state.subscribers += 1
      state.busy += 1
    }
    var handlers = EventHandlers<P.Output, P.Failure>()
    let leave = LeaveOnce { [self] in remove(from: upstream) }
    handlers.completion = { _ in leave() }
    handlers.cancel = { leave() }
    upstream.receive(
      subscriber: HandleEventsSubscription(downstream, of: operation, hasUpstreamName: true, handlers: handlers)
        .makeSubscriber())
    connect(upstream)
  }

  /// Connects if that is needed, for a caller that has been counted as busy.
  private func connect(_ upstream: some ConnectablePublisher) {
    while needsConnection() {
      if let upstream = upstream as? any EarlyConnectable {
        upstream.connect(keep)
      } else {
        keep(upstream.connect())
      }
    }
  }

  /// Whether a busy caller has to connect: there are subscribers without a connection.
  private func needsConnection() -> Bool {
    // Checked each time, because subscribers may cancel, and others arrive, while upstream is being connected.
    state.withLock { state in
      let isNeeded = state.subscribers > 0 && state.connection == nil && state.busy == 1
      if !isNeeded { state.busy -= 1 }
      return isNeeded
    }
  }

  private func keep(_ connection: any Cancellable) {
    let isNeeded = state.withLock { state in
      if state.subscribers > 0 { state.connection = connection }
      return state.subscribers > 0
    }
    if !isNeeded { connection.cancel() }
  }

  /// Counts a subscriber out, and disconnects after the last.
  private func remove(from upstream: some ConnectablePublisher) {
    let connection = state.withLock { state in
      state.subscribers -= 1
      let connection = state.subscribers == 0 ? state.connection.take() : nil
      if connection != nil { state.busy += 1 }
      return connection
    }
    guard let connection else { return }
    connection.cancel()
    // For subscribers that have arrived meanwhile: upstream is subscribed to once at a time.
    connect(upstream)
  }
}

/// What a subscriber does when it leaves. It is released then, because a subscriber may keep its subscription after the end.
private final class LeaveOnce: Sendable {
  private let action: Locked<(() -> Void)?>

  init(_ action: @escaping () -> Void) { self.action = Locked(action) }

  func callAsFunction() { action.exchange(nil)?() }
}

/// A connectable publisher whose connection can be cancelled while it is being made.
@usableFromInline package protocol EarlyConnectable: ConnectablePublisher {
  /// Connects.
  ///
  /// - Parameter keep: Receives the connection before upstream is subscribed.
  func connect(_ keep: (any Cancellable) -> Void)
}

extension EarlyConnectable {
  public func connect() -> any Cancellable {
    var connection = Subscriptions.empty as any Cancellable
    connect { connection = $0 }
    return connection
  }
}
