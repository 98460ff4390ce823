/// Carries a value, or work to do, to the thread that will use it.
///
/// NB: Sendable because it is handed over: who carries it keeps nothing of it.
@usableFromInline package struct Handed<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}
