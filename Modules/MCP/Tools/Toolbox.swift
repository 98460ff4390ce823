import Descriptions
import Screens

/// The tools of an app, in a fixed order: those for screens, and one for each event of each screen.
struct Toolbox {
  /// What a tool does.
  enum Action {
    case open
    case read
    case close
    /// Answers a question that the app has opened to assistants.
    case answerQuestion
    /// Sends an event to a screen.
    case send(screen: String, event: Shape.FlatEvent, instanceArgument: String)
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

  /// The tools of an assistant: those events are among them that the app takes from it.
  @MainActor init(_ app: AppDefinition, for front: AppFront, answersQuestions: Bool = false) {
    var names: Set<String> = []
    var tools = [Self.open(app), Self.read, Self.close] + (answersQuestions ? [Self.answer] : [])
    names.formUnion(tools.map(\.name))
    for screen in app.screens + (app.app.map { [$0] } ?? []) {
      for event in screen.events.flatEvents where Self.isOffered(event, to: front) {
        let path = ([screen.name] + event.path).joined(separator: "_")
        tools.append(Self.tool(for: event, of: screen, name: Self.uniqueName(path, &names)))
      }
    }
    self.tools = tools
    indices = Dictionary(uniqueKeysWithValues: tools.indices.map { (tools[$0].name, $0) })
  }

  /// The tool of a name; `nil` if there is none.
  subscript(name: String) -> Tool? { indices[exactly: name].map { tools[$0] } }

  // MARK: - Tools for screens

  private static func open(_ app: AppDefinition) -> Tool {
    let (screens, hasLinks) = (app.screens, !app.links.routes.isEmpty)
    let link = Shape.Member(
      "link", .text(), "A link to a screen, in place of its name and its params.", isRequired: false)
    let list = screens.map { screen in
      let parameters = parameterTexts(screen.parameters.members)
      return "\(screen.name): \(screen.about)" + (parameters.isEmpty ? "" : " params: \(parameters).")
    }
    return make(
      "open_screen", .open, "Opens a screen, and answers its instance and its state.\n" + list.joined(separator: "\n"),
      [
        .init("screen", .choice(nil, screens.map(\.name)), "The name of the screen.", isRequired: !hasLinks),
        .init("params", object, "What the screen takes, by name.", isRequired: false),
      ] + (hasLinks ? [link] : []), hints: [:], output: stateOutput(object))
  }

  private static let read = make(
    "read_screen", .read, "Answers the state of an open screen.", [instance], hints: ["readOnlyHint": true],
    output: stateOutput(object))

  private static let close = make(
    "close_screen", .close, "Closes a screen, and all that it has opened. What was entered in it is lost.", [instance],
    hints: ["idempotentHint": false], output: .record("Closed", [.init("closed", .list(.text()))]))

  private static let answer = make(
    "answer_question", .answerQuestion,
    "Answers an open question that the app asks of assistants, too. Others are a person's: ask the person.",
    [
      .init("question", .text(), "The id of the question, as an answer has it under questions."),
      .init("answer", .json(), "The answer."),
    ], hints: [:], output: stateOutput(object))

  private static let instance = Shape.Member(
    "instance", .text(), "The instance of an open screen, as open_screen answers it.")

  /// An object with any members.
  private static let object = Shape.json(schema: ["type": "object"])

  private static func parameterTexts(_ members: [Shape.Member]) -> String {
    members.sorted { $0.name < $1.name }.map { member in
      member.name + (member.isRequired ? ", required" : ", optional")
        + (member.about.isEmpty ? "" : " (\(member.about))")
    }
    .joined(separator: "; ")
  }

  // MARK: - Tools for events

  /// Whether there is a tool for an event. The appearance of a part is its owner's to report.
  @MainActor private static func isOffered(_ event: Shape.FlatEvent, to front: AppFront) -> Bool {
    if !event.owners.isEmpty, event.event.isAppearance { return false }
    return (event.owners + [event.event]).allSatisfy(front.maySend)
  }

  private static func tool(for event: Shape.FlatEvent, of screen: AnyScreen, name: String) -> Tool {
    let names = event.members.map(\.name)
    let instanceArgument = names.contains("instance") ? "screenInstance" : "instance"
    let isApp = screen.name == AppCore.appID
    let about = (event.owners + [event.event]).map(\.about).joined(separator: " ")
    let of = Shape.Member(
      instanceArgument, .text(),
      isApp ? "The instance of the app as a whole: \"app\"." : "The instance of an open screen \"\(screen.name)\".")
    return make(
      name, .send(screen: screen.name, event: event, instanceArgument: instanceArgument),
      isApp ? "The app: \(about)" : "Screen \"\(screen.name)\": \(about)", [of] + event.members, hints: [:],
      output: stateOutput(screen.state))
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
    _ name: String, _ action: Action, _ about: String, _ arguments: [Shape.Member], hints: [String: JSON], output: Shape
  ) -> Tool {
    let sorted = arguments.sorted { $0.name < $1.name }
    var description: [String: JSON] = [
      "name": .string(name), "description": .string(about),
      "inputSchema": Shape.record(nil, sorted, isClosed: true).schema, "outputSchema": output.schema,
    ]
    if !hints.isEmpty { description["annotations"] = .object(hints) }
    return Tool(
      name: name, action: action, description: .object(description),
      required: arguments.filter(\.isRequired).map(\.name), known: sorted.map(\.name))
  }

  /// The answer with the state of a screen.
  private static func stateOutput(_ state: Shape) -> Shape {
    .record(
      "ScreenAnswer",
      [
        .init("closed", .list(.text()), isRequired: false), .init("instance", .text()),
        .init("opened", .list(object), isRequired: false),
        .init("questions", .list(object), "What the app asks, of whom, and what came of it.", isRequired: false),
        .init("rev", .integer(), isRequired: false),
        .init("state", state, isRequired: false),
        .init("working", .boolean, "Whether work that the call has started still goes on.", isRequired: false),
      ])
  }
}
