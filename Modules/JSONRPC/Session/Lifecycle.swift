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
      for member in JSONMembers(params) where member.name.elementsEqual("id".utf8) {
        for call in inFlight.calls(id: member.value) { call.cancel() }
      }
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

  private static func expectNoMembers(_ params: ArraySlice<UInt8>) throws(RPCError) {
    if let member = JSONMembers(params).first { throw .unknownMember(member.name) }
  }

  private func initialize(_ params: ArraySlice<UInt8>, _ call: Call) throws(RPCError) {
    var version = Self.protocolVersion
    // NB: all else is ignored: a handshake must not fail for what a newer client says, or one of LSP.
    for member in JSONMembers(params) where member.name.elementsEqual("protocolVersion".utf8) {
      if member.value.first == 0x6E { continue }
      guard let text = member.value.jsonStringValue else {
        throw .invalidParams(JSONPointer("protocolVersion"), expected: "a string")
      }
      version = text
    }
    guard version == Self.protocolVersion else {
      throw RPCError(.unsupportedVersion, reason: "unsupportedVersion", supported: [Self.protocolVersion])
    }
    stage = .serving
    var result: [UInt8] = []
    result.append(#"{"capabilities":"#)
    result.append(contentsOf: configuration.capabilities)
    result.append(#","coreInfo":{"name":"#)
    result.append(jsonString: configuration.coreName)
    result.append(#","version":"#)
    result.append(jsonString: configuration.coreVersion)
    result.append(#"},"limits":"#)
    result.append(contentsOf: configuration.limits.json)
    result.append(#","protocolVersion":"#)
    result.append(jsonString: Self.protocolVersion)
    result.append("}")
    call.succeed(result)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes of a JSON value are a number without fraction and exponent.
  public var isJSONInteger: Bool {
    let digits = first == 0x2D ? dropFirst() : self
    return !digits.isEmpty && digits.allSatisfy(Tokens.isDigit)
  }
}
