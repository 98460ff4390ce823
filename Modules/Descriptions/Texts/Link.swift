public import JSON

/// An address that a person may follow. It may come from a stranger, so a front follows it only if its scheme is allowed, and
/// shows any other text as it is.
///
/// ```swift
/// let link = Link("https://example.com/books")
/// print(link.scheme ?? "", link.host ?? "", link.isAllowed())  // https example.com true
/// print(Link("javascript:alert(1)").isAllowed())  // false
/// ```
public struct Link: Hashable, Sendable, CustomStringConvertible {
  /// The schemes that each front may follow. An app lists others beside them.
  public static let commonSchemes: Set<String> = ["http", "https", "mailto"]

  /// The address as it was given.
  public let description: String

  /// An address, or another text.
  public init(_ address: String) { description = address }

  /// The scheme in small letters; `nil` if the text does not begin with one (RFC 3986, section 3.1), or has characters that no
  /// address has: white space, control characters, or marks that change the direction of text.
  public var scheme: String? {
    guard let colon = description.firstIndex(of: ":") else { return nil }
    let scheme = description[..<colon]
    guard let first = scheme.utf8.first, Self.isLetter(first), description[colon...].utf8.count > 1,
      scheme.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || "+-.".utf8.contains($0) }),
      description.unicodeScalars.allSatisfy(Self.isVisible)
    else { return nil }
    return scheme.lowercased()
  }

  /// The host of an address that has one, without port and user; a person looks at it before following the link.
  public var host: String? {
    guard scheme != nil, let colon = description.firstIndex(of: ":") else { return nil }
    let rest = description[colon...].dropFirst()
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
    let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let host = hostAndPort.hasPrefix("[") ? hostAndPort.prefix { $0 != "]" } + "]" : hostAndPort.prefix { $0 != ":" }
    return host.isEmpty ? nil : host.lowercased()
  }

  /// Whether a front may follow the address: its scheme is allowed, and one of `http` and `https` has a host.
  ///
  /// - Parameter schemes: The schemes that are allowed, in small letters.
  public func isAllowed(schemes: Set<String> = commonSchemes) -> Bool {
    guard let scheme, schemes.contains(scheme) else { return false }
    return scheme != "http" && scheme != "https" || host != nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}

extension Link: JSONReadable, JSONWritable {
  public typealias RoleValue = Link

  public static var shape: Shape { .text(format: .uri) }
  public static var example: Link { Link("https://example.com") }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(description) }
}
