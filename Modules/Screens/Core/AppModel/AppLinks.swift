public import Descriptions

/// The links to the screens of an app, described once: each leads to a screen and its parameters, and back.
///
///     AppLinks(origins: ["https://library.example"], [Route("/books/{id}", .book), Route("/shelf", .shelf)])
///
/// A link is a path and a query, `/books/7?edition=2`, or one with an origin of the app before it, as it comes from other programs. What
/// other programs add is ignored: what follows a `#`, names in the query that are no parameters of the screen (`utm_source`, `fbclid`), a
/// slash at the end, and the default port behind an origin. Anything else is refused in words: an unknown path, a parameter that is
/// missing, private, given twice or of the wrong type, and an escape that is not `%`, two hexadecimal digits, and UTF-8.
///
/// A link opens its screen and sends nothing but the appearance, and what an appearance starts only reads: following a link from a
/// foreign page changes nothing.
public struct AppLinks: Sendable {
  /// The origins that may stand before a path: `https://library.example`, `library:`.
  public let origins: [String]
  /// The routes. The first one that has the path of a link counts.
  public let routes: [Route]

  /// The greatest length of a link in bytes of UTF-8.
  public static let lengthLimit = 8_192

  /// The links of an app; by default it has none.
  ///
  /// - Parameters:
  ///   - origins: The origins that may stand before a path, without a slash at the end.
  ///   - routes: The routes.
  public init(origins: [String] = [], _ routes: [Route] = []) {
    self.origins = origins
    self.routes = routes
  }

  /// The link to a screen with parameters, without an origin. What is private in them is not in it.
  ///
  /// - Returns: `nil` if no route leads to the screen, or none with these parameters: a name in its path stands for an empty text,
  ///   for `.`, or for what an earlier route takes for another screen.
  public func link<Model: ViewModel>(to screen: Screen<Model>, _ parameters: Model.Parameters) -> String? {
    link(to: screen.name, parameters: JSONText(scanned: parameters.json[...]))
  }

  /// The link to the screen with a name, with parameters, `{…}`.
  ///
  /// - Returns: `nil` if no route leads to the screen with these parameters.
  public func link(to screen: String, parameters: JSONText) -> String? {
    for route in routes where route.screen == screen {
      guard let link = route.link(parameters), link.utf8.count <= Self.lengthLimit, let read = try? resolve(link),
        read.route.path == route.path
      else { continue }
      return link
    }
    return nil
  }

  /// The screen of a link, and its parameters as a JSON object.
  ///
  /// - Throws: an `InputError` about the parameters, or with the reason `unknownLink`. It has no part of the link but the name of a
  ///   parameter of the screen.
  public func target(of link: String) throws(InputError) -> (screen: String, parameters: JSONText) {
    let (route, path, query) = try resolve(link)
    return (route.screen, try route.parameters(path, query))
  }

  /// The route of a link, and what stands for the names in its path and in its query.
  private func resolve(
    _ link: String
  ) throws(InputError) -> (route: Route, path: [String: String], query: [(name: String, text: String?)]) {
    guard link.utf8.count <= Self.lengthLimit else {
      throw InputError(.unknownLink, expected: "a link of at most \(Self.lengthLimit) bytes")
    }
    let whole = link.prefix { $0 != "#" }
    let parts = withoutOrigin(whole).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.first == "/" else { throw unknownLink }
    var path: [String] = []
    for segment in first.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      path.append(try Self.unescaped(segment))
    }
    var query: [(name: String, text: String?)] = []
    for part in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A damaged name cannot be that of a parameter, so its value does not matter.
      guard let name = String(unescaping: pair[0]) else { continue }
      query.append((name, pair.count > 1 ? String(unescaping: pair[1]) : ""))
    }
    // A slash at the end, unless a route has it.
    let paths = path.count > 1 && path.last == "" ? [path, path.dropLast()] : [path]
    for path in paths {
      for route in routes {
        if let values = route.values(of: path) { return (route, values, query) }
      }
    }
    throw unknownLink
  }

  /// The path and the query of a link.
  private func withoutOrigin(_ link: Substring) -> Substring {
    for origin in origins {
      let (host, port) = Self.withoutDefaultPort(origin[...])
      let prefix = link.prefix(host.count)
      // NB: only the ASCII letters of a scheme and a host are equal in both cases.
      guard prefix.lowercased() == host.lowercased() else { continue }
      var rest = link.dropFirst(host.count)
      if let port, rest.hasPrefix(port) { rest = rest.dropFirst(port.count) }
      switch rest.first {
      case "/": return rest
      case nil, "?": return "/" + rest
      default: continue
      }
    }
    return link
  }

  /// An origin without the default port of its scheme, and that port as it may stand there; `nil` if there is none.
  private static func withoutDefaultPort(_ origin: Substring) -> (Substring, port: String?) {
    let scheme = origin.prefix { $0 != ":" }.lowercased()
    guard let port = ["http": ":80", "https": ":443"][scheme] else { return (origin, nil) }
    if origin.hasSuffix(port) { return (origin.dropLast(port.count), port) }
    let hasPort =
      origin.dropFirst(scheme.count + 3).drop { $0 != "]" }.contains(":")
      || !origin.contains("[") && origin.dropFirst(scheme.count + 3).contains(":")
    return (origin, hasPort ? nil : port)
  }

  private var unknownLink: InputError {
    InputError(
      .unknownLink,
      expected: routes.isEmpty
        ? "no link: the app has none" : "one of the links " + routes.map(\.path).joined(separator: ", "))
  }

  private static func unescaped(_ text: Substring) throws(InputError) -> String {
    guard let text = String(unescaping: text) else { throw damagedEscape }
    return text
  }

  static let damagedEscape = InputError(.unknownLink, expected: "escapes of % and two hexadecimal digits, in UTF-8")

  func mistakes(in screens: [AnyScreen]) -> [DescriptionMistake] {
    var sentences = origins.filter { origin in
      !origin.contains(":") || origin.last == "/" || origin.contains { "?# ".contains($0) }
    }
    .map { "\"\($0)\" is not an origin, such as https://library.example, without a slash at the end." }
    let names = Set(screens.map(\.name))
    var patterns: Set<[String]> = []
    for route in routes {
      sentences += route.mistakes
      if !names.contains(route.screen) {
        sentences.append("the path \"\(route.path)\" leads to \"\(route.screen)\", which is not a screen of the app.")
      }
      if !patterns.insert(route.pattern).inserted {
        sentences.append("the path \"\(route.path)\" is never reached: an earlier one is the same.")
      }
    }
    return sentences.map { DescriptionMistake("links", $0) }
  }

  /// What a front in another process is told of the links.
  public var json: JSON {
    [
      "origins": .array(origins.map(JSON.string)),
      "routes": .array(routes.map { ["path": .string($0.path), "screen": .string($0.screen)] }),
    ]
  }
}

// RFC 3986, section 2.
extension String {
  /// The text without escapes; `nil` if one is damaged, or the text is not UTF-8.
  fileprivate init?(unescaping text: Substring) {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }

  /// The text in which all but the letters, the digits and four signs have escapes.
  var escapedForLink: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}
