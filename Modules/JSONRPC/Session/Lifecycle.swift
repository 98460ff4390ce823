import JSON

/// The methods that know no screen: the protocol's own.
extension Dispatcher {
  /// The version of the protocol that this core speaks.
  static let protocolVersion = "1"

  func registerLifecycle() {
    // NB: the handlers belong to the dispatcher, so they must not own it.
    register("initialize", .opening) { [unowned self] in try initialize($0, $1) }
    register("initialized", .notification) { _, _ in }
    register("notifications/initialized", .notification) { _, _ in }
    register("ping", .immediate) { params, call in
      try Self.expectNoMembers(params)
      call.succeed()
    }
    register("$/cancelRequest", .notification) { [unowned self] params, _ in
      guard let id = params["id"] else { return }
      for call in inFlight.calls(id: id) { call.cancel() }
    }
    register("shutdown", .immediate) { [unowned self] params, call in
      // NB: its reply is the point of a shutdown; a notification has none, so it is a mistake that changes nothing.
      if call.isNotification { return }
      try Self.expectNoMembers(params)
      stage = .shutDown
      call.succeed()
    }
    register("exit", .notification) { [unowned self] _, _ in
      stage = .exited(afterShutdown: stage == .shutDown)
    }
  }

  private static func expectNoMembers(_ params: JSONText) throws(RPCError) {
    var members = params.members
    if let member = members.next() { throw .unknownMember(member.name) }
  }

  private func initialize(_ params: JSONText, _ call: Call) throws(RPCError) {
    var version = Self.protocolVersion
    // NB: all else is ignored: a handshake must not fail for what a newer client says, or one of LSP.
    if let member = params["protocolVersion"], !member.isNull {
      guard let text = member.string else {
        throw .invalidParams(JSONPointer("protocolVersion"), expected: "a string")
      }
      version = text
    }
    guard version == Self.protocolVersion else {
      throw RPCError(.unsupportedVersion, reason: "unsupportedVersion", supported: [Self.protocolVersion])
    }
    stage = .serving
    var result = JSONWriter()
    result.object {
      $0.member("capabilities") { $0.raw(configuration.capabilities) }
      $0.member("coreInfo") {
        $0.object {
          $0.member("name", configuration.coreName)
          $0.member("version", configuration.coreVersion)
        }
      }
      $0.member("limits") { $0.raw(configuration.limits.json) }
      $0.member("protocolVersion", Self.protocolVersion)
    }
    call.succeed(result.bytes)
  }
}
