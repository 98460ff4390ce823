public import Foundation

/// The reason why a service has no answer.
///
/// No case contains what was sent or received, except the text of a problem document, which the backend wrote for the
/// user.
public enum ServiceError: Error, Hashable, Sendable {
  /// No host has the name in the backend's URL.
  case unknownHost
  /// The host refused the connection: nothing listens on the port.
  case connectionRefused
  /// TLS failed: the host speaks no TLS, or its certificate is not trusted.
  case noSecureConnection
  /// The backend cannot be reached for another reason, or the connection broke; with Foundation's `URLError` code.
  case transport(code: Int)
  /// The backend did not answer within the time limit.
  case timeout
  /// A non-2xx HTTP status without a problem document.
  case status(Int)
  /// The answer violates the contract or HTTP itself, or does not fit the request.
  case decoding
  /// The answer is longer than the contract permits. The rest of it is not read.
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
  /// The HTTP status of the answer; `nil` for an error without a status.
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
  /// ```swift
  /// if case .failure(let error) = result, error.isDefinite { key = nil }
  /// ```
  public var isDefinite: Bool {
    guard let httpStatus else { return false }
    return (400..<500).contains(httpStatus) && ![408, 409, 425, 429].contains(httpStatus)
  }
}

extension ServiceError: LocalizedError {
  /// The same as `message`, so that `localizedDescription` is the text that seed 003 shows to the user.
  public var errorDescription: String? { message }
}

extension ServiceError: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, code, detail
  }

  private enum Kind: String, Codable {
    case unknownHost, connectionRefused, noSecureConnection, transport, timeout, status, decoding, tooLarge, problem,
      cancelled
  }

  private var parts: (kind: Kind, code: Int?, detail: String?) {
    switch self {
    case .unknownHost: (.unknownHost, nil, nil)
    case .connectionRefused: (.connectionRefused, nil, nil)
    case .noSecureConnection: (.noSecureConnection, nil, nil)
    case .transport(let code): (.transport, code, nil)
    case .timeout: (.timeout, nil, nil)
    case .status(let status): (.status, status, nil)
    case .decoding: (.decoding, nil, nil)
    case .tooLarge: (.tooLarge, nil, nil)
    case .problem(let status, let detail): (.problem, status, detail)
    case .cancelled: (.cancelled, nil, nil)
    }
  }

  /// Reads `{"kind":"problem","code":503,"detail":"Something went wrong!"}`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let code = { try fields.decode(Int.self, forKey: .code) }
    self =
      switch try fields.decode(Kind.self, forKey: .kind) {
      case .unknownHost: .unknownHost
      case .connectionRefused: .connectionRefused
      case .noSecureConnection: .noSecureConnection
      case .transport: .transport(code: try code())
      case .timeout: .timeout
      case .status: .status(try code())
      case .decoding: .decoding
      case .tooLarge: .tooLarge
      case .problem: .problem(status: try code(), detail: try fields.decode(String.self, forKey: .detail))
      case .cancelled: .cancelled
      }
  }

  /// Writes the kind, with the status or code and the detail where the error has them.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let (kind, code, detail) = parts
    try fields.encode(kind, forKey: .kind)
    try fields.encodeIfPresent(code, forKey: .code)
    try fields.encodeIfPresent(detail, forKey: .detail)
  }
}
