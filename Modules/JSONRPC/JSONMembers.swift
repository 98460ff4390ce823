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

  private let object: ArraySlice<UInt8>
  private var at: Int

  /// The members of `object`, which begins with `{`. Anything else has none.
  public init(_ object: ArraySlice<UInt8>) {
    self.object = object
    at = object.startIndex
    if object.first == 0x7B { at += 1 } else { at = object.endIndex }
  }

  public mutating func next() -> Element? {
    skip { Tokens.isSpace($0) || $0 == 0x2C }
    guard at < object.endIndex, object[at] != 0x7D else { return nil }
    let name = value()
    skip { Tokens.isSpace($0) || $0 == 0x3A }
    return Element(name: stringContent(name), value: value())
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while at < object.endIndex, isSkipped(object[at]) { at += 1 }
  }

  /// The value that begins here.
  private mutating func value() -> ArraySlice<UInt8> {
    let start = at
    var depth = 0
    repeat {
      switch object[at] {
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
    return object[start..<at]
  }

  private mutating func skipString() {
    at += 1
    while object[at] != 0x22 { at += object[at] == 0x5C ? 2 : 1 }
    at += 1
  }
}

extension ArraySlice<UInt8> {
  /// The text of a JSON string that the strict scanner has passed; nil if the value is no string.
  public var jsonStringValue: String? {
    first == 0x22 ? String(decoding: stringContent(self), as: UTF8.self) : nil
  }
}
