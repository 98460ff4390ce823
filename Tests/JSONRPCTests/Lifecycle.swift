import JSON
import JSONRPC

extension Session {
  /// Adds the lifecycle of the Language Server Protocol, a `ping`, and cancellation.
  func registerLifecycle() {
    func checkEmpty(_ params: JSONText) throws(RPCError) {
      var members = params.members
      if let member = members.next() { throw .unknownMember(member.name) }
    }
    register("initialize", .opening) { params, call in
      if let version = params["protocolVersion"], !version.isNull, !version.isString("1") {
        guard version.kind == .string else { throw RPCError.invalidParams(JSONPointer("protocolVersion")) }
        throw RPCError(RPCError.Code(1001, "Unsupported version"), reason: "unsupportedVersion")
      }
      call.succeed()
    }
    register("initialized", .notification) { _, _ in }
    register("notifications/initialized", .notification) { _, _ in }
    register("ping", .immediate) { params, call in
      try checkEmpty(params)
      call.succeed()
    }
    register("$/cancelRequest", .notification) { [unowned self] params, _ in
      if let id = params["id"] { cancel(id: id) }
    }
    register("shutdown", .immediate) { [unowned self] params, call in
      if call.isNotification { return }
      try checkEmpty(params)
      shutDown()
      call.succeed()
    }
    register("exit", .notification) { [unowned self] _, _ in exit() }
  }
}
