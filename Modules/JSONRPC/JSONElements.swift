/// The elements of a JSON array, one after the other, as slices of the bytes they came in; see ``JSONMembers``.
public struct JSONElements: Sequence, IteratorProtocol {
  private let array: ArraySlice<UInt8>
  private var at: Int

  /// The elements of `array`, which begins with `[`. Anything else has none.
  public init(_ array: ArraySlice<UInt8>) {
    self.array = array
    at = array.first == 0x5B ? 1 : array.count
  }

  public mutating func next() -> ArraySlice<UInt8>? {
    let array = array
    guard JSONCursor.advance(array.span, &at, to: 0x5D) else { return nil }
    let start = at
    JSONCursor.skipValue(array.span, &at)
    return array[array.startIndex + start..<array.startIndex + at]
  }
}

/// Moves a place in a JSON text that the strict scanner has passed.
enum JSONCursor {
  /// Goes to the next member or element; false if it is the end, `closing`.
  static func advance(_ bytes: Span<UInt8>, _ at: inout Int, to closing: UInt8) -> Bool {
    while at < bytes.count, Tokens.isSpace(bytes[at]) || bytes[at] == 0x2C { at += 1 }
    return at < bytes.count && bytes[at] != closing
  }

  /// Goes behind the value that begins here.
  static func skipValue(_ bytes: Span<UInt8>, _ at: inout Int) {
    var depth = 0
    repeat {
      switch bytes[at] {
      case 0x22: skipString(bytes, &at)
      case 0x7B, 0x5B:
        depth += 1
        at += 1
      case 0x7D, 0x5D:
        depth -= 1
        at += 1
      case _ where depth > 0:
        at += 1
      default:
        while at < bytes.count, !endsScalar(bytes[at]) { at += 1 }
      }
    } while depth > 0
  }

  /// Goes behind the string that begins here.
  static func skipString(_ bytes: Span<UInt8>, _ at: inout Int) {
    at += 1
    while bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
    at += 1
  }

  /// Whether a number, `true`, `false` or `null` ends before this byte.
  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x3A, 0x5D, 0x7D: true
    default: Tokens.isSpace(byte)
    }
  }
}
