public import Foundation

/// Why a service has no answer. No case carries what was sent or received, except the one text that a backend wrote for
/// the user.
public enum ServiceError: Error, Hashable, Sendable {
  /// No host has the name in the backend's URL.
  case unknownHost
  /// The host refused the connection: nothing listens on the port.
  case connectionRefused
  /// TLS failed: the host speaks no TLS, or its certificate is not trusted.
  case noSecureConnection
  /// The backend cannot be reached for any other reason, or the connection broke; with Foundation's `URLError` code.
  case transport(code: Int)
  /// The backend did not answer within the time limit.
  case timeout
  /// A non-2xx HTTP status without a problem document.
  case status(Int)
  /// The answer violates the contract or HTTP itself, or does not fit the request.
  case decoding
  /// The answer is longer than any answer of the contract may be. The rest of it is not read.
  case tooLarge
  /// A problem document (RFC 9457): the HTTP status, and the `detail` that the backend wrote for the user.
  case problem(status: Int, detail: String)
  /// The program itself cancelled the request.
  case cancelled

  /// The text for the user.
  public var message: String {
    switch self {
    case .unknownHost: "There is no such server."
    case .connectionRefused: "The server refuses connections."
    case .noSecureConnection: "There is no secure connection to the server."
    case .transport: "The backend cannot be reached."
    case .timeout: "The backend took too long to answer."
    case .status(let status) where (300..<400).contains(status):
      "The backend redirects the request elsewhere, with status \(status)."
    case .status(let status): "The backend answered with status \(status)."
    case .decoding: "The backend's answer cannot be understood."
    case .tooLarge: "The backend's answer is too long."
    case .problem(_, let detail): detail
    case .cancelled: "The request was cancelled."
    }
  }
}

extension ServiceError {
  /// The HTTP status of the answer; `nil` if there was none that can be relied on.
  public var httpStatus: Int? {
    switch self {
    case .status(let status), .problem(let status, _): status
    default: nil
    }
  }

  /// Whether the backend has definitely refused an idempotent request, so that its idempotency key ends.
  ///
  /// True for a 4xx status, except 408 (timeout), 409 (conflict), 425 (too early) and 429 (too many requests), which
  /// the same request may overcome. After any other error the backend may have carried the request out: retry it with
  /// the same key.
  ///
  ///     if case .failure(let error) = result, error.isDefinite { key = nil }
  public var isDefinite: Bool {
    guard let httpStatus else { return false }
    return (400..<500).contains(httpStatus) && ![408, 409, 425, 429].contains(httpStatus)
  }
}

extension ServiceError: LocalizedError {
  /// The same as `message`, so that `localizedDescription` is the text that seed 003 shows to the user.
  public var errorDescription: String? { message }
}
