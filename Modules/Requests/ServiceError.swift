public import Descriptions
public import Foundation
import Words

/// The reason why a service has no answer.
///
/// No case contains what was sent or received, except the text of a problem document, which the backend wrote for the
/// user.
public struct ServiceError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// No host has the name in the backend's URL.
    public static let unknownHost = Code(rawValue: "unknownHost")
    /// The host refused the connection: nothing listens on the port.
    public static let connectionRefused = Code(rawValue: "connectionRefused")
    /// The proxy between this machine and the backend, which is named, cannot be reached.
    public static let unreachableProxy = Code(rawValue: "unreachableProxy")
    /// The proxy between this machine and the backend, which is named, has refused the request; with its HTTP status.
    public static let proxyRefused = Code(rawValue: "proxyRefused")
    /// TLS failed: the host speaks no TLS, or its certificate is not trusted. The detail is the cause, if it is known.
    public static let noSecureConnection = Code(rawValue: "noSecureConnection")
    /// The backend cannot be reached for another reason, or the connection broke; with Foundation's `URLError` code.
    public static let transport = Code(rawValue: "transport")
    /// The backend did not answer within the time limit.
    public static let timeout = Code(rawValue: "timeout")
    /// A non-2xx HTTP status without a problem document.
    public static let status = Code(rawValue: "status")
    /// The answer violates the contract or HTTP itself, or does not fit the request.
    public static let decoding = Code(rawValue: "decoding")
    /// The answer is longer than the contract permits. The rest of it is not read.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A problem document (RFC 9457): the HTTP status, and the `detail` that the backend wrote for the user.
    public static let problem = Code(rawValue: "problem")
    /// The program itself cancelled the request.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The backend does not know the operation of this name.
    public static let noSuchOperation = Code(rawValue: "noSuchOperation")
    /// The backend does not know the feed of this name.
    public static let noSuchFeed = Code(rawValue: "noSuchFeed")
    /// The feed of this name sends faster than the app handles its elements, and cannot be paused.
    public static let overrun = Code(rawValue: "overrun")
    /// An element of the feed of this name cannot be read: the one of this number, counted from 1.
    public static let unreadable = Code(rawValue: "unreadable")
    /// An element of the feed of this name has too many bytes: the one of this number, at an id that is the ``ServiceError/part``.
    public static let oversized = Code(rawValue: "oversized")
    /// The request of this name cannot be sent: a member of its input, the ``ServiceError/part``, makes no part of a path.
    public static let unaddressable = Code(rawValue: "unaddressable")
    /// The backend has ended a feed in order.
    public static let closed = Code(rawValue: "closed")
    /// The library that requests are sent with cannot be loaded, so nothing was sent.
    public static let noNetworkLibrary = Code(rawValue: "noNetworkLibrary")
    /// A file cannot be sent, or not kept, for the reason in the detail.
    public static let file = Code(rawValue: "file")
    /// The server has ended the session, and it was not renewed. The request was not carried out.
    public static let sessionEnded = Code(rawValue: "sessionEnded")
    /// The user has signed out while the request was on its way.
    public static let signedOut = Code(rawValue: "signedOut")
    /// Another account has signed in while the request was on its way.
    public static let otherAccount = Code(rawValue: "otherAccount")
    /// The user has to be asked first: an earlier request may have been carried out, and its key is lost or too old.
    public static let confirmationNeeded = Code(rawValue: "confirmationNeeded")
    /// The key of a request cannot be stored, for the reason in the detail, so nothing was sent.
    public static let notStored = Code(rawValue: "notStored")
    /// The backend, in this process, has failed without a reason for the user.
    public static let failed = Code(rawValue: "failed")
  }

  /// The kind of the reason.
  public let code: Code
  /// The HTTP status of `status`, `problem` and `proxyRefused`, the `URLError` code of `transport`, the number of an element for
  /// `unreadable` and `oversized`, and for `unaddressable` 0 if the member is empty, 1 if it is only dots; `nil` for other kinds.
  public let number: Int?
  /// The text of `problem`, and the name that an error of another kind has; `nil` for one without a name.
  public let detail: String?
  /// A part of what is named: the id of an event for `oversized`, the name of a member for `unaddressable`, and `passedOn` for
  /// `proxyRefused` if the proxy may have passed the request on.
  public let part: String?

  /// How long the server asks to wait before the next try (`Retry-After`); `nil` unless it does. It makes no other error.
  public private(set) var retryAfter: Duration?
  /// What asking again does after an answer was lost, for an operation that changes something; `nil` for another error. It makes no
  /// other error.
  public private(set) var repetition: Repetition?

  /// What it does to ask again for something that may have been carried out.
  public enum Repetition: String, Hashable, Sendable {
    /// It is carried out once, because the request has a key.
    case once
    /// It may be carried out twice.
    case again
  }

  private init(code: Code, number: Int? = nil, detail: String? = nil, part: String? = nil) {
    self.code = code
    self.number = number
    self.detail = detail
    self.part = part
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.code == other.code && one.number == other.number && one.detail == other.detail && one.part == other.part
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(number)
    hasher.combine(detail)
    hasher.combine(part)
  }

  /// No host has the name in the backend's URL.
  public static let unknownHost = Self(code: .unknownHost)
  /// The host refused the connection: nothing listens on the port.
  public static let connectionRefused = Self(code: .connectionRefused)
  /// The proxy between this machine and the backend, which is named, cannot be reached.
  public static func unreachableProxy(_ name: String) -> Self { Self(code: .unreachableProxy, detail: name) }
  /// The proxy between this machine and the backend has refused the request.
  ///
  /// - Parameters:
  ///   - name: the name of the proxy.
  ///   - status: its HTTP status.
  ///   - wasPassedOn: whether the proxy may have passed the request on, and has lost the answer.
  public static func proxyRefused(_ name: String, status: Int, wasPassedOn: Bool = false) -> Self {
    Self(code: .proxyRefused, number: status, detail: name, part: wasPassedOn ? "passedOn" : nil)
  }
  /// TLS failed: the host speaks no TLS, or its certificate is not trusted.
  public static let noSecureConnection = Self(code: .noSecureConnection)
  /// TLS failed, for a cause.
  public static func noSecureConnection(_ cause: TLSFault) -> Self {
    Self(code: .noSecureConnection, detail: cause.rawValue)
  }
  /// The backend cannot be reached for another reason, or the connection broke; with Foundation's `URLError` code.
  public static func transport(code: Int) -> Self { Self(code: .transport, number: code) }
  /// The backend did not answer within the time limit.
  public static let timeout = Self(code: .timeout)
  /// A non-2xx HTTP status without a problem document.
  public static func status(_ status: Int) -> Self { Self(code: .status, number: status) }
  /// The answer violates the contract or HTTP itself, or does not fit the request.
  public static let decoding = Self(code: .decoding)
  /// The answer is longer than the contract permits. The rest of it is not read.
  public static let tooLarge = Self(code: .tooLarge)
  /// A problem document (RFC 9457): the HTTP status, and the `detail` that the backend wrote for the user.
  public static func problem(status: Int, detail: String) -> Self {
    Self(code: .problem, number: status, detail: detail)
  }
  /// The program itself cancelled the request.
  public static let cancelled = Self(code: .cancelled)
  /// The backend does not know the operation of this name.
  public static func noSuchOperation(_ name: String) -> Self { Self(code: .noSuchOperation, detail: name) }
  /// The backend does not know the feed of this name.
  public static func noSuchFeed(_ name: String) -> Self { Self(code: .noSuchFeed, detail: name) }
  /// The feed of this name sends faster than the app handles its elements, and cannot be paused.
  public static func overrun(_ name: String) -> Self { Self(code: .overrun, detail: name) }
  /// An element of the feed of this name cannot be read: the one of this number, counted from 1.
  public static func unreadable(_ name: String, number: Int) -> Self {
    Self(code: .unreadable, number: number, detail: name)
  }
  /// An element of a feed has too many bytes.
  ///
  /// - Parameters:
  ///   - name: the name of the feed.
  ///   - number: the number of the element, counted from 1.
  ///   - id: the id of its event, or the latest one before it; empty without one.
  public static func oversized(_ name: String, number: Int, id: String) -> Self {
    let id = BackendText(id).message ?? ""
    return Self(code: .oversized, number: number, detail: name, part: id.isEmpty ? nil : id)
  }
  /// A request cannot be sent, because a member of its input is a part of the address.
  ///
  /// - Parameters:
  ///   - name: the name of its operation or feed.
  ///   - member: the name of the member.
  ///   - isDots: whether it is `.` or `..`; if not, it is empty.
  package static func unaddressable(_ name: String, _ member: String, isDots: Bool) -> Self {
    Self(code: .unaddressable, number: isDots ? 1 : 0, detail: name, part: member)
  }
  /// The backend has ended a feed in order.
  public static let closed = Self(code: .closed)
  /// The library that requests are sent with cannot be loaded, so nothing was sent.
  public static let noNetworkLibrary = Self(code: .noNetworkLibrary)
  /// A file cannot be sent, or not kept, for a reason in a sentence, which does not repeat its name.
  public static func file(_ sentence: String) -> Self { Self(code: .file, detail: sentence) }
  /// The server has ended the session, and it was not renewed. The request was not carried out.
  public static let sessionEnded = Self(code: .sessionEnded)
  /// The user has signed out while the request was on its way.
  public static let signedOut = Self(code: .signedOut)
  /// Another account has signed in while the request was on its way.
  public static let otherAccount = Self(code: .otherAccount)
  /// An earlier request may have been carried out, and its key is lost or too old. Nothing was sent. Ask the user, and repeat the
  /// request with `isConfirmed`; see ``IdempotencyKeys``.
  public static let confirmationNeeded = Self(code: .confirmationNeeded)
  /// The key of a request cannot be stored, for a reason in words for the user. Nothing was sent.
  public static func notStored(reason: String) -> Self { Self(code: .notStored, detail: reason) }
  /// The backend, in this process, has failed without a reason for the user.
  public static let failed = Self(code: .failed)
}

