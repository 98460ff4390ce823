public import JSON

/// What an error reply says: a code, the code's own message, and `data`.
///
/// Nothing in it may quote input, a method's name or a thrown error: `reason` and `hint` are words of the program,
/// `pointer` says where in the params.
public struct RPCError: Error, Sendable, Equatable {
  /// The code; beside JSON-RPC's, those of this protocol.
  public struct Code: Sendable, Hashable {
    /// The number on the wire.
    public let value: Int
    let message: String

    init(_ value: Int, _ message: String) {
      self.value = value
      self.message = message
    }

    /// No JSON, or none in UTF-8.
    public static let parseError = Code(-32700, "Parse error")
    /// JSON, but no request.
    public static let invalidRequest = Code(-32600, "Invalid Request")
    /// No such method.
    public static let methodNotFound = Code(-32601, "Method not found")
    /// The method exists, its params are not right.
    public static let invalidParams = Code(-32602, "Invalid params")
    /// The handler failed.
    public static let internalError = Code(-32603, "Internal error")
    /// The request was cancelled before it was answered.
    public static let cancelled = Code(-32800, "Request cancelled")
    /// The protocol version asked for is not spoken here.
    public static let unsupportedVersion = Code(1001, "Unsupported version")
    /// The state has moved on since the revision that the request names.
    public static let staleRevision = Code(1002, "Stale revision")
    /// Too much is open or in flight.
    public static let overloaded = Code(1003, "Overloaded")
    /// The event cannot be taken as things are.
    public static let eventRejected = Code(1004, "Event rejected")

    public static func == (left: Code, right: Code) -> Bool { left.value == right.value }
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// What kind of error it is.
  public var code: Code
  /// One word, in camel case, for programs.
  public var reason: String
  /// Where in the params the fault is.
  public var pointer: JSONPointer?
  /// The limit that was crossed.
  public var limit: Int?
  /// The type that was expected, or a remedy, for people.
  public var hint: String?
  /// The versions that are supported, for `unsupportedVersion`.
  public var supported: [String]?

  /// An error reply; all but code and reason may be left out.
  public init(
    _ code: Code, reason: String, pointer: JSONPointer? = nil, limit: Int? = nil, hint: String? = nil,
    supported: [String]? = nil
  ) {
    self.code = code
    self.reason = reason
    self.pointer = pointer
    self.limit = limit
    self.hint = hint
    self.supported = supported
  }

  /// Params that a method cannot take: where, and what was expected ("expected a string").
  public static func invalidParams(
    _ pointer: JSONPointer = JSONPointer(), expected: String? = nil, reason: String = "badParams"
  ) -> RPCError {
    RPCError(.invalidParams, reason: reason, pointer: pointer, hint: expected.map { "expected " + $0 })
  }

  /// A member that the method's params do not have. A name too long for a pointer is left out of it.
  public static func unknownMember(_ name: JSONText, in parent: JSONPointer = JSONPointer()) -> RPCError {
    let name = name.string.flatMap { $0.utf8.count <= 64 ? $0 : nil }
    return RPCError(.invalidParams, reason: "unknownMember", pointer: name.map(parent.appending) ?? parent)
  }

  /// A handler threw something that is no `RPCError`.
  static let handlerFailed = RPCError(.internalError, reason: "handlerFailed")
  static let cancelled = RPCError(.cancelled, reason: "cancelled")

  /// Writes the value of a reply's `error`.
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("code", code.value)
      $0.member("data") {
        $0.object {
          if let hint { $0.member("hint", hint) }
          if let limit { $0.member("limit", limit) }
          if let pointer { $0.member("pointer", pointer) }
          $0.member("reason", reason)
          if let supported { $0.member("supported", supported) }
        }
      }
      $0.member("message", code.message)
    }
  }
}
