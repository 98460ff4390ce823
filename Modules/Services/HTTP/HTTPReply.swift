import Foundation
import Models

/// The reply to a request, of any status.
struct HTTPReply: Sendable {
  var status: Int
  var contentType: String
  var body: Data

  /// The answer in a successful reply.
  ///
  /// - Throws: the error that the reply stands for, or `decoding`.
  func answer<Answer>(to call: HTTPCall<Answer>) throws(ServiceError) -> Answer {
    guard (200..<300).contains(status) else { throw failure(hiding: call.secret) }
    do {
      return try call.read(body)
    } catch {
      throw .decoding
    }
  }

  private func failure(hiding secret: Password?) -> ServiceError {
    let mediaType = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    guard mediaType == "application/problem+json", let problem = try? Wire.decode(Wire.Problem.self, body) else {
      return .status(status)
    }
    for text in [problem.detail, problem.title].compactMap(\.self) {
      guard let detail = BackendText(text).message else { continue }
      return secret?.isRepeated(in: text) == true ? .status(status) : .problem(status: status, detail: detail)
    }
    return .status(status)
  }
}

extension Password {
  /// Whether a text contains the password, regardless of case, white space and escapes.
  func isRepeated(in text: String) -> Bool {
    let secret = withRevealedText(Self.folded)
    return !secret.isEmpty && Self.folded(text).contains(secret)
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
      default: scalar != "\\"
      }
    }
  }
}
