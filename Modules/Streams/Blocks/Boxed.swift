/// A value, whatever its type, that has to wait.
@usableFromInline class ValueBox {
  @usableFromInline init() {}
  @usableFromInline func hand(to port: RawPort) -> UInt { preconditionFailure("A value box is a Boxed") }
}

/// A value that has to wait.
@usableFromInline final class Boxed<Value>: ValueBox {
  @usableFromInline let value: Value

  @usableFromInline init(_ value: Value) { self.value = value }

  @usableFromInline override func hand(to port: RawPort) -> UInt { withUnsafePointer(to: value) { port.value($0) } }

  /// Copies the value at an address.
  @usableFromInline static func keep(_ value: UnsafeRawPointer) -> ValueBox { Boxed(value.input()) }
}
