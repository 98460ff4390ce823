import JSON

/// A message as the specification of JSON-RPC sees it, before anything runs.
enum Envelope {
  /// A response to a request of the session, or to none.
  case response
  /// Not a valid request. The reply carries the id only if that is valid.
  case invalid(reason: String, limit: Int? = nil, id: JSONText? = nil)
  /// A request, or a notification if the id is absent.
  case request(id: JSONText?, method: JSONText, params: JSONText?)

  /// Checks in the protocol's order: id, version, method, params.
  init(_ message: JSONText, idLimit: Int) {
    guard message.kind == .object else {
      self = .invalid(reason: "notAnObject")
      return
    }
    var id: JSONText?
    var hasVersion = false
    var method: JSONText?
    var params: JSONText?
    var hasOutcome = false
    message.forEachMember { member in
      if message.hasName("id", at: member) {
        id = message.value(at: member)
      } else if message.hasName("jsonrpc", at: member) {
        hasVersion = message.value(at: member).isString("2.0")
      } else if message.hasName("method", at: member) {
        method = message.value(at: member)
      } else if message.hasName("params", at: member) {
        params = message.value(at: member)
      } else if message.hasName("result", at: member) || message.hasName("error", at: member) {
        hasOutcome = true
      }
    }
    if method == nil, hasOutcome {
      self = .response
      return
    }
    switch id?.kind {
    case .object, .array, .boolean:
      self = .invalid(reason: "badId")
      return
    case .string where (id?.bytes.count ?? 0) - 2 > idLimit, .number where (id?.bytes.count ?? 0) > idLimit:
      self = .invalid(reason: "idTooLong", limit: idLimit)
      return
    default: break
    }
    guard hasVersion else {
      self = .invalid(reason: "badVersion", id: id)
      return
    }
    guard let method, method.kind == .string else {
      self = .invalid(reason: "badMethod", id: id)
      return
    }
    switch params?.kind {
    case nil, .null: self = .request(id: id, method: method, params: nil)
    case .object, .array: self = .request(id: id, method: method, params: params)
    default: self = .invalid(reason: "badParams", id: id)
    }
  }
}
