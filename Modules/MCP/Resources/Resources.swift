import Descriptions
import JSON
import JSONRPC
import Screens

/// The open screens as resources, and what their states are made of.
extension MCPServer {
  /// What precedes the name of a screen in the address of the schema of its state.
  private static let schemaPrefix = "tributary://schemas/"

  func registerResources() {
    register("resources/list") { [unowned self] request in
      let page = try Page(front.views.filter(\.isOpen), of: request)
      let list = page.elements.map { screen -> JSON in
        [
          "uri": .string(screen.uri), "name": .string(screen.id), "mimeType": "application/json",
          "description": .string(
            screen.isApp
              ? "The state of the app as a whole." : "The state of the open screen \"\(screen.name)\"."),
        ]
      }
      let result = JSON.object(page.members).with(["resources": .array(list)])
      request.call.succeed(complete(result, request, isCacheable: true))
    }
    register("resources/templates/list") { [unowned self] request in
      let templates: JSON = [
        [
          "uriTemplate": .string(AnyScreenInstance.uriPrefix + "{instance}"), "name": "screen",
          "mimeType": "application/json", "description": "The state of an open screen.",
        ],
        [
          "uriTemplate": .string(Self.schemaPrefix + "{screen}"), "name": "schema",
          "mimeType": "application/schema+json", "description": "The JSON Schema of the state of a screen.",
        ],
      ]
      request.call.succeed(complete(["resourceTemplates": templates], request, isCacheable: true))
    }
    register("resources/read") { [unowned self] request in
      let uri = try Self.uri(request)
      if let screen = describedScreen(uri) {
        let contents: JSON = [
          "uri": .string(uri), "mimeType": "application/schema+json",
          "text": .string(tools.descriptions.schema(of: screen)),
        ]
        return request.call.succeed(complete(["contents": [contents]], request, isCacheable: true))
      }
      let screen = try openScreen(uri, request)
      let members = request.revision.members(name, version).merging(request.revision.cacheMembers) { $1 }
      // The state of the moment in which the frame is written.
      let topic = Topic("resources/read") { writer in
        writer.member("contents") {
          $0.array {
            $0.object {
              let snapshot = screen.snapshot
              if !snapshot.hidden.isEmpty { $0.member("_meta") { $0.object { $0.members(hidden: snapshot.hidden) } } }
              $0.member("uri", screen.uri)
              $0.member("mimeType", "application/json")
              $0.member("text", String(decoding: snapshot.state.json, as: UTF8.self))
            }
          }
        }
        for member in members.sorted(by: { $0.key < $1.key }) { writer.member(member.key, member.value) }
      }
      request.call.succeed(reporting: topic, orIfClosed: RPCError(.internalError))
    }
    register("resources/subscribe") { [unowned self] request in
      try Self.require(!request.revision.isStateless)
      let uri = try Self.uri(request)
      // A schema does not change.
      if describedScreen(uri) == nil { subscriptions.subscribe(try openScreen(uri, request).uri) }
      request.call.succeed()
    }
    register("resources/unsubscribe") { [unowned self] request in
      try Self.require(!request.revision.isStateless)
      subscriptions.unsubscribe(try Self.uri(request))
      request.call.succeed()
    }
    register("subscriptions/listen", .barrier) { [unowned self] request in
      try Self.require(request.revision.isStateless)
      let members = request.revision.members(name, version)
      try subscriptions.listen(request.params["notifications"], request.call, members) { uri in
        describedScreen(uri) != nil || openScreen(uri) != nil
      }
    }
  }

  private static func uri(_ request: Request) throws(RPCError) -> String {
    guard let uri = request.params["uri"]?.string else {
      throw .invalidParams(JSONPointer("uri"), expected: "a string", reason: "wrongType")
    }
    return uri
  }

  /// The screen whose state an address describes.
  private func describedScreen(_ uri: String) -> AnyScreen? {
    let screens = app.offeredScreens + (app.appScreen.map { [$0] } ?? [])
    return screens.first { uri.hasSameBytes(as: Self.schemaPrefix + $0.name) }
  }

  private func openScreen(_ uri: String) -> AnyScreenInstance? {
    let prefix = AnyScreenInstance.uriPrefix.utf8
    guard uri.utf8.starts(with: prefix) else { return nil }
    let id = String(decoding: uri.utf8.dropFirst(prefix.count), as: UTF8.self)
    return front.screen(id).flatMap { $0.isOpen ? $0 : nil }
  }

  /// The open screen of an address.
  private func openScreen(_ uri: String, _ request: Request) throws(RPCError) -> AnyScreenInstance {
    if let screen = openScreen(uri) { return screen }
    var data: [String: JSON] = [
      "reason": "unknownResource", "pointer": "/uri", "hint": "expected an address of resources/list",
    ]
    // NB: the address is the client's own word; a long one is not repeated.
    if uri.utf8.count <= 1_024 { data["uri"] = .string(uri) }
    throw RPCError(request.revision.isStateless ? .invalidParams : .resourceNotFound, data: .object(data))
  }
}
