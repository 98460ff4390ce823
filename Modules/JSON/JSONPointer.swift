/// A path to a value in a JSON text (RFC 6901).
///
/// ```swift
/// JSONPointer("event", "a/b").appending(3).description  // "/event/a~1b/3"
/// ```
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer's text; empty for the whole document.
  public private(set) var description = ""

  /// The pointer that follows these member names, from the outermost on. Without a name it is the whole document.
  public init(_ names: String...) { self.init(names) }

  /// The pointer that follows these member names, from the outermost on.
  public init(_ names: [String]) {
    for name in names { self = appending(name) }
  }

  /// The pointer that a text is; `nil` if it neither is empty nor begins with a slash, or has a `~` without `0` or `1`.
  ///
  /// ```swift
  /// JSONPointer(parsing: "/event/a~1b")?.names  // ["event", "a/b"]
  /// ```
  public init?(parsing text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return nil }
      isEscaped = byte == UInt8(ascii: "~")
    }
    guard !isEscaped else { return nil }
    description = text
  }

  /// The names and indices that the pointer follows, from the outermost on.
  public var names: [String] {
    description.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map { token in
      var name: [UInt8] = []
      var isEscaped = false
      for byte in token {
        if isEscaped {
          name.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
          isEscaped = false
        } else if byte == UInt8(ascii: "~") {
          isEscaped = true
        } else {
          name.append(byte)
        }
      }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// The pointer to a member of the value at this pointer.
  public func appending(_ name: String) -> JSONPointer {
    var text = Array(description.utf8)
    text.append(UInt8(ascii: "/"))
    Self.append(name, to: &text)
    var longer = self
    longer.description = String(decoding: text, as: UTF8.self)
    return longer
  }

  /// Whether the pointer leads into the value at another one.
  func isInside(_ other: JSONPointer) -> Bool { description.utf8.starts(with: (other.description + "/").utf8) }

  /// Appends a name with the escapes of a pointer.
  static func append(_ name: String, to text: inout [UInt8]) {
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): text += "~0".utf8
      case UInt8(ascii: "/"): text += "~1".utf8
      default: text.append(byte)
      }
    }
  }

  /// The pointer to an element of the value at this pointer.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The pointer that goes on from this one along another.
  public func appending(_ pointer: JSONPointer) -> JSONPointer {
    var longer = self
    longer.description += pointer.description
    return longer
  }
}

extension JSONPointer {
  /// Whether two pointers have the same code points: the names `é` in composed and in decomposed form are two members.
  public static func == (one: Self, other: Self) -> Bool { one.description.hasSameBytes(as: other.description) }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
