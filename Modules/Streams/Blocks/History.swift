/// The last values of a subject. Touched only inside the roster's gate.
@usableFromInline final class History: @unchecked Sendable {
  // NB: Sendable because only whoever is inside the gate touches what is variable.
  @usableFromInline let limit: Int
  /// Copies a value.
  @usableFromInline let keep: (UnsafeRawPointer) -> ValueBox
  @exclusivity(unchecked) private var ring = Ring<ValueBox>()

  @usableFromInline init(limit: Int, keep: @escaping (UnsafeRawPointer) -> ValueBox) {
    self.limit = limit
    self.keep = keep
  }

  /// The values, the oldest first.
  var boxes: [ValueBox] {
    var copy = ring
    var boxes: [ValueBox] = []
    while let box = copy.popFirst() { boxes.append(box) }
    return boxes
  }

  @usableFromInline func append(_ value: UnsafeRawPointer) {
    guard limit > 0 else { return }
    ring.append(keep(value))
    if ring.count > limit { _ = ring.popFirst() }
  }
}
