import Foundation
import Models

/// One operation of the contract: what to send, and how to read what comes back.
struct HTTPCall<Value>: Sendable {
  var method = "GET"
  /// The path below the base URL, not encoded yet.
  var path: [String]
  var headers: [String: String] = [:]
  /// What to send. Made when it is sent, so that a secret is in no stored call's bytes.
  var body: (@Sendable () -> Data)?
  /// A text that no message from the backend may repeat.
  var secret: Password?
  var read: @Sendable (Data) throws -> Value

  /// The call's URL below a base, or `nil` if there is none.
  func url(below base: URL) -> URL? {
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return URL(string: text + path.map { "/" + percentEncoded($0) }.joined())
  }
}

/// One component of a path: everything but RFC 3986's unreserved characters is encoded, and so are the dots of "." and
/// "..", which would otherwise mean another directory.
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
