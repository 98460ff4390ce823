/// The connection of a connectable publisher that lasts as long as it has subscribers.
@usableFromInline final class Connection: @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  private let state = Locked(State())

  private struct State {
    var subscribers = 0
    var isConnecting = false
    var connection: (any Cancellable)?
  }

  @usableFromInline init() {}

  /// Attaches a subscriber, who is counted until it cancels or upstream ends, and connects if it is the first.
  @usableFromInline func receive<P: ConnectablePublisher>(
    _ upstream: P, of operation: Any.Type, _ downstream: Port<P.Output, P.Failure>
  ) {
    let isFirst = state.withLock { state in
      state.subscribers += 1
      guard state.subscribers == 1, state.connection == nil, !state.isConnecting else { return false }
      state.isConnecting = true
      return true
    }
    var watcher = Watcher<P.Output, P.Failure>()
    watcher.completion = { [self] _ in leave() }
    watcher.cancel = leave
    upstream.receive(subscriber: Tap(downstream, of: operation, watcher: watcher).port())
    guard isFirst else { return }
    while isWanted() {
      if let upstream = upstream as? any PromptConnectable {
        upstream.connect(keep)
      } else {
        keep(upstream.connect())
      }
    }
  }

  /// Whether somebody is there who has no connection.
  private func isWanted() -> Bool {
    // NB: nobody may be there any more: who has cancelled at once, or inside what the connection has sent at once, or has
    // been told of an end. And after those somebody may have come.
    state.withLock { state in
      state.isConnecting = state.subscribers > 0 && state.connection == nil
      return state.isConnecting
    }
  }

  private func keep(_ connection: any Cancellable) {
    let isWanted = state.withLock { state in
      if state.subscribers > 0 { state.connection = connection }
      return state.subscribers > 0
    }
    if !isWanted { connection.cancel() }
  }

  private func leave() {
    let connection = state.withLock { state -> (any Cancellable)? in
      state.subscribers -= 1
      return state.subscribers == 0 ? state.connection.take() : nil
    }
    connection?.cancel()
  }
}

/// A connectable publisher whose connection can be cancelled while it is being made.
@usableFromInline protocol PromptConnectable: ConnectablePublisher {
  /// Connects.
  ///
  /// - Parameter keep: Gets the connection before upstream is subscribed.
  func connect(_ keep: (any Cancellable) -> Void)
}

extension PromptConnectable {
  public func connect() -> any Cancellable {
    var connection = Subscriptions.empty as any Cancellable
    connect { connection = $0 }
    return connection
  }
}
