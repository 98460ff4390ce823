/// A value, whatever its type, that has to wait.
@usableFromInline class ValueBox {
  /// The box before or after it, while it is in a ``Passage``, which has it retained.
  // NB: unchecked because a box is in one passage, which hands it from one thread to the other.
  @exclusivity(unchecked) final var neighbour: Unmanaged<ValueBox>?

  @inlinable init() {}

  /// Whether this is no value but the end.
  @usableFromInline var isEnd: Bool { false }

  @usableFromInline func hand(to port: RawPort) -> UInt { preconditionFailure("A value box is a Boxed") }
}

/// A value that has to wait.
@usableFromInline final class Boxed<Value>: ValueBox {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }

  @inlinable override func hand(to port: RawPort) -> UInt { withUnsafePointer(to: value) { port.value($0) } }

  /// Copies the value at an address.
  @inlinable static func keep(_ value: UnsafeRawPointer) -> ValueBox { Boxed(value.input()) }
}

/// A completion that has to wait behind values.
@usableFromInline final class Ending: ValueBox {
  @usableFromInline let send: (RawPort) -> Void

  @usableFromInline init(_ send: @escaping (RawPort) -> Void) { self.send = send }

  @usableFromInline override var isEnd: Bool { true }

  @usableFromInline override func hand(to port: RawPort) -> UInt {
    send(port)
    return 0
  }
}
