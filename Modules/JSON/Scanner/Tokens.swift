/// The tokens of JSON (RFC 8259) over raw bytes. Each function takes the position of a token's first byte and returns
/// the position after its last, or a negative code.
enum Tokens {
  static let badJSON = -1
  static let badUTF8 = -2
  static let cutOff = -3

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A string. It is valid UTF-8 (RFC 3629: no overlong form, no surrogate, nothing beyond U+10FFFF) without raw control
  /// bytes; escapes are those of JSON, surrogates in pairs.
  static func string(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, hasEscape: inout Bool
  ) -> Int {
    var at = start + 1
    while true {
      at = plainRun(bytes, at, end)
      guard at < end else { return cutOff }
      let byte = bytes[at]
      if byte == 0x22 { return at + 1 }
      if byte == 0x5C {
        hasEscape = true
        at = escape(bytes, at, end)
      } else if byte >= 0x80 {
        at = sequence(bytes, at, end)
      } else {
        return badJSON
      }
      if at < 0 { return at }
    }
  }

  /// Skips ASCII up to a quote, a backslash or a control byte, eight bytes at a time.
  @inline(__always)
  static func plainRun(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while at + 8 <= end {
      let word = UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      // The usual test for "some byte is less than n": it may report one that is not, and misses none.
      let special =
        ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- ones &* 0x20) & ~word) | word
      if special & highs != 0 { break }
      at += 8
    }
    while at < end {
      let byte = bytes[at]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      at += 1
    }
    return at
  }

  private static func escape(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    guard start + 1 < end else { return cutOff }
    switch bytes[start + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return start + 2
    case 0x75: break
    default: return badJSON
    }
    let unit = hexUnit(bytes, start + 2, end)
    if unit < 0 { return unit }
    switch unit {
    case 0xD800...0xDBFF:
      guard start + 7 < end else { return cutOff }
      guard bytes[start + 6] == 0x5C, bytes[start + 7] == 0x75 else { return badJSON }
      let low = hexUnit(bytes, start + 8, end)
      if low < 0 { return low }
      return 0xDC00...0xDFFF ~= low ? start + 12 : badJSON
    case 0xDC00...0xDFFF: return badJSON
    default: return start + 6
    }
  }

  /// Four hexadecimal digits, or a negative code.
  static func hexUnit(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var unit = 0
    for at in start..<start + 4 {
      guard at < end else { return cutOff }
      let byte = bytes[at]
      switch byte {
      case 0x30...0x39: unit = unit << 4 | Int(byte - 0x30)
      case 0x41...0x46: unit = unit << 4 | Int(byte - 0x37)
      case 0x61...0x66: unit = unit << 4 | Int(byte - 0x57)
      default: return badJSON
      }
    }
    return unit
  }

  /// One UTF-8 sequence of two to four bytes.
  private static func sequence(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    let lead = bytes[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return badUTF8
    }
    guard start + length <= end, second.contains(bytes[start + 1]) else { return badUTF8 }
    for at in start + 2..<max(start + 2, start + length) where bytes[at] & 0xC0 != 0x80 { return badUTF8 }
    return start + length
  }

  /// A number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
  static func number(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    if bytes[at] == 0x2D { at += 1 }
    guard at < end else { return cutOff }
    if bytes[at] == 0x30 {
      at += 1
    } else {
      at = digits(bytes, at, end)
      if at < 0 { return at }
    }
    if at < end, bytes[at] == 0x2E {
      at = digits(bytes, at + 1, end)
      if at < 0 { return at }
    }
    if at < end, bytes[at] | 0x20 == 0x65 {
      at += 1
      if at < end, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
      at = digits(bytes, at, end)
    }
    return at
  }

  /// At least one digit.
  @inline(__always)
  private static func digits(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    guard start < end else { return cutOff }
    var at = start
    while at < end, isDigit(bytes[at]) { at += 1 }
    return at > start ? at : badJSON
  }

  /// `true`, `false` or `null`, by its first letter.
  static func literal(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    let word: StaticString =
      switch bytes[start] {
      case 0x74: "true"
      case 0x66: "false"
      default: "null"
      }
    for offset in 1..<word.utf8CodeUnitCount {
      guard start + offset < end else { return cutOff }
      guard bytes[start + offset] == word.utf8Start[offset] else { return badJSON }
    }
    return start + word.utf8CodeUnitCount
  }

  // MARK: - Values that have passed the scanner

  /// The position behind white space and one kind of separator.
  static func skip(_ separator: UInt8, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, isSpace(bytes[at]) || bytes[at] == separator { at += 1 }
    return at
  }

  /// A whole value. Text that has not passed the scanner gives a meaningless position, but none beyond `end`.
  static func endOfValue(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    var depth = 0
    repeat {
      guard at < end else { return end }
      switch bytes[at] {
      case 0x22: at = endOfString(bytes, at, end)
      case 0x7B, 0x5B:
        depth += 1
        at += 1
      case 0x7D, 0x5D:
        depth -= 1
        at += 1
      case _ where depth > 0: at += 1
      default: while at < end, !endsScalar(bytes[at]) { at += 1 }
      }
    } while depth > 0
    return at
  }

  private static func endOfString(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start + 1
    while true {
      at = plainRun(bytes, at, end)
      guard at < end else { return end }
      if bytes[at] == 0x22 { return at + 1 }
      at += bytes[at] == 0x5C ? 2 : 1
    }
  }

  /// Whether a number, `true`, `false` or `null` ends before this byte.
  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == 0x2C || byte == 0x3A || byte == 0x5D || byte == 0x7D || isSpace(byte)
  }
}
