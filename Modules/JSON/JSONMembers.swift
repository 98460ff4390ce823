/// A member of a JSON object.
public struct JSONMember: Sendable {
  /// The name, which is a string.
  public let name: JSONText
  /// The value.
  public let value: JSONText
}

/// The members of a JSON object, found one after the other; see ``JSONText/members``.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private var cursor: Cursor

  init(_ object: JSONText) { cursor = Cursor(object, opening: 0x7B) }

  public mutating func next() -> JSONMember? {
    guard cursor.advance(to: 0x7D) else { return nil }
    let name = cursor.value()
    cursor.skip(0x3A)
    return JSONMember(name: name, value: cursor.value())
  }
}

/// Where a member of a JSON object is, in bytes from the beginning of the object; see ``JSONText/forEachMember(_:)``.
package struct JSONMemberPlace: Sendable {
  fileprivate let name: Range<Int>
  fileprivate let value: Range<Int>
}

extension JSONText {
  /// Looks at the members of the object, in the order in which they are written. Another kind of value has none.
  // NB: nothing of the text is retained for a member that is not asked for.
  package func forEachMember(_ body: (JSONMemberPlace) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress, bytes[0] == 0x7B else { return }
      var position = Tokens.skip(0x2C, bytes, 1, buffer.count)
      while position < buffer.count, bytes[position] != 0x7D {
        let nameEnd = Tokens.endOfValue(bytes, position, buffer.count)
        let start = Tokens.skip(0x3A, bytes, nameEnd, buffer.count)
        let end = Tokens.endOfValue(bytes, start, buffer.count)
        body(JSONMemberPlace(name: position..<nameEnd, value: start..<end))
        position = Tokens.skip(0x2C, bytes, end, buffer.count)
      }
    }
  }

  /// Whether a member of this object has a name, code unit by code unit.
  package func hasName(_ name: String, at place: JSONMemberPlace) -> Bool {
    bytes.withUnsafeBufferPointer { isWritten(UnsafeBufferPointer(rebasing: $0[place.name]), as: name) }
  }

  /// The name of a member of this object.
  package func name(at place: JSONMemberPlace) -> JSONText { part(place.name) }

  /// The value of a member of this object.
  package func value(at place: JSONMemberPlace) -> JSONText { part(place.value) }

  private func part(_ range: Range<Int>) -> JSONText {
    let start = bytes.startIndex
    return JSONText(exactly: bytes[start + range.lowerBound..<start + range.upperBound], notation)
  }
}

/// The elements of a JSON array, found one after the other; see ``JSONText/elements``.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private var cursor: Cursor

  init(_ array: JSONText) { cursor = Cursor(array, opening: 0x5B) }

  public mutating func next() -> JSONText? {
    cursor.advance(to: 0x5D) ? cursor.value() : nil
  }
}

/// A position in a container that has passed the scanner.
private struct Cursor: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let notation: JSONText.Notation
  private var position: Int

  init(_ container: JSONText, opening: UInt8) {
    bytes = container.bytes
    notation = container.notation
    position = bytes.first == opening ? bytes.startIndex + 1 : bytes.endIndex
  }

  /// Moves to the next member or element; `false` at the end of the container.
  mutating func advance(to closing: UInt8) -> Bool {
    skip(0x2C)
    return position < bytes.endIndex && bytes[position] != closing
  }

  /// Moves over white space and one kind of separator.
  mutating func skip(_ separator: UInt8) {
    while position < bytes.endIndex, Tokens.isSpace(bytes[position]) || bytes[position] == separator { position += 1 }
  }

  /// Moves behind the value that begins here, and returns it.
  mutating func value() -> JSONText {
    let start = position
    let offset = start - bytes.startIndex
    position += bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { Tokens.endOfValue($0, offset, buffer.count) - offset } ?? 0
    }
    return JSONText(exactly: bytes[start..<position], notation)
  }
}
