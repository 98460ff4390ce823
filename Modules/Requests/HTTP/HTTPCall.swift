import Foundation

/// What is sent for a request: method, path, headers and body.
struct HTTPCall: Sendable {
  var method: String
  /// The components of the path below the base URL, without percent-encoding.
  var path: [String]
  /// The names and values behind the path's question mark, without percent-encoding.
  var query: [(name: String, value: String)] = []
  /// The headers beside those of the content's type.
  var headers: [String: String] = [:]
  /// Makes the JSON body when the request is sent, so that no stored call contains the bytes of a secret.
  var body: (@Sendable () -> [UInt8])?

  /// The call's URL below a base; `nil` if they make no URL.
  func url(below base: URL) -> URL? {
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    let query = query.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
    return URL(
      string: text + path.map { "/" + percentEncoded($0) }.joined() + (query.isEmpty ? "" : "?" + query))
  }
}

/// One component of a path or a query, percent-encoded except for RFC 3986's unreserved characters. The dots of "." and
/// ".." are encoded too, which would otherwise be a relative path.
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
