/// A request, as it was received.
public struct HTTPRequest: Equatable, Sendable {
  /// One header line.
  public struct Header: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method, such as `GET`.
  public var method: String
  /// The request target: path and query, percent-encoded.
  public var target: String
  public var headers: [Header]
  public var body: [UInt8]

  public init(method: String, target: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The value of the first header with a name, ignoring case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The components of the path, split and then percent-decoded; `nil` if one is not UTF-8.
  public var pathComponents: [String]? {
    var components: [String] = []
    let path = target.prefix { $0 != "?" }
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let component = percentDecoded(part.utf8) else { return nil }
      components.append(component)
    }
    return components
  }

  /// The values of the query by their names, percent-decoded; without those that are not UTF-8.
  public var query: [String: [String]] {
    let pairs = target.drop { $0 != "?" }.dropFirst().split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return percentDecoded(parts[0].utf8).map { name in
        (name, [parts.count > 1 ? percentDecoded(parts[1].utf8) ?? "" : ""])
      }
    }
    return Dictionary(pairs, uniquingKeysWith: +)
  }

  /// The body as text.
  public var bodyText: String { String(decoding: body, as: UTF8.self) }
}

private func percentDecoded(_ text: Substring.UTF8View) -> String? {
  var bytes: [UInt8] = []
  var rest = text[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
    bytes.append(decoded)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// An answer with a status, headers and a body.
public struct HTTPResponse: Equatable, Sendable, CustomStringConvertible {
  public var status: Int
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  // The list of tests shows it, and a body can have megabytes.
  public var description: String { "status \(status), \(headers), \(body.count) bytes" }

  /// A response with a JSON body.
  public static func json(_ text: String, status: Int = 200, type: String = "application/json") -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  /// A response with a problem document (RFC 9457).
  public static func problem(_ text: String, status: Int) -> HTTPResponse {
    json(text, status: status, type: "application/problem+json")
  }

  /// A redirection to a location.
  public static func redirect(to location: String, status: Int = 302) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": location])
  }

  /// The status line and the headers, with the length of the body.
  var head: [UInt8] { head(["Content-Length: \(body.count)"]) }

  /// The status line and the headers, without a length.
  var headWithoutLength: [UInt8] { head([]) }

  private func head(_ more: [String]) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) Status"]
    lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    lines += more + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// What the server does with a request.
public indirect enum Answer: Sendable {
  /// A complete response; the connection stays open for the next request.
  case response(HTTPResponse)
  /// A response whose connection breaks after a number of bytes of the body.
  case cutOff(HTTPResponse, after: Int)
  /// Bytes in place of an HTTP response; then the connection ends.
  case garbage([UInt8])
  /// A response whose body is repeated until the client disconnects. Its headers may announce a length.
  case endless(HTTPResponse)
  /// No byte; the connection ends.
  case hangUp
  /// An answer that waits for a gate. It is dropped if the client disconnects before.
  case held(Gate, then: Answer)
  /// What a function sends, which decides about each byte; then the connection ends.
  case streamed(@Sendable (RawConnection) -> Void)
}
