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

  /// A result of any screen that closes with one; `nil` if none does.
  var result: JSON? {
    let results = screens.compactMap(\.result)
    return results.isEmpty ? nil : anyOf("ScreenResult", results)
  }

  private func anyOf(_ title: String, _ schema: (AnyScreen) -> JSON) -> JSON { anyOf(title, screens.map(schema)) }

  private func anyOf(_ title: String, _ schemas: [JSON]) -> JSON {
    var choices: [JSON] = []
    for choice in schemas where !choices.contains(choice) { choices.append(choice) }
    return ["title": .string(title), "anyOf": .array(choices)]
  }

  /// A state of an instance.
  var snapshot: JSON { .openObject("Snapshot", ["instance": Self.text, "rev": Self.revision, "state": state]) }

  /// A newer state of an instance.
  var update: JSON { ["title": "ScreenUpdate", "anyOf": [snapshot, Self.statePatch]] }

  /// A newer state of an instance, for a client that accepts patches.
  static let statePatch = JSON.openObject(
    "StatePatch",
    [
      "instance": text, "rev": revision,
      "from": revision.with(["description": "The revision that is patched: the last one that the client was sent."]),
      "patch": [
        "type": "array", "items": patchOperation,
        "description": "A JSON Patch (RFC 6902), which turns the state of that revision into the new one.",
      ],
    ])

  private static let patchOperation = JSON.openObject(
    "PatchOperation",
    [
      "op": ["title": "PatchOperationName", "type": "string", "enum": ["add", "remove", "replace", "move"]],
      "path": text.with(["description": "The position of the change in the state: a JSON Pointer."]),
      "from": text.with(["description": "From where a value is moved: a JSON Pointer."]),
      "value": ["description": "The new value."],
    ], optional: ["from", "value"])

  /// The report that a screen has opened another one.
  var screenOpened: JSON {
    .openObject(
      "ScreenOpened",
      [
        "instance": Self.text, "rev": Self.revision, "state": state,
        "screen": Self.text.with([
          "description": "The screen's name. One that is not listed has a state that is not described."
        ]),
        "opener": [
          "anyOf": [Self.text, ["type": "null"]],
          "description":
            "The instance that has opened it, and that owns it. Null if it replaces one that a client opened.",
        ],
      ])
  }

  /// The report that an instance was closed.
  var screenClosed: JSON {
    var properties: [String: JSON] = [
      "instance": Self.text,
      "reason": CloseReason.schema.with([
        "description": .string(
          "completed: it has closed itself, perhaps with a result. openerClosed: the screen that opened it was closed. "
            + "replaced: it has replaced itself. closedByApp: something else in the app has closed it.")
      ]),
    ]
    if let result { properties["result"] = result.with(["description": "The result; absent if there is none."]) }
    return .openObject("ScreenClosed", properties, optional: ["result"])
  }

  /// What a client says that it can do. Unknown members are ignored.
  static let clientCapabilities = JSON.openObject(
    "ClientCapabilities",
    [
      "patches": ["type": "boolean", "description": "Whether updates may be patches."],
      "services": [
        "type": "array", "items": text,
        "description": "The operations that the client answers, if the server asks it. Unknown names are ignored.",
      ],
    ], optional: ["patches", "services"])

  /// What a client is asked.
  static func serviceCall(_ services: [ServiceDescription]) -> JSON {
    .openObject(
      "ServiceCall",
      [
        "operation": ["type": "string", "enum": .array(services.map { .string($0.name) })],
        "input": ["description": "The input, as `x-services` describes it; null for an operation without one."],
      ])
  }

  /// What a client answers.
  static let serviceAnswer = JSON.openObject(
    "ServiceAnswer",
    ["answer": ["description": "The answer, as `x-services` describes it; absent or null if there is none."]],
    optional: ["answer"])

  /// The result of `screen/list`.
  var screenList: JSON {
    let schema: JSON = ["type": "object"]
    let screen = JSON.openObject(
      "ScreenDescription",
      [
        "screen": screenName, "about": Self.text, "params": schema, "state": schema, "events": schema, "result": schema,
      ], optional: ["result"])
    return .openObject("ScreenList", ["screens": ["type": "array", "items": screen]])
  }

  /// The `data` of an error.
  static let errorData = JSON.openObject(
    "ErrorData",
    [
      "reason": text.with([
        "description": "What is wrong: a word in camel case, for programs. Of a rejected event, a text for people."
      ]),
      "pointer": text.with(["description": "The position of the fault in the params: a JSON Pointer."]),
      "limit": ["type": "integer", "description": "The limit that was exceeded."],
      "hint": text.with(["description": "The expected type, or a remedy, for people."]),
      "supported": [
        "type": "array", "items": text, "description": "The versions of the protocol that the server speaks.",
      ],
    ], optional: ["pointer", "limit", "hint", "supported"])
}
