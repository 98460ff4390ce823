// JSON tells two names apart that differ in a code point (RFC 8259, section 8.3). Swift's `==`, and so `Dictionary` and `Set`,
// call them equal if they are canonically equivalent, such as the composed and the decomposed "é".

extension String {
  /// Whether two texts have the same bytes in UTF-8, and so the same code points.
  package func hasSameBytes(as other: String) -> Bool {
    // NB: the views' own comparison takes a nanosecond and more for each byte.
    let areEqual = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { haveSameBytes(bytes, $0) }
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

/// Whether two buffers have the same bytes.
func haveSameBytes(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = one.baseAddress, let second = other.baseAddress else { return one.count == other.count }
  return one.count == other.count && haveSameBytes(first, second, one.count)
}

/// Whether the same bytes are at two addresses.
@inlinable
package func haveSameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ length: Int) -> Bool {
  var offset = 0
  while offset + 8 <= length {
    let word = one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard word == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
    offset += 8
  }
  while offset < length {
    guard one.load(fromByteOffset: offset, as: UInt8.self) == other.load(fromByteOffset: offset, as: UInt8.self)
    else { return false }
    offset += 1
  }
  return true
}
