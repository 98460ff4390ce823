import JSON
import ViewModels

/// The OpenRPC document (https://spec.open-rpc.org), made from the methods and from the app's list of screens.
@MainActor enum OpenRPC {
  /// The document as one line of JSON.
  static let text = write(document)

  /// The result of `screen/list` as one line of JSON.
  static let screenList = write([
    "screens": .array(
      AppCore.screens.map { screen in
        [
          "screen": .string(screen.name), "about": .string(screen.about), "params": dialect(screen.parameters),
          "state": dialect(screen.state), "events": dialect(screen.events),
        ]
      })
  ])

  /// The document.
  static var document: JSON {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(Options.name), "version": .string(Options.number),
        "description": "The app's screens over JSON-RPC 2.0, version 1 of the protocol.",
      ],
      "methods": .array(methods),
      "components": ["schemas": .object(schemas)],
      "x-notifications": .array(notifications),
    ]
  }

  private static var methods: [JSON] {
    let screens = Method.all.map { method in
      describe(method.name, method.about, method.parameters, result: method.result())
    }
    return SessionMethods.opening.map(describe) + screens + SessionMethods.closing.map(describe)
  }

  private static func describe(_ method: SessionMethods.Description) -> JSON {
    describe(method.name, method.about, method.parameters, result: method.result)
  }

  private static func describe(_ name: String, _ about: String, _ parameters: [Parameter], result: JSON?) -> JSON {
    let method: JSON = [
      "name": .string(name), "summary": .string(about), "paramStructure": "by-name",
      "params": .array(
        parameters.map { parameter in
          [
            "name": .string(parameter.name), "description": .string(parameter.about),
            "required": .bool(parameter.isRequired), "schema": parameter.schema(),
          ]
        }),
    ]
    guard let result else { return method }
    return method.with(["result": ["name": "result", "schema": result]])
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
        "params": JSON.closedObject(["instance": ["type": "string"], "reason": ["type": "string"]]),
      ],
    ]
  }

  private static func dialect(_ schema: JSON) -> JSON { schema.with(["$schema": Schema.dialect]) }

  private static func write(_ value: JSON) -> String {
    String(decoding: value.json, as: UTF8.self)
  }
}
