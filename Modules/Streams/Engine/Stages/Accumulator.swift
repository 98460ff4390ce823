/// The accumulated value of a stage that hands it to a closure.
///
/// A value that has to be retained is moved out of the state while the closure runs, which takes less time than a copy. What
/// upstream sends from inside the closure finds it on the stack of the outer call.
@usableFromInline package struct Accumulator<Value> {
  /// The value; `nil` while a closure uses it.
  @usableFromInline package var value: Value?
  /// Where the value is while a closure uses it.
  // Read only while `value` is `nil`, which the call whose stack it points to ends before it returns or throws.
  @usableFromInline package var moved: UnsafePointer<Value>?

  @inlinable package init(_ value: Value) { self.value = value }

  /// The value, or a copy of the one that a closure is using.
  @inlinable package var current: Value {
    guard let current = value ?? moved?.pointee else {
      preconditionFailure("An accumulated value is in the state or on the stack of a call")
    }
    return current
  }
}

extension StageState {
  /// Replaces the accumulated value with what a closure makes of it and a stage's input.
  ///
  /// - Parameter next: May lead to another call from inside. Then the outer result is stored last.
  /// - Returns: The new value.
  @inlinable @inline(__always) package func accumulate<Accumulated, Input>(
    _ input: Input, _ next: (Accumulated, Input) throws -> Accumulated
  ) rethrows -> Accumulated where Value == Accumulator<Accumulated> {
    let result: Accumulated
    if _isPOD(Accumulated.self) {
      result = try next(value.current, input)
    } else {
      let current = value.value.take() ?? value.current
      do {
        result = try _withUnprotectedUnsafePointer(to: current) {
          value.moved = $0
          return try next(current, input)
        }
      } catch {
        value.value = current
        throw error
      }
    }
    value.value = result
    return result
  }
}
