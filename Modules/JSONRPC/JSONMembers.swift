/// The members of a JSON object, one after the other, as slices of the bytes they came in.
///
/// For a glance at an object that the strict scanner has passed, such as a handler's params: it is fast because it
/// checks nothing again. On other bytes its answers mean nothing, and a broken text stops the program.
public struct JSONMembers: Sequence, IteratorProtocol {
  /// A name and its value's text.
  public struct Element {
    /// The name, escapes resolved.
    public let name: ArraySlice<UInt8>
    /// The value as it is written.
    public let value: ArraySlice<UInt8>
  }

  private var cursor: JSONCursor

  /// The members of `object`, which begins with `{`. Anything else has none.
  public init(_ object: ArraySlice<UInt8>) {
    cursor = JSONCursor(object, opening: 0x7B)
  }

  /// The members of a text that nobody has scanned yet; nil unless it is one strict JSON object.
  public init?(scanning text: ArraySlice<UInt8>) {
    var scanner = Scanner(depthLimit: Limits().depth * 2, batchLimit: 0)
    guard text.first == 0x7B, text.withUnsafeBufferPointer({ scanner.scan($0) }) == nil else { return nil }
    self.init(text)
  }

  public mutating func next() -> Element? {
    guard cursor.advance(to: 0x7D) else { return nil }
    let name = cursor.value()
    cursor.skip { Tokens.isSpace($0) || $0 == 0x3A }
    return Element(name: stringContent(name), value: cursor.value())
  }
}

/// The elements of a JSON array, one after the other, as slices of the bytes they came in; see ``JSONMembers``.
public struct JSONElements: Sequence, IteratorProtocol {
  private var cursor: JSONCursor

  /// The elements of `array`, which begins with `[`. Anything else has none.
  public init(_ array: ArraySlice<UInt8>) {
    cursor = JSONCursor(array, opening: 0x5B)
  }

  public mutating func next() -> ArraySlice<UInt8>? {
    cursor.advance(to: 0x5D) ? cursor.value() : nil
  }
}

/// A place in an object or an array.
private struct JSONCursor {
  private let text: ArraySlice<UInt8>
  private var at: Int

  init(_ text: ArraySlice<UInt8>, opening: UInt8) {
    self.text = text
    at = text.first == opening ? text.startIndex + 1 : text.endIndex
  }

  mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while at < text.endIndex, isSkipped(text[at]) { at += 1 }
  }

  /// Goes to what follows; false if it is the end, `closing`.
  mutating func advance(to closing: UInt8) -> Bool {
    skip { Tokens.isSpace($0) || $0 == 0x2C }
    return at < text.endIndex && text[at] != closing
  }

  /// The value that begins here.
  mutating func value() -> ArraySlice<UInt8> {
    let start = at
    var depth = 0
    repeat {
      switch text[at] {
      case 0x22: skipString()
      case 0x7B, 0x5B:
        depth += 1
        at += 1
      case 0x7D, 0x5D:
        depth -= 1
        at += 1
      case _ where depth > 0:
        at += 1
      default:
        skip { !Tokens.isSpace($0) && $0 != 0x2C && $0 != 0x7D && $0 != 0x5D && $0 != 0x3A }
      }
    } while depth > 0
    return text[start..<at]
  }

  private mutating func skipString() {
    at += 1
    while text[at] != 0x22 { at += text[at] == 0x5C ? 2 : 1 }
    at += 1
  }
}

extension ArraySlice<UInt8> {
  /// The text of a JSON string that the strict scanner has passed; nil if the value is no string.
  public var jsonStringValue: String? {
    first == 0x22 ? String(decoding: stringContent(self), as: UTF8.self) : nil
  }
}
