import JSON
import ViewModels

/// The JSON Schemas (2020-12) that the protocol adds to those of the screens.
@MainActor enum Schema {
  /// The dialect that all schemas here are written in.
  static let dialect: JSON = "https://json-schema.org/draft/2020-12/schema"

  /// A revision.
  static let revision: JSON = ["type": "integer", "minimum": 1]

  /// The name of a screen.
  static var screenNames: JSON {
    ["type": "string", "enum": .array(AppCore.screens.map { .string($0.name) })]
  }

  /// What any of the screens has of a kind: `params`, `state` or `events`.
  static func anyOf(_ kind: String) -> JSON {
    ["anyOf": .array(AppCore.screens.map { ["$ref": .string("#/components/schemas/\(component($0.name, kind))")] })]
  }

  /// Where the document has a schema of a screen.
  static func component(_ screen: String, _ kind: String) -> String { "\(screen).\(kind)" }

  /// A state of an instance.
  static var snapshot: JSON {
    JSON.closedObject(["instance": ["type": "string"], "rev": revision, "state": anyOf("state")])
  }

  /// The result of `screen/list`.
  static var screenList: JSON {
    let screen = JSON.closedObject([
      "screen": screenNames, "about": ["type": "string"], "params": ["type": "object"], "state": ["type": "object"],
      "events": ["type": "object"],
    ])
    return JSON.closedObject(["screens": ["type": "array", "items": screen]])
  }
}
