/// The connection of a connectable publisher that lasts as long as it has subscribers.
@usableFromInline package final class RefCount: Sendable {
  private let state = Locked(State())

  private struct State {
    var subscribers = 0
    /// How many connect or disconnect; the last of them looks after whoever has come meanwhile.
    var busy = 0
    var connection: (any Cancellable)?
  }

  @usableFromInline package init() {}

  /// Attaches a subscriber, who is counted until it cancels or upstream ends, and connects if it is the first.
  @usableFromInline package func receive<P: ConnectablePublisher>(
    _ upstream: P, of operation: Any.Type, _ downstream: ErasedSubscriber<P.Output, P.Failure>
  ) {
    let isFirst = state.withLock { state in
      state.subscribers += 1
      guard state.connection == nil, state.busy == 0 else { return false }
      state.busy = 1
      return true
    }
    var handlers = EventHandlers<P.Output, P.Failure>()
    handlers.completion = { [self] _ in leave(upstream) }
    handlers.cancel = { [self] in leave(upstream) }
    upstream.receive(
      subscriber: EventTap(downstream, of: operation, hasUpstreamName: true, handlers: handlers).makeSubscriber())
    if isFirst { connect(upstream) }
  }

  private func connect(_ upstream: some ConnectablePublisher) {
    while isWanted() {
      if let upstream = upstream as? any EarlyConnectable {
        upstream.connect(keep)
      } else {
        keep(upstream.connect())
      }
    }
  }

  /// Whether whoever is busy has to connect: somebody is there who has no connection.
  private func isWanted() -> Bool {
    // NB: nobody may be there any more: who has cancelled at once, or inside what the connection has sent at once, or has
    // been told of an end. And after those somebody may have come.
    state.withLock { state in
      let isWanted = state.subscribers > 0 && state.connection == nil && state.busy == 1
      if !isWanted { state.busy -= 1 }
      return isWanted
    }
  }

  private func keep(_ connection: any Cancellable) {
    let isWanted = state.withLock { state in
      if state.subscribers > 0 { state.connection = connection }
      return state.subscribers > 0
    }
    if !isWanted { connection.cancel() }
  }

  private func leave(_ upstream: some ConnectablePublisher) {
    let connection = state.withLock { state in
      state.subscribers -= 1
      let connection = state.subscribers == 0 ? state.connection.take() : nil
      if connection != nil { state.busy += 1 }
      return connection
    }
    guard let connection else { return }
    connection.cancel()
    // NB: for who has come meanwhile: upstream is subscribed to once at a time.
    connect(upstream)
  }
}

/// A connectable publisher whose connection can be cancelled while it is being made.
@usableFromInline package protocol EarlyConnectable: ConnectablePublisher {
  /// Connects.
  ///
  /// - Parameter keep: Gets the connection before upstream is subscribed.
  func connect(_ keep: (any Cancellable) -> Void)
}

extension EarlyConnectable {
  public func connect() -> any Cancellable {
    var connection = Subscriptions.empty as any Cancellable
    connect { connection = $0 }
    return connection
  }
}
