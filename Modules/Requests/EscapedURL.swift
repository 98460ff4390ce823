public import Foundation

extension URL {
  /// The URL of a text in which characters may be that a URL has only escaped, such as a space: they are escaped one by one,
  /// and the escapes that the text has stay, so that a signed link keeps its signature.
  ///
  /// `nil` if the text is not a URL or has control characters.
  ///
  /// Foundation's `URL(string:)` escapes a whole component as soon as one character needs it, and so escapes its escapes again.
  /// libcurl (`CURLU`) keeps them, but makes a `+` of a space in a query.
  ///
  /// - Parameters:
  ///   - text: an absolute URL, or a reference such as `../v2?page=2` (RFC 3986, section 4.2).
  ///   - base: the URL to which a reference is relative.
  public init?(escaping text: String, relativeTo base: URL? = nil) {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    self.init(string: Self.escaped(text), relativeTo: base)
  }

  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let host = host(in: bytes)
    var escaped: [UInt8] = []
    var isInFragment = false
    for (index, byte) in bytes.enumerated() {
      // NB: a host has rules of its own, which Foundation knows.
      var isKept = host.contains(index) || isAllowed(byte)
      if byte == UInt8(ascii: "%") { isKept = bytes[(index + 1)...].prefix(2).count(where: isHexDigit) == 2 }
      if byte == UInt8(ascii: "#") {
        isKept = !isInFragment
        isInFragment = true
      }
      escaped += isKept ? [byte] : Array(percentEncoded(byte).utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Where the host and the port are; empty in a reference without them.
  private static func host(in bytes: [UInt8]) -> Range<Int> {
    let colon = bytes.firstIndex { !isAlphanumeric($0) && ![0x2B, 0x2D, 0x2E].contains($0) }
    let hasScheme = colon.map { $0 > 0 && bytes[$0] == UInt8(ascii: ":") } ?? false
    let start = hasScheme ? (colon ?? 0) + 1 : 0
    guard bytes[start...].starts(with: "//".utf8) else { return 0..<0 }
    let authority = bytes[(start + 2)...].prefix { !"/?#".utf8.contains($0) }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    return host..<authority.endIndex
  }

  /// Whether a path, a query, or a user's name may have a byte, beside `%` and the `#` before a fragment.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
  }
}

/// One component of a path or a query, percent-encoded except for RFC 3986's unreserved characters. The dots of "." and
/// ".." are encoded too, which would otherwise be a relative path.
package func percentEncoded(_ component: String) -> String {
  let isDots = component == "." || component == ".."
  var text = ""
  for byte in component.utf8 {
    let isKept = isAlphanumeric(byte) || "-_~".utf8.contains(byte) || byte == UInt8(ascii: ".") && !isDots
    if isKept { text.append(Character(Unicode.Scalar(byte))) } else { text += percentEncoded(byte) }
  }
  return text
}

private func percentEncoded(_ byte: UInt8) -> String {
  (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}
