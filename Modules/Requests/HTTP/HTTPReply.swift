import Foundation
import JSON

/// The reply to a request, of any status.
struct HTTPReply: Sendable {
  var status: Int
  var contentType: String
  var body: Data

  /// The JSON of a successful reply; `null` if it is empty.
  ///
  /// - Parameter secrets: what no message of the error may repeat.
  /// - Throws: the error that the reply stands for, or `decoding`.
  func json(hiding secrets: [String]) throws(ServiceError) -> JSONText {
    guard (200..<300).contains(status) else { throw failure(hiding: secrets) }
    do {
      return try JSONText(scanning: body.isEmpty ? Data("null".utf8) : body)
    } catch {
      throw .decoding
    }
  }

  private func failure(hiding secrets: [String]) -> ServiceError {
    let mediaType = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    guard mediaType == "application/problem+json", let problem = try? JSONText(scanning: body) else {
      return .status(status)
    }
    // Members of unexpected types are ignored (RFC 9457, section 3.1).
    for text in [problem["detail"]?.string, problem["title"]?.string].compactMap(\.self) {
      guard let detail = BackendText(text).message else { continue }
      return secrets.contains { isRepeated($0, in: text) } ? .status(status) : .problem(status: status, detail: detail)
    }
    return .status(status)
  }
}

/// Whether a text contains a secret, regardless of case, white space and escapes.
func isRepeated(_ secret: String, in text: String) -> Bool {
  func folded(_ text: String) -> [Unicode.Scalar] {
    text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
      default: scalar != "\\"
      }
    }
  }
  let secret = folded(secret)
  return !secret.isEmpty && folded(text).contains(secret)
}
