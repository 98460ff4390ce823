public import Foundation

/// Why a service has no answer. The kinds are told apart so that a screen can react to each; none of them carries what
/// was sent or received, except for the one text that a backend wrote for the user to read.
public enum ServiceError: Error, Hashable, Sendable {
  /// The backend could not be reached, or the connection broke; with Foundation's `URLError` code.
  case transport(code: Int)
  /// The backend did not answer in time.
  case timeout
  /// The backend answered with an HTTP status that is no success, and with no problem document.
  case status(Int)
  /// The answer is not what the contract says.
  case decoding
  /// The answer is longer than any answer of the contract may be; the rest of it was not read.
  case tooLarge
  /// The backend's own words for the user: the `detail` of an RFC 9457 problem document.
  case problem(detail: String)
  /// The request was cancelled by the program itself.
  case cancelled

  /// What to tell the user.
  public var message: String {
    switch self {
    case .transport: "The backend cannot be reached."
    case .timeout: "The backend took too long to answer."
    case .status(let status): "The backend answered with status \(status)."
    case .decoding: "The backend's answer cannot be understood."
    case .tooLarge: "The backend's answer is too long."
    case .problem(let detail): detail
    case .cancelled: "The request was cancelled."
    }
  }
}

extension ServiceError: LocalizedError {
  /// The message, so that `localizedDescription` says it as well (seed 003 shows that to the user).
  public var errorDescription: String? { message }
}
