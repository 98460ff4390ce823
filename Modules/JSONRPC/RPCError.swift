public import JSON

/// The error of a reply: a code with its message, and data.
///
/// An error quotes neither input nor the text of a thrown error: `reason` and `hint` are words of the program, and
/// `pointer` names the position in the params.
///
/// ```swift
/// extension RPCError.Code {
///   static let outOfStock = RPCError.Code(2001, "Out of stock")
/// }
///
/// let error = RPCError(.outOfStock, reason: "soldOut", pointer: JSONPointer("product"))
/// ```
public struct RPCError: Error, Sendable, Equatable {
  /// An error code with its message. A program adds codes of its own as static members.
  public struct Code: Sendable, Hashable {
    /// The number on the wire.
    public let value: Int
    /// The message on the wire.
    public let message: String

    /// A code. JSON-RPC reserves the numbers from -32768 to -32000.
    public init(_ value: Int, _ message: String) {
      self.value = value
      self.message = message
    }

    /// The message is not JSON, or not UTF-8.
    public static let parseError = Code(-32700, "Parse error")
    /// The message is JSON, but not a request.
    public static let invalidRequest = Code(-32600, "Invalid Request")
    /// The method does not exist.
    public static let methodNotFound = Code(-32601, "Method not found")
    /// The method exists, but cannot accept the params.
    public static let invalidParams = Code(-32602, "Invalid params")
    /// The handler failed.
    public static let internalError = Code(-32603, "Internal error")
    /// The request was cancelled before it was answered, as in the Language Server Protocol.
    public static let cancelled = Code(-32800, "Request cancelled")
    /// Too many requests are in flight.
    public static let overloaded = Code(1003, "Overloaded")
  }

  /// The kind of error.
  public var code: Code
  /// Details for programs; absent from the reply if `nil`.
  public var data: JSON?

  /// An error with any data.
  public init(_ code: Code, data: JSON? = nil) {
    self.code = code
    self.data = data
  }

  /// An error whose data has the members that are given.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - reason: a word in camel case, for programs.
  ///   - pointer: the position of the fault in the params.
  ///   - limit: the limit that was exceeded.
  ///   - hint: the expected type or a remedy, for people.
  public init(_ code: Code, reason: String, pointer: JSONPointer? = nil, limit: Int? = nil, hint: String? = nil) {
    var data: [String: JSON] = ["reason": .string(reason)]
    if let pointer { data["pointer"] = .string(pointer.description) }
    if let limit { data["limit"] = .integer(limit) }
    if let hint { data["hint"] = .string(hint) }
    self.init(code, data: .object(data))
  }

  /// Params that the method cannot accept: the position of the fault, and what was expected there ("a string").
  public static func invalidParams(
    _ pointer: JSONPointer = JSONPointer(), expected: String? = nil, reason: String = "badParams"
  ) -> RPCError {
    RPCError(.invalidParams, reason: reason, pointer: pointer, hint: expected.map { "expected " + $0 })
  }

  /// A member that the method's params do not have. A name of more than 64 bytes is left out of the pointer.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - parent: the object that it is in.
  ///   - expected: what was expected there, such as "no members".
  public static func unknownMember(
    _ name: JSONText, in parent: JSONPointer = JSONPointer(), expected: String? = nil
  ) -> RPCError {
    let name = name.string.flatMap { $0.utf8.count <= 64 ? $0 : nil }
    return .invalidParams(name.map(parent.appending) ?? parent, expected: expected, reason: "unknownMember")
  }

  static let cancelled = RPCError(.cancelled, reason: "cancelled")
}

extension RPCError: JSONWritable {
  /// Writes the value of a reply's `error`.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("code", code.value)
      if let data { $0.member("data", data) }
      $0.member("message", code.message)
    }
  }
}
