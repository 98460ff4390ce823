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
      let detail = readable(problem.detail) ?? readable(problem.title), !isRepeated(secret, in: detail)
    else { return .status(status) }
    return .problem(detail: detail)
  }

  /// A backend's text as a front may show it: one line, no control characters (a terminal would obey them), not
  /// endless.
  private func readable(_ text: String?) -> String? {
    guard let text else { return nil }
    let kept = text.unicodeScalars.lazy.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " " as Character
      default: Character(scalar)
      }
    }
    let line = String(kept.prefix(500)).split(separator: " ").joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  private func isRepeated(_ secret: Password?, in text: String) -> Bool {
    guard let secret, !secret.isEmpty else { return false }
    return secret.withRevealedText { text.contains($0) }
  }
}
