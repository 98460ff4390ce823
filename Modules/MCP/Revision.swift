import JSON
import JSONRPC

/// The revisions of the Model Context Protocol, oldest first. What a revision does not know is left out of what is sent to a client
/// that speaks it.
///
/// A conversation of an older one begins with `initialize`. In the newest one, each request names the revision.
enum Revision: String, CaseIterable, Comparable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  // NB: the names are dates.
  static func < (one: Revision, other: Revision) -> Bool { one.rawValue < other.rawValue }

  /// Those that begin with `initialize`.
  static let withInitialize = allCases.filter { !$0.isStateless }
  /// The newest of these, with which a client is answered that asks for one that is not known.
  static let newestWithInitialize = november2025
  /// Those of which each request names the revision.
  static let stateless = allCases.filter(\.isStateless)

  /// Whether each request names the revision.
  var isStateless: Bool { self >= .july2026 }
  /// Whether a message may be an array of messages.
  var hasBatches: Bool { self == .march2025 }
  /// Whether a tool has annotations.
  var hasAnnotations: Bool { self >= .march2025 }
  /// Whether a report of progress has a message.
  var hasProgressMessages: Bool { self >= .march2025 }
  /// Whether a tool has a title beside its annotations.
  var hasTitles: Bool { self >= .june2025 }
  /// Whether a result has structured content.
  var hasStructuredContent: Bool { self >= .june2025 }
  /// Whether a result may have links to resources.
  var hasResourceLinks: Bool { self >= .june2025 }
  /// Whether the host can be asked to show a form.
  var hasForms: Bool { self >= .june2025 }

  /// What each result has.
  func members(_ name: String, _ version: String) -> [String: JSON] {
    let server: JSON = ["name": .string(name), "version": .string(version)]
    return isStateless ? ["resultType": "complete", "_meta": ["io.modelcontextprotocol/serverInfo": server]] : [:]
  }

  /// What a list or a resource has besides. A state is the user's own, and may change at any time.
  var cacheMembers: [String: JSON] { isStateless ? ["cacheScope": "private", "ttlMs": 0] : [:] }
}

/// A request, with what its client speaks and wants.
struct Request {
  let revision: Revision
  let params: JSONText
  let call: Call
  /// Whether the host can ask the person by a form.
  let canAskPerson: Bool
  /// The name under which the client wants to hear of the progress, in JSON.
  let progressToken: [UInt8]?
  /// From which level on the client wants to hear what is logged for this request.
  let logLevel: LogLevel?

  /// A request of a client that has said by `initialize` what it speaks, or says so now.
  ///
  /// - Parameters:
  ///   - older: The revision on which `initialize` has agreed; `nil` before it.
  ///   - canAskPerson: Whether the host has said at `initialize` that it can ask the person.
  /// - Throws: an `RPCError` for a revision that is not served, for a request of the newest one without what each of its requests has,
  ///   or for one that comes before `initialize`.
  init(_ params: JSONText, _ call: Call, older: Revision?, canAskPerson: Bool) throws(RPCError) {
    let meta = params["_meta"]
    self.params = params
    self.call = call
    progressToken = meta?["progressToken"].flatMap { token in
      token.kind == .string || token.kind == .number ? Array(token.bytes) : nil
    }
    guard let version = meta?[Self.versionMember] else {
      guard let older else {
        throw RPCError(
          .invalidParams, reason: "notInitialized",
          hint:
            "send initialize first, or name the version in each request: \(Self.versionMember) in _meta of its params")
      }
      revision = older
      self.canAskPerson = canAskPerson
      logLevel = nil
      return
    }
    guard let text = version.string else {
      throw .invalidParams(JSONPointer("_meta", Self.versionMember), expected: "a string", reason: "wrongType")
    }
    guard let revision = Revision(rawValue: text), revision.isStateless else {
      var data: [String: JSON] = ["supported": .array(Revision.allCases.map { .string($0.rawValue) })]
      if text.utf8.count <= 64 { data["requested"] = .string(text) }
      throw RPCError(.unsupportedProtocolVersion, data: .object(data))
    }
    guard let capabilities = meta?[Self.capabilitiesMember], capabilities.kind == .object else {
      throw .invalidParams(JSONPointer("_meta", Self.capabilitiesMember), expected: "an object", reason: "wrongType")
    }
    self.revision = revision
    // What an earlier request has said does not count.
    self.canAskPerson = Self.asksPersons(capabilities)
    logLevel = meta?["io.modelcontextprotocol/logLevel"]?.string.flatMap(LogLevel.init)
  }

  private static let versionMember = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesMember = "io.modelcontextprotocol/clientCapabilities"

  /// Whether a message names its revision itself, as each of the newest one does.
  static func isOfNewestEra(_ params: JSONText) -> Bool { params["_meta"]?[versionMember] != nil }

  /// Whether a host with these capabilities can ask the person by a form. One that names no way asks by forms.
  static func asksPersons(_ capabilities: JSONText?) -> Bool {
    guard let elicitation = capabilities?["elicitation"], elicitation.kind == .object else { return false }
    return elicitation["form"] != nil || elicitation["url"] == nil
  }
}

extension RPCError.Code {
  /// The request names a version of the protocol that the server does not speak.
  static let unsupportedProtocolVersion = RPCError.Code(-32022, "Unsupported protocol version")
  /// No resource has this address: the code of the older revisions.
  static let resourceNotFound = RPCError.Code(-32002, "Resource not found")
}

extension RPCError {
  /// The same error, whose message says what its data says: clients show people and models no data.
  var withDetailsInMessage: RPCError {
    guard case .object(let members)? = data, case .string(let hint)? = members["hint"] else { return self }
    var text = code.message + ": "
    if case .string(let pointer)? = members["pointer"] { text += "\"\(pointer.dropFirst())\" is wrong, " }
    return RPCError(Code(code.value, text + hint + "."), data: data)
  }
}
