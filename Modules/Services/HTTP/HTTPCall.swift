public import Foundation
public import Models

/// One operation of a backend: what to send, and how to read the reply.
///
/// ```swift
/// HTTPCall(path: ["products", "wand"]) { try JSONDecoder().decode(Product.self, from: $0) }
/// ```
public struct HTTPCall<Answer>: Sendable {
  /// The HTTP method.
  public var method: String
  /// The components of the path below the base URL, without percent-encoding.
  public var path: [String]
  /// The headers beside those of the content's type.
  public var headers: [String: String]
  /// Makes the JSON body when the request is sent, so that no stored call contains the bytes of a secret.
  public var body: (@Sendable () -> Data)?
  /// A secret in the body. A message from the backend that repeats it is not shown.
  public var secret: Password?
  /// Reads the body of a 2xx reply. An error that it throws is `ServiceError.decoding`.
  public var read: @Sendable (Data) throws -> Answer

  /// A call, which is sent by `HTTPServices.send(_:)`.
  public init(
    method: String = "GET", path: [String], headers: [String: String] = [:], body: (@Sendable () -> Data)? = nil,
    secret: Password? = nil, read: @escaping @Sendable (Data) throws -> Answer
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.secret = secret
    self.read = read
  }

  /// The call's URL below a base; `nil` if they make no URL.
  func url(below base: URL) -> URL? {
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return URL(string: text + path.map { "/" + percentEncoded($0) }.joined())
  }
}

/// One component of a path, percent-encoded except for RFC 3986's unreserved characters. The dots of "." and ".." are
/// encoded too, which would otherwise be a relative path.
private func percentEncoded(_ component: String) -> String {
  let isDots = component == "." || component == ".."
  var text = ""
  for byte in component.utf8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      text.append(Character(Unicode.Scalar(byte)))
    case UInt8(ascii: ".") where !isDots:
      text.append(".")
    default:
      text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
  }
  return text
}