extension ServiceError {
  /// The statuses that lead elsewhere (RFC 9110, section 15.4).
  package static let redirections: Set<Int> = [301, 302, 303, 307, 308]

  /// The HTTP status of the answer; `nil` for an error without a status.
  public var httpStatus: Int? {
    code == .status || code == .problem ? number : nil
  }

  /// Whether the backend has refused a request for good. Its idempotency key ends if every earlier try was answered; see
  /// ``IdempotencyKeys``.
  ///
  /// True for a 4xx status, except 408 (timeout), 409 (conflict), 425 (too early) and 429 (too many requests), which
  /// the same request may overcome. True also for an operation that the backend does not have, and for an input that has no address.
  public var isDefinite: Bool {
    if [.noSuchOperation, .noSuchFeed, .unaddressable].contains(code) { return true }
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
    switch code {
    case .unknownHost, .connectionRefused, .unreachableProxy, .noSuchOperation, .noSuchFeed, .noNetworkLibrary,
      .sessionEnded, .unaddressable, .confirmationNeeded, .notStored:
      false
    case .proxyRefused: part != nil
    case .transport: ![NSURLErrorBadURL, NSURLErrorCannotConnectToHost].contains(number ?? 0)
    default: !(400..<500).contains(httpStatus ?? 0)
    }
  }
}

