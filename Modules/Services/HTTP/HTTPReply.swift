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
    guard mediaType == "application/problem+json", let problem = try? Wire.decode(Wire.Problem.self, body),
      let text = [problem.detail, problem.title].compactMap(\.self).first(where: { readable($0) != nil }),
      let detail = readable(text), secret?.isRepeated(in: text) != true
    else { return .status(status) }
    return .problem(status: status, detail: detail)
  }

  /// A backend's text as a front may show it: one line, no control characters (a terminal would obey them), not
  /// endless.
  private func readable(_ text: String) -> String? {
    let kept = text.unicodeScalars.lazy.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " " as Character
      default: Character(scalar)
      }
    }
    let line = String(kept.prefix(500)).split(separator: " ").joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}

extension Password {
  /// Whether a text says the password, be it in other letters' case, with other white space or escaped.
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
