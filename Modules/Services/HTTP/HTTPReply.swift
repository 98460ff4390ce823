import Foundation
import Models

/// What came back: not yet judged.
struct HTTPReply: Sendable {
  var status: Int
  var contentType: String
  var body: Data

  /// The value that a successful reply carries; otherwise the error that it stands for.
  func value<Value>(of call: HTTPCall<Value>) throws(ServiceError) -> Value {
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
  /// Whether a text contains the password, also in another case, with other white space or escaped.
  func isRepeated(in text: String) -> Bool {
    let secret = withRevealedText(Self.gist)
    return !secret.isEmpty && Self.gist(text).contains(secret)
  }

  private static func gist(_ text: String) -> [Unicode.Scalar] {
    text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
      default: scalar != "\\"
      }
    }
  }
}
