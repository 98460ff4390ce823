public import JSON
import ViewModels

/// The OpenRPC document (https://spec.open-rpc.org), made from the methods and from the app's list of screens.
extension ScreenServer {
  /// The OpenRPC document of a server, the result of `rpc.discover`.
  ///
  /// - Parameters:
  ///   - name: the server's name.
  ///   - version: the server's version.
  public static func openRPC(name: String = "tributary", version: String = "0.1.0") -> JSON {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(name), "version": .string(version),
        "description": "The app's screens over JSON-RPC 2.0, version 1 of the protocol.",
      ],
      "methods": .array(Method.all.map(describe)),
      "components": ["schemas": .object(schemas)],
      "x-notifications": .array(notifications),
    ]
  }

  /// The result of `screen/list`.
  static let screenList = JSONText(scanned: listOfScreens.json[...])

  private static var listOfScreens: JSON {
    [
      "screens": .array(
        AppCore.screens.map { screen in
          [
            "screen": .string(screen.name), "about": .string(screen.about), "params": dialect(screen.parameters),
            "state": dialect(screen.state), "events": dialect(screen.events),
          ]
        })
    ]
  }

  private static func describe(_ method: Method) -> JSON {
    let description: JSON = [
      "name": .string(method.name), "summary": .string(method.about), "paramStructure": "by-name",
      "params": .array(
        method.parameters.map { parameter in
          [
            "name": .string(parameter.name), "description": .string(parameter.about),
            "required": .bool(parameter.isRequired), "schema": parameter.schema(),
          ]
        }),
    ]
    guard let result = method.result else { return description }
    return description.with(["result": ["name": "result", "schema": result()]])
  }

  private static var schemas: [String: JSON] {
    var schemas: [String: JSON] = [:]
    for screen in AppCore.screens {
      schemas[Schema.component(screen.name, "params")] = dialect(screen.parameters)
      schemas[Schema.component(screen.name, "state")] = dialect(screen.state)
      schemas[Schema.component(screen.name, "events")] = dialect(screen.events)
    }
    return schemas
  }

  private static var notifications: [JSON] {
    [
      [
        "name": "screen/update", "summary": "An instance has a newer state.", "params": Schema.snapshot,
      ],
      [
        "name": "screen/closed", "summary": "The app has closed an instance.",
        "params": .closedObject(["instance": ["type": "string"], "reason": ["type": "string"]]),
      ],
    ]
  }

  private static func dialect(_ schema: JSON) -> JSON { schema.with(["$schema": Schema.dialect]) }
}
