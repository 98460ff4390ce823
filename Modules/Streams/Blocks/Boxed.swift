/// A value, whatever its type, that has to wait.
@usableFromInline class ValueBox {
  @inlinable init() {}
  @inlinable func hand(to port: RawPort) -> UInt { preconditionFailure("A value box is a Boxed") }
}

/// A value that has to wait.
@usableFromInline final class Boxed<Value>: ValueBox {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }

  @inlinable override func hand(to port: RawPort) -> UInt { withUnsafePointer(to: value) { port.value($0) } }

  /// Copies the value at an address.
  @inlinable static func keep(_ value: UnsafeRawPointer) -> ValueBox { Boxed(value.input()) }
}
