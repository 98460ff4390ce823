import JSON
import JSONRPC
import Screens

/// The open screens as resources.
extension MCPServer {
  func registerResources() {
    register("resources/list") { [unowned self] era, _, call in
      let list = front.views.filter(\.isOpen).map { screen -> JSON in
        [
          "uri": .string(screen.instance.uri), "name": .string(screen.id), "mimeType": "application/json",
          "description": .string(
            screen.instance.isApp
              ? "The state of the app as a whole." : "The state of the open screen \"\(screen.name)\"."),
        ]
      }
      call.succeed(complete(["resources": .array(list)], era, isCacheable: true))
    }
    register("resources/templates/list") { [unowned self] era, _, call in
      let template: JSON = [
        "uriTemplate": .string(AnyScreenInstance.uriPrefix + "{instance}"), "name": "screen",
        "mimeType": "application/json", "description": "The state of an open screen.",
      ]
      call.succeed(complete(["resourceTemplates": [template]], era, isCacheable: true))
    }
    register("resources/read") { [unowned self] era, params, call in
      let screen = try resource(params, era)
      let members = era == .modern ? era.members(name, version).merging(ProtocolEra.cacheMembers) { $1 } : [:]
      // The state of the moment in which the frame is written.
      let topic = Topic("resources/read") { writer in
        writer.member("contents") {
          $0.array {
            $0.object {
              $0.member("uri", screen.instance.uri)
              $0.member("mimeType", "application/json")
              $0.member("text", String(decoding: screen.snapshot.state.json, as: UTF8.self))
            }
          }
        }
        for member in members.sorted(by: { $0.key < $1.key }) { writer.member(member.key, member.value) }
      }
      call.succeed(reporting: topic, orIfClosed: RPCError(.internalError))
    }
    register("resources/subscribe") { [unowned self] era, params, call in
      guard era == .legacy else { throw RPCError(.methodNotFound, reason: "unknownMethod") }
      subscriptions.subscribe(try resource(params, era).instance.uri)
      call.succeed()
    }
    register("resources/unsubscribe") { [unowned self] era, params, call in
      guard era == .legacy else { throw RPCError(.methodNotFound, reason: "unknownMethod") }
      guard let uri = params["uri"]?.string else {
        throw RPCError.invalidParams(JSONPointer("uri"), expected: "a string", reason: "wrongType")
      }
      subscriptions.unsubscribe(uri)
      call.succeed()
    }
    register("subscriptions/listen", .barrier) { [unowned self] era, params, call in
      guard era == .modern else { throw RPCError(.methodNotFound, reason: "unknownMethod") }
      try subscriptions.listen(params["notifications"], call, era.members(name, version))
    }
  }

  /// The open screen that the params address.
  private func resource(_ params: JSONText, _ era: ProtocolEra) throws(RPCError) -> AnyShownScreen {
    guard let uri = params["uri"]?.string else {
      throw .invalidParams(JSONPointer("uri"), expected: "a string", reason: "wrongType")
    }
    if let screen = front.views.first(where: { $0.instance.uri.hasSameBytes(as: uri) }), screen.isOpen {
      return screen
    }
    throw RPCError(
      era == .modern ? .invalidParams : .resourceNotFound, reason: "unknownResource", pointer: JSONPointer("uri"))
  }
}
