import JSON
import Screens

/// The tools of an app, in a fixed order: those for screens, and one for each event of each screen.
struct Toolbox {
  /// What a tool does.
  enum Action {
    case open
    case read
    case close
    /// Sends an event to a screen. `arguments` are the members of the event beside its type.
    case send(screen: String, event: String, arguments: [String], instanceArgument: String)
  }

  /// A tool.
  struct Tool {
    let name: String
    let action: Action
    let description: JSON
    /// The arguments that must be present.
    let required: [String]
    /// The arguments that may be.
    let known: [String]
  }

  /// The tools.
  let tools: [Tool]
  private let indices: [String: Int]

  init(_ screens: [AnyScreen], offersSecrets: Bool) {
    var names: Set<String> = []
    var tools = [Self.open(screens), Self.read, Self.close]
    names.formUnion(tools.map(\.name))
    for screen in screens {
      for event in Self.events(of: screen) where offersSecrets || !event.hasSecret {
        tools.append(Self.tool(for: event, of: screen, name: Self.uniqueName(screen.name + "_" + event.name, &names)))
      }
    }
    self.tools = tools
    indices = Dictionary(uniqueKeysWithValues: tools.indices.map { (tools[$0].name, $0) })
  }

  /// The tool of a name; `nil` if there is none.
  subscript(name: String) -> Tool? { indices[exactly: name].map { tools[$0] } }

  // MARK: - Tools for screens

  private static func open(_ screens: [AnyScreen]) -> Tool {
    let list = screens.map { screen in
      let parameters = parameterTexts(screen.parameters)
      return "\(screen.name): \(screen.about)" + (parameters.isEmpty ? "" : " params: \(parameters).")
    }
    return make(
      "open_screen", .open, "Opens a screen, and answers its instance and its state.\n" + list.joined(separator: "\n"),
      [
        "screen": [
          "type": "string", "enum": .array(screens.map { .string($0.name) }), "description": "The name of the screen.",
        ],
        "params": ["type": "object", "description": "What the screen takes, by name."],
      ], required: ["screen"], hints: [:], output: stateOutput(["type": "object"]))
  }

  private static let read = make(
    "read_screen", .read, "Answers the state of an open screen.", ["instance": instance], required: ["instance"],
    hints: ["readOnlyHint": true], output: stateOutput(["type": "object"]))

  private static let close = make(
    "close_screen", .close, "Closes a screen, and all that it has opened. What was entered in it is lost.",
    ["instance": instance], required: ["instance"], hints: ["idempotentHint": false],
    output: JSON.openObject("Closed", ["closed": ["type": "array", "items": ["type": "string"]]]))

  private static let instance: JSON = [
    "type": "string", "description": "The instance of an open screen, as open_screen answers it.",
  ]

  private static func parameterTexts(_ schema: JSON) -> String {
    let required = requiredNames(schema)
    return (schema["properties"]?.members ?? [:]).sorted { $0.key < $1.key }.map { name, schema in
      let about = schema["description"]?.string.map { " (\($0))" } ?? ""
      return name + (required.contains(name) ? ", required" : ", optional") + about
    }
    .joined(separator: "; ")
  }

  private static func requiredNames(_ schema: JSON) -> [String] {
    (schema["required"]?.elements ?? []).compactMap(\.string)
  }

  // MARK: - Tools for events

  private struct Event {
    let name: String
    let about: String
    let properties: [String: JSON]
    let required: [String]

    var hasSecret: Bool { properties.values.contains { $0["x-secret"] == .bool(true) } }
  }

  private static func events(of screen: AnyScreen) -> [Event] {
    (screen.events["oneOf"]?.elements ?? []).compactMap { variant in
      guard var properties = variant["properties"]?.members,
        let name = properties.removeValue(forKey: "type")?["const"]?.string
      else { return nil }
      return Event(
        name: name, about: variant["description"]?.string ?? "", properties: properties,
        required: requiredNames(variant).filter { $0 != "type" })
    }
  }

  private static func tool(for event: Event, of screen: AnyScreen, name: String) -> Tool {
    let instanceArgument = event.properties["instance"] == nil ? "instance" : "screenInstance"
    let of: JSON = ["type": "string", "description": .string("The instance of an open screen \"\(screen.name)\".")]
    return make(
      name,
      .send(
        screen: screen.name, event: event.name, arguments: event.properties.keys.sorted(),
        instanceArgument: instanceArgument),
      "Screen \"\(screen.name)\": \(event.about)", event.properties.merging([instanceArgument: of]) { $1 },
      required: [instanceArgument] + event.required, hints: [:], output: stateOutput(screen.state))
  }

  /// A name of letters, digits, `_` and `-`, with 64 of them at most, that no other tool has.
  private static func uniqueName(_ name: String, _ taken: inout Set<String>) -> String {
    let plain = String(
      name.unicodeScalars.map {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9") ~= $0 || $0 == "_" || $0 == "-") ? Character($0) : "_"
      })
    var candidate = String(plain.prefix(64))
    var number = 1
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = String(plain.prefix(60)) + "_\(number)"
    }
    return candidate
  }

  // MARK: - Descriptions

  private static func make(
    _ name: String, _ action: Action, _ about: String, _ properties: [String: JSON], required: [String],
    hints: [String: JSON], output: JSON
  ) -> Tool {
    let input: JSON = [
      "type": "object", "properties": .object(properties), "required": .array(required.sorted().map(JSON.string)),
      "additionalProperties": false,
    ]
    var description: [String: JSON] = [
      "name": .string(name), "description": .string(about), "inputSchema": input, "outputSchema": output,
    ]
    if !hints.isEmpty { description["annotations"] = .object(hints) }
    return Tool(
      name: name, action: action, description: .object(description), required: required,
      known: properties.keys.sorted())
  }

  /// The schema of an answer with the state of a screen.
  private static func stateOutput(_ state: JSON) -> JSON {
    let opened: JSON = ["type": "array", "items": ["type": "object"]]
    return .openObject(
      "ScreenAnswer",
      [
        "instance": ["type": "string"], "rev": ["type": "integer"], "state": state,
        "working": ["type": "boolean", "description": "Whether work that the call has started still goes on."],
        "opened": opened, "closed": ["type": "array", "items": ["type": "string"]],
      ], optional: ["working", "opened", "closed", "state", "rev"])
  }
}
