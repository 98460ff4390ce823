import JSON
import Screens

/// The JSON Schemas (2020-12) that the protocol adds to those of the screens.
@MainActor struct Schema {
  /// The screens that a server offers.
  let screens: [AnyScreen]

  /// The dialect that all schemas here are written in.
  static let dialect: JSON = "https://json-schema.org/draft/2020-12/schema"

  /// A revision.
  static let revision: JSON = ["type": "integer", "minimum": 1]
  /// A text.
  static let text: JSON = ["type": "string"]
  /// A result without members.
  static let emptyResult = JSON.openObject("EmptyResult", [:])

  /// The name of a screen.
  var screenName: JSON {
    ["title": "ScreenName", "type": "string", "enum": .array(screens.map { .string($0.name) })]
  }

  /// What any of the screens takes to open.
  var parameters: JSON { anyOf("ScreenParameters", \.parameters) }
  /// A state of any screen.
  var state: JSON { anyOf("ScreenState", \.state) }
  /// An event of any screen.
  var event: JSON { anyOf("ScreenEvent", \.events) }

  private func anyOf(_ title: String, _ schema: (AnyScreen) -> JSON) -> JSON {
    var choices: [JSON] = []
    for choice in screens.map(schema) where !choices.contains(choice) { choices.append(choice) }
    return ["title": .string(title), "anyOf": .array(choices)]
  }

  /// A state of an instance.
  var snapshot: JSON { .openObject("Snapshot", ["instance": Self.text, "rev": Self.revision, "state": state]) }

  /// The report that an instance was closed.
  static var screenClosed: JSON {
    .openObject("ScreenClosed", ["instance": text, "reason": CloseReason.schema])
  }

  /// The result of `screen/list`.
  var screenList: JSON {
    let schema: JSON = ["type": "object"]
    let screen = JSON.openObject(
      "ScreenDescription",
      ["screen": screenName, "about": Self.text, "params": schema, "state": schema, "events": schema])
    return .openObject("ScreenList", ["screens": ["type": "array", "items": screen]])
  }

  /// The `data` of an error.
  static let errorData = JSON.openObject(
    "ErrorData",
    [
      "reason": text.with(["description": "What is wrong: a word in camel case, for programs."]),
      "pointer": text.with(["description": "The position of the fault in the params: a JSON Pointer."]),
      "limit": ["type": "integer", "description": "The limit that was exceeded."],
      "hint": text.with(["description": "The expected type, or a remedy, for people."]),
      "supported": [
        "type": "array", "items": text, "description": "The versions of the protocol that the server speaks.",
      ],
    ], optional: ["pointer", "limit", "hint", "supported"])
}

/// Why an instance was closed without a request.
enum CloseReason: String, CaseIterable, Described {
  /// The app has closed it.
  case closedByApp
}
