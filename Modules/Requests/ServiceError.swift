public import Descriptions
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
  /// The proxy between this machine and the backend, which is named, cannot be reached.
  case unreachableProxy(String)
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
  /// The backend does not know the operation of this name.
  case noSuchOperation(String)
  /// The backend does not know the feed of this name.
  case noSuchFeed(String)
  /// The feed of this name sends faster than the app handles its elements, and cannot be paused.
  case overrun(String)
  /// An element of the feed of this name cannot be read: the one of this number, counted from 1.
  case unreadable(String, number: Int)
  /// The backend has ended a feed in order.
  case closed
  /// The library that requests are sent with cannot be loaded, so nothing was sent.
  case noNetworkLibrary
  /// The backend, in this process, has failed without a reason for the user.
  case failed

  /// The text for the user.
  public var message: String {
    switch self {
    case .unknownHost: "There is no such server."
    case .connectionRefused: "The server refuses connections."
    case .unreachableProxy(let name): "The proxy \(name) cannot be reached."
    case .noSecureConnection: "There is no secure connection to the server."
    case .transport: "The backend cannot be reached."
    case .timeout: "The backend took too long to answer."
    case .status(let status) where Self.redirections.contains(status):
      "The backend redirects the request elsewhere, with status \(status)."
    case .status(let status): "The backend answered with status \(status)."
    case .decoding: "The backend's answer cannot be understood."
    case .tooLarge: "The backend's answer is too long."
    case .problem(_, let detail): detail
    case .cancelled: "The request was cancelled."
    case .noSuchOperation(let name): "The backend has no operation \"\(name)\"."
    case .noSuchFeed(let name): "The backend has no feed \"\(name)\"."
    case .overrun(let name): "The feed \"\(name)\" sends faster than its elements can be handled."
    case .unreadable(let name, let number): "Element \(number) of the feed \"\(name)\" cannot be understood."
    case .closed: "The backend has closed the connection."
    case .noNetworkLibrary: "Requests cannot be sent: the library libcurl.so.4 is missing or too old."
    case .failed: "The backend has failed."
    }
  }
}

extension ServiceError {
  /// The statuses that lead elsewhere (RFC 9110, section 15.4).
  static let redirections: Set<Int> = [301, 302, 303, 307, 308]

  /// The HTTP status of the answer; `nil` for an error without a status.
  public var httpStatus: Int? {
    switch self {
    case .status(let status), .problem(let status, _): status
    default: nil
    }
  }

  /// Whether the backend has refused a request for good. Its idempotency key ends if every earlier try was answered; see
  /// ``IdempotencyKeys``.
  ///
  /// True for a 4xx status, except 408 (timeout), 409 (conflict), 425 (too early) and 429 (too many requests), which
  /// the same request may overcome. True also for an operation that the backend does not have.
  public var isDefinite: Bool {
    switch self {
    case .noSuchOperation, .noSuchFeed: return true
    default: break
    }
    guard let httpStatus else { return false }
    return (400..<500).contains(httpStatus) && ![408, 409, 425, 429].contains(httpStatus)
  }
}

extension ServiceError {
  /// Whether the backend may have carried the request out, whatever it answers to a later try.
  ///
  /// False if the request did not leave the process, and for each 4xx status: the backend has refused it. True for every
  /// other error: the answer was lost or late, or it is a 5xx status, or it cannot be understood.
  public var mayHaveBeenCarriedOut: Bool {
    switch self {
    case .unknownHost, .connectionRefused, .unreachableProxy, .noSuchOperation, .noSuchFeed, .noNetworkLibrary: false
    case .status(let status), .problem(let status, _): !(400..<500).contains(status)
    default: true
    }
  }
}

extension ServiceError: LocalizedError {
  /// The same as `message`, so that `localizedDescription` is the text that seed 003 shows to the user.
  public var errorDescription: String? { message }
}

extension ServiceError: JSONReadable, JSONWritable {
  /// The shape of an error: `{"kind":"problem","code":503,"detail":"Something went wrong!"}`.
  public static var shape: Shape {
    .record(
      "ServiceError",
      [
        .init("code", .integer(), isRequired: false), .init("detail", .text(), isRequired: false),
        .init("kind", .text()),
      ])
  }
  public static var expectation: String { "an error of a service" }
  public static var example: ServiceError { .timeout }

  private var parts: (kind: String, code: Int?, detail: String?) {
    switch self {
    case .unknownHost: ("unknownHost", nil, nil)
    case .connectionRefused: ("connectionRefused", nil, nil)
    case .unreachableProxy(let name): ("unreachableProxy", nil, name)
    case .noSecureConnection: ("noSecureConnection", nil, nil)
    case .transport(let code): ("transport", code, nil)
    case .timeout: ("timeout", nil, nil)
    case .status(let status): ("status", status, nil)
    case .decoding: ("decoding", nil, nil)
    case .tooLarge: ("tooLarge", nil, nil)
    case .problem(let status, let detail): ("problem", status, detail)
    case .cancelled: ("cancelled", nil, nil)
    case .noSuchOperation(let name): ("noSuchOperation", nil, name)
    case .noSuchFeed(let name): ("noSuchFeed", nil, name)
    case .overrun(let name): ("overrun", nil, name)
    case .unreadable(let name, let number): ("unreadable", number, name)
    case .closed: ("closed", nil, nil)
    case .noNetworkLibrary: ("noNetworkLibrary", nil, nil)
    case .failed: ("failed", nil, nil)
    }
  }

  /// Reads the kind, with the status or code and the detail that belong to it.
  public init?(_ json: JSONText) {
    let code: Int? = json["code"]?.integer()
    let detail = json["detail"]?.string
    switch (json["kind"]?.string, code, detail) {
    case ("unknownHost", _, _): self = .unknownHost
    case ("connectionRefused", _, _): self = .connectionRefused
    case ("unreachableProxy", _, let name?): self = .unreachableProxy(name)
    case ("noSecureConnection", _, _): self = .noSecureConnection
    case ("transport", let code?, _): self = .transport(code: code)
    case ("timeout", _, _): self = .timeout
    case ("status", let status?, _): self = .status(status)
    case ("decoding", _, _): self = .decoding
    case ("tooLarge", _, _): self = .tooLarge
    case ("problem", let status?, let detail?): self = .problem(status: status, detail: detail)
    case ("cancelled", _, _): self = .cancelled
    case ("noSuchOperation", _, let name?): self = .noSuchOperation(name)
    case ("noSuchFeed", _, let name?): self = .noSuchFeed(name)
    case ("overrun", _, let name?): self = .overrun(name)
    case ("unreadable", let number?, let name?): self = .unreadable(name, number: number)
    case ("closed", _, _): self = .closed
    case ("noNetworkLibrary", _, _): self = .noNetworkLibrary
    case ("failed", _, _): self = .failed
    default: return nil
    }
  }

  /// Writes the kind, with the status or code and the detail where the error has them.
  public func write(to writer: inout JSONWriter) {
    let (kind, code, detail) = parts
    writer.object {
      if let code { $0.member("code", code) }
      if let detail { $0.member("detail", detail) }
      $0.member("kind", kind)
    }
  }
}
