extension Funnel {
  /// Subscribes to an inner publisher.
  @inlinable package func subscribe<P: Publisher>(to publisher: P) {
    let inlet = Inlet()
    subscribe(inlet, to: publisher) { [self] in inlet.link.isOpen ? take($0, from: inlet) : 0 }
  }

  /// Subscribes to an inner publisher.
  ///
  /// - Parameter value: Takes the address of a value of it, if the inlet is open, and returns the additional demand.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(_ inlet: Inlet, to publisher: P, value: @escaping (UnsafeRawPointer) -> UInt) {
    let port = Port<P.Output, P.Failure>(
      identity: inlet,
      subscription: { _ = inlet.link.attach($0) },
      value: value,
      completion: { [self] in
        guard inlet.link.end() else { return }
        if case .finished = $0 { inletDidFinish(inlet) } else { finish(with: $0) }
      })
    if add(inlet) { publisher.receive(subscriber: port) }
  }

  /// Subscribes to the outer publisher, to whose values other publishers belong.
  ///
  /// - Parameter value: Takes the address of a value, and returns how many more the outer publisher may send.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(outer publisher: P, value: @escaping (UnsafeRawPointer) -> UInt) {
    publisher.receive(
      subscriber: Port<P.Output, P.Failure>(
        identity: self,
        subscription: { [self] in
          guard link.attach($0) else { return }
          start()
          if limit > .none { link.request(limit) }
        },
        value: { [self] in link.isOpen ? value($0) : 0 },
        completion: { [self] in
          guard link.end() else { return }
          if case .finished = $0 { close() } else { finish(with: $0) }
        }))
  }

  /// Subscribes to a publisher whose values are no part of the output.
  ///
  /// - Parameters:
  ///   - demand: What it is asked for.
  ///   - end: What to do at its completion, if anything.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(
    aside publisher: P, _ demand: Subscribers.Demand, value: @escaping (UnsafeRawPointer) -> Void,
    end: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in }
  ) {
    publisher.receive(
      subscriber: Port<P.Output, P.Failure>(
        identity: self,
        subscription: { [self] in if link.attach($0) { link.request(demand) } },
        value: { [self] in
          if link.isOpen { value($0) }
          return 0
        },
        completion: { [self] in if link.end() { end($0) } }))
  }
}
