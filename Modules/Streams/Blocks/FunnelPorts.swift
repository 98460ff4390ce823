extension Funnel {
  /// Subscribes to an inner publisher.
  @inlinable func subscribe<P: Publisher>(to publisher: P) {
    let inlet = Inlet()
    subscribe(inlet, to: publisher) { [self] in inlet.link.isOpen ? take($0, from: inlet) : 0 }
  }

  /// Subscribes to an inner publisher whose values are dropped, and made up for, until a latch opens.
  @inlinable func subscribe<P: Publisher>(to publisher: P, when latch: Latch) {
    let inlet = Inlet()
    subscribe(inlet, to: publisher) { [self] in
      guard inlet.link.isOpen else { return 0 }
      return latch.isOpen ? take($0, from: inlet) : 1
    }
  }

  @inlinable @inline(__always)
  func subscribe<P: Publisher>(_ inlet: Inlet, to publisher: P, value: @escaping (UnsafeRawPointer) -> UInt) {
    let port = Port<P.Output, P.Failure>(
      identity: inlet,
      subscription: { [self] in if inlet.link.attach($0) { inletDidOpen(inlet) } },
      value: value,
      completion: { [self] completion in
        guard inlet.link.end() else { return }
        switch completion {
        case .finished: inletDidFinish(inlet)
        case .failure: fail { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
        }
      })
    add(inlet) { publisher.receive(subscriber: port) }
  }

  /// Where the outer publisher's values go in.
  @inlinable func outerPort<Value, Failure: Error>(
    _ failure: Failure.Type = Failure.self, value: @escaping (UnsafeRawPointer) -> UInt,
    of type: Value.Type = Value.self
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in
        guard outer.attach($0) else { return }
        start()
        outer.request(limit)
      },
      value: { [self] in outer.isOpen ? value($0) : 0 },
      completion: { [self] completion in
        guard outer.end() else { return }
        switch completion {
        case .finished: close()
        case .failure: fail { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
        }
      })
  }

  /// Where the first value of a publisher goes in that triggers something and is no part of the output.
  @inlinable func triggerPort<Value, Failure: Error>(
    failure: @escaping (Failure) -> Void = { _ in }, value: @escaping () -> Void
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in if outer.attach($0) { outer.request(.max(1)) } },
      value: { [self] _ in
        if outer.cancel() { value() }
        return 0
      },
      completion: { [self] completion in
        guard outer.end() else { return }
        if case .failure(let error) = completion { failure(error) }
      })
  }
}
