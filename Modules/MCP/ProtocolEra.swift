import JSON
import JSONRPC

/// The two eras of the Model Context Protocol. A request tells its own: one of the newer era names its version.
enum ProtocolEra: Equatable {
  /// Begins with `initialize`.
  case legacy
  /// Each request names the version.
  case modern

  /// The versions of the older era, oldest first.
  static let legacyVersions = ["2025-06-18", newestLegacyVersion]
  /// The newest version of the older era.
  static let newestLegacyVersion = "2025-11-25"
  /// The versions of the newer era.
  static let modernVersions = ["2026-07-28"]

  private static let versionMember = "io.modelcontextprotocol/protocolVersion"
  /// What the client can do, in each request of the newer era.
  static let capabilitiesMember = "io.modelcontextprotocol/clientCapabilities"

  /// The era of a request.
  ///
  /// - Throws: `unsupportedProtocolVersion` for a version that is not known.
  init(of params: JSONText) throws(RPCError) {
    guard let version = params["_meta"]?[Self.versionMember] else {
      self = .legacy
      return
    }
    guard let text = version.string, Self.modernVersions.contains(text) else {
      var data: [String: JSON] = ["supported": .array(Self.modernVersions.map(JSON.string))]
      if let text = version.string, text.utf8.count <= 64 { data["requested"] = .string(text) }
      throw RPCError(.unsupportedProtocolVersion, data: .object(data))
    }
    self = .modern
  }

  /// What each result of the newer era has.
  func members(_ name: String, _ version: String) -> [String: JSON] {
    let server: JSON = ["name": .string(name), "version": .string(version)]
    return self == .modern ? ["resultType": "complete", "_meta": ["io.modelcontextprotocol/serverInfo": server]] : [:]
  }

  /// What a list or a resource has besides. A state is the user's own, and may change at any time.
  static let cacheMembers: [String: JSON] = ["cacheScope": "private", "ttlMs": 0]
}

extension RPCError.Code {
  /// The request names a version of the protocol that the server does not speak.
  static let unsupportedProtocolVersion = RPCError.Code(-32022, "Unsupported protocol version")
  /// No resource has this address: the code of the older era.
  static let resourceNotFound = RPCError.Code(-32002, "Resource not found")
}
