/// The little JSON that replies need: compact, UTF-8, `/` not escaped.
extension [UInt8] {
  /// Appends text as it is.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer in decimal.
  public mutating func append(decimal number: Int) {
    if 0..<10 ~= number { return append(0x30 + UInt8(truncatingIfNeeded: number)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = 0x2D
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start..<digits.count]))
    }
  }

  /// Appends a JSON string: quoted, with `"`, `\` and control characters escaped, all else as UTF-8.
  public mutating func append(jsonString text: String) {
    append(0x22)
    var text = text
    text.withUTF8 { bytes in
      var plain = 0
      for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
        append(escapeOf: byte)
        plain = index + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain...]))
    }
    append(0x22)
  }

  private mutating func append(escapeOf byte: UInt8) {
    switch byte {
    case 0x22: append(#"\""#)
    case 0x5C: append(#"\\"#)
    case 0x08: append(#"\b"#)
    case 0x09: append(#"\t"#)
    case 0x0A: append(#"\n"#)
    case 0x0C: append(#"\f"#)
    case 0x0D: append(#"\r"#)
    default:
      append(#"\u00"#)
      append(Self.hexadecimal[Int(byte >> 4)])
      append(Self.hexadecimal[Int(byte & 15)])
    }
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
