/// A value, whatever its type, that has to wait.
@usableFromInline package class ValueBox {
  /// The box before or after it, while it is in a ``Passage``, which has it retained.
  // NB: unchecked because a box is in one passage, which hands it from one thread to the other.
  @exclusivity(unchecked) final var neighbour: Unmanaged<ValueBox>?

  @inlinable package init() {}

  /// Whether this is no value but the end.
  @usableFromInline package var isEnd: Bool { false }

  @usableFromInline package func hand(to port: RawPort) -> UInt { preconditionFailure("A value box is a Boxed") }
}

/// A value that has to wait.
@usableFromInline package final class Boxed<Value>: ValueBox {
  @usableFromInline package let value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  @inlinable package override func hand(to port: RawPort) -> UInt { withUnsafePointer(to: value) { port.value($0) } }

  /// Copies the value at an address.
  @inlinable package static func keep(_ value: UnsafeRawPointer) -> ValueBox { Boxed(value.input()) }
}

/// A completion that has to wait behind values.
@usableFromInline package final class Ending: ValueBox {
  @usableFromInline package let send: (RawPort) -> Void

  @usableFromInline package init(_ send: @escaping (RawPort) -> Void) { self.send = send }

  @usableFromInline package override var isEnd: Bool { true }

  @usableFromInline package override func hand(to port: RawPort) -> UInt {
    send(port)
    return 0
  }
}
