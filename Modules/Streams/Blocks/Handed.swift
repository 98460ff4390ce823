/// Carries a value, or work to do, to the thread that will use it.
///
/// NB: Sendable because it is handed over: who carries it keeps nothing of it.
@usableFromInline struct Handed<Value>: @unchecked Sendable {
  @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