extension ServiceError {
  /// The error of a server that asks to wait before the next try.
  ///
  /// An `Outbox` and a feed make no try before that time.
  package func retrying(after time: Duration?) -> Self {
    var error = self
    error.retryAfter = time
    return error
  }

  /// The error of a request for an operation: whether it may have been carried out, if the answer was lost.
  package func lost<Input, Answer>(in operation: ServiceOperation<Input, Answer>) -> Self {
    // NB: what a sign-in asks for does no harm the second time.
    guard repetition == nil, operation.changesSomething, operation.waitsForRenewal, mayHaveBeenCarriedOut,
      [.transport, .timeout, .decoding, .tooLarge].contains(code)
    else { return self }
    var error = self
    error.repetition = operation.isKeyed ? .once : .again
    return error
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
        .init("kind", .text()), .init("part", .text(), isRequired: false),
        .init("repetition", .text(), isRequired: false), .init("retryAfter", .integer(minimum: 0), isRequired: false),
      ])
  }
  public static var expectation: String { "an error of a service" }
  public static var example: ServiceError { .timeout }

  /// Reads the kind, with the status or code and the detail that belong to it, and what else is said.
  public init?(_ json: JSONText) {
    let number: Int? = json["code"]?.integer()
    let detail = json["detail"]?.string
    let part = json["part"]?.string
    let code = Code(rawValue: json["kind"]?.string ?? "")
    switch code {
    case .status, .transport:
      guard let number else { return nil }
      self.init(code: code, number: number)
    case .problem, .unreadable:
      guard let number, let detail else { return nil }
      self.init(code: code, number: number, detail: detail)
    case .proxyRefused, .oversized, .unaddressable:
      guard let number, let detail else { return nil }
      self.init(code: code, number: number, detail: detail, part: part)
    case .unreachableProxy, .noSuchOperation, .noSuchFeed, .overrun, .file, .notStored:
      guard let detail else { return nil }
      self.init(code: code, detail: detail)
    case .noSecureConnection: self.init(code: code, detail: detail)
    case .unknownHost, .connectionRefused, .timeout, .decoding, .tooLarge, .cancelled,
      .closed, .noNetworkLibrary, .sessionEnded, .signedOut, .otherAccount, .confirmationNeeded,
      .failed:
      self.init(code: code)
    default: return nil
    }
    if let milliseconds: Int = json["retryAfter"]?.integer(), milliseconds >= 0 {
      retryAfter = .milliseconds(min(milliseconds, Self.longestRetryAfter))
    }
    repetition = json["repetition"]?.string.flatMap(Repetition.init)
  }

  /// The longest time for which a server is obeyed, in milliseconds.
  package static let longestRetryAfter = 86_400_000

  /// Writes the kind, with the status or code and the detail where the error has them.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      if let number { $0.member("code", number) }
      if let detail { $0.member("detail", detail) }
      $0.member("kind", code.rawValue)
      if let part { $0.member("part", part) }
      if let repetition { $0.member("repetition", repetition.rawValue) }
      if let retryAfter { $0.member("retryAfter", retryAfter.wholeMilliseconds) }
    }
  }
}

extension ServiceError: CustomStringConvertible {
  /// The kind, with the status or code and the detail where the error has them.
  public var description: String {
    let parts = [number.map(String.init), detail, part].compactMap(\.self)
    return code.rawValue + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
  }
}
