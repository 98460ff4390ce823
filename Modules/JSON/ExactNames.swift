// JSON tells two names apart that differ in a code point (RFC 8259, section 8.3). Swift's `==`, and so `Dictionary` and `Set`,
// call them equal if they are canonically equivalent, such as the composed and the decomposed "é".

extension String {
  /// Whether two texts have the same bytes in UTF-8, and so the same code points.
  package func hasSameBytes(as other: String) -> Bool {
    // NB: the views' own comparison takes a nanosecond and more for each byte.
    let areEqual = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { MemoryRanges.areEqual(bytes, $0) }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Dictionary where Key == String {
  /// The value whose key has the code points of a name that came from outside.
  package subscript(exactly name: String) -> Value? {
    guard let index = index(forKey: name), self[index].key.hasSameBytes(as: name) else { return nil }
    return self[index].value
  }
}

extension Sequence<String> {
  /// Whether one of the texts has the code points of another that came from outside.
  package func containsExactly(_ other: String) -> Bool { contains { $0.hasSameBytes(as: other) } }
}

/// An identity, or a text, as JSON tells it apart, whichever way its type compares it.
package struct ExactIdentity<ID: Hashable & JSONWritable & Sendable>: Hashable, Sendable {
  package let id: ID

  package init(_ id: ID) { self.id = id }

  package static func == (one: Self, other: Self) -> Bool {
    // NB: most identities are numbers, and writing them takes longer than all the rest.
    one.id == other.id && (ID.self == Int.self || one.id.hasSameJSON(as: other.id))
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
