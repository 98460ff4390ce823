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

  /// Attaches a subscriber, and connects if it is the first.
  @usableFromInline func receive<P: ConnectablePublisher>(_ upstream: P, _ downstream: Port<P.Output, P.Failure>) {
    let isFirst = state.withLock { state in
      state.subscribers += 1
      guard state.subscribers == 1, state.connection == nil, !state.isConnecting else { return false }
      state.isConnecting = true
      return true
    }
    let counted = Counted(downstream, self)
    upstream.receive(subscriber: counted.port())
    guard isFirst else { return }
    // NB: nobody is there any more where the subscriber has cancelled at once, or has been told of an end.
    let isWanted = state.withLock { state in
      if state.subscribers == 0 { state.isConnecting = false }
      return state.subscribers > 0
    }
    guard isWanted else { return }
    let connection = upstream.connect()
    let isUnwanted = state.withLock { state in
      state.isConnecting = false
      if state.subscribers > 0 { state.connection = connection }
      return state.subscribers == 0
    }
    if isUnwanted { connection.cancel() }
  }

  fileprivate func leave() {
    let connection = state.withLock { state -> (any Cancellable)? in
      state.subscribers -= 1
      return state.subscribers == 0 ? state.connection.take() : nil
    }
    connection?.cancel()
  }
}

/// A subscriber that is counted until it cancels or upstream ends.
private final class Counted<Input, Failure: Error>: Subscription, CustomStringConvertible {
  private let link = Link()
  private let downstream: Port<Input, Failure>
  private let connection: Connection

  init(_ downstream: Port<Input, Failure>, _ connection: Connection) {
    self.downstream = downstream
    self.connection = connection
  }

  func port() -> Port<Input, Failure> {
    Port(
      identity: self,
      subscription: { [self] in if link.attach($0) { downstream.receive(subscription: self) } },
      value: { [self] in link.isOpen ? downstream.raw.value($0) : 0 },
      completion: { [self] in
        guard link.end() else { return }
        connection.leave()
        downstream.receive(completion: $0)
      })
  }

  func request(_ demand: Subscribers.Demand) { link.request(demand) }

  func cancel() { if link.cancel() { connection.leave() } }

  var description: String { "Autoconnect" }
}
