/// The little JSON that replies need: compact, UTF-8, `/` not escaped.
extension [UInt8] {
  /// Appends text as it is.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer in decimal.
  mutating func append(decimal number: Int) {
    append(contentsOf: String(number).utf8)
  }

  /// Appends a JSON string: quoted, with `"`, `\` and control characters escaped, all else as UTF-8.
  public mutating func append(jsonString text: String) {
    append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: append(#"\""#)
      case 0x5C: append(#"\\"#)
      case 0x08: append(#"\b"#)
      case 0x09: append(#"\t"#)
      case 0x0A: append(#"\n"#)
      case 0x0C: append(#"\f"#)
      case 0x0D: append(#"\r"#)
      case 0..<0x20:
        append(#"\u00"#)
        append(Self.hexadecimal[Int(byte >> 4)])
        append(Self.hexadecimal[Int(byte & 15)])
      default: append(byte)
      }
    }
    append(0x22)
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

/// A path to a value in a JSON text (RFC 6901).
public struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
  /// The pointer's text; empty for the whole document.
  public private(set) var description = ""

  /// The pointer to the whole document.
  public init() {}

  /// The pointer along these member names.
  public init(_ names: String...) {
    for name in names { self = appending(name) }
  }

  /// The pointer to a member of what this one points to.
  public func appending(_ name: String) -> JSONPointer {
    var longer = self
    longer.description += "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": longer.description += "~0"
      case "/": longer.description += "~1"
      default: longer.description.unicodeScalars.append(scalar)
      }
    }
    return longer
  }

  /// The pointer to an element of what this one points to.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }
}
