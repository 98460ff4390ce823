import Descriptions
import JSON
import Screens

/// The tools of an app, in a fixed order: those for screens, and one for each event of each screen that is a person's act.
struct Toolbox {
  /// The tools.
  let tools: [Tool]
  /// What clients are told of the app.
  let descriptions: WrittenDescriptions
  /// Where the states of the screens say that something failed.
  let failures: RoleFields
  /// Where they say what is shown.
  let titles: RoleFields
  private let states: [String: Shape]
  private let indices: [String: Int]
  /// The names that the tools of events would have that are for a person alone.
  private let withheld: Set<ExactIdentity<String>>

  /// The tools of an assistant: those events are among them that the app takes from it.
  ///
  /// - Parameters:
  ///   - hasFiles: Whether the assistant has a folder of files.
  ///   - isClosedWorld: Whether nothing outside of the process has to do with the app.
  @MainActor init(
    _ app: AppDefinition, for front: AppFront, hasFiles: Bool, isClosedWorld: Bool
  ) {
    let all = app.screens + (app.app.map { [$0] } ?? [])
    var tools = Self.open(app, for: front, isClosedWorld: isClosedWorld)
    var names = Set(["read_screen", "close_screen", "answer_question"] + tools.map(\.name))
    for screen in app.screens where !screen.parameters.members.isEmpty {
      let name = Self.uniqueName("open_" + screen.name, &names)
      tools.append(Self.open(screen, for: front, name: name, isClosedWorld: isClosedWorld))
    }
    tools += [Self.read, Self.close, Self.answer(hasFiles: hasFiles)]
    var withheld: Set<ExactIdentity<String>> = []
    for screen in all {
      for event in screen.events.flatEvents where !event.event.isAppearance {
        let path = ([screen.name] + event.path).joined(separator: "_")
        guard event.isOffered(to: front) else {
          withheld.insert(ExactIdentity(path))
          continue
        }
        let name = Self.uniqueName(path, &names)
        tools.append(Self.tool(for: event, of: screen, name: name, isClosedWorld: isClosedWorld))
      }
    }
    self.tools = tools
    descriptions = WrittenDescriptions(tools)
    self.withheld = withheld
    failures = RoleFields(.failure, all)
    titles = RoleFields(.title, all)
    states = Dictionary(all.map { ($0.name, $0.state) }) { first, _ in first }
    indices = Dictionary(uniqueKeysWithValues: tools.indices.map { (tools[$0].name, $0) })
  }

  /// The tool of a name; `nil` if there is none.
  subscript(name: String) -> Tool? { indices[exactly: name].map { tools[$0] } }

  /// Whether a name is that of an event which is for a person alone.
  func isWithheld(_ name: String) -> Bool { withheld.contains(ExactIdentity(name)) }

  /// What the state of a screen is.
  @MainActor func shape(of screen: AnyScreenInstance) -> Shape { states[exactly: screen.name] ?? .json() }

  /// The tools by which something can be done with a screen now. Entries into fields are left out: what they say is for the tools that
  /// send it.
  @MainActor func possible(on screen: AnyScreenInstance, in state: JSONText) -> [String] {
    tools.filter { tool in
      guard case .send(let name, let event, _) = tool.action, name == screen.name, !event.isEntry else { return false }
      guard event.arguments.isEmpty else { return !event.isRefused(in: state) }
      return (try? screen.check(JSONText(scanned: event.json { _ in nil }[...]))) != nil
    }.map(\.name)
  }

  // MARK: - Tools for screens

  /// The tool that opens screens by name; none if each screen has to be told something, and there are no links.
  @MainActor private static func open(_ app: AppDefinition, for front: AppFront, isClosedWorld: Bool) -> [Tool] {
    let hasLinks = !app.links.routes.isEmpty
    let screens = app.screens.filter { !$0.parameters.members.contains(where: \.isRequired) }
    let name = Shape.Member(
      "screen", .choice(nil, screens.map(\.name)), "The name of the screen.", isRequired: !hasLinks)
    let link = Shape.Member("link", .text(), "A link to a screen, in place of its name.", isRequired: false)
    let arguments = (screens.isEmpty ? [] : [name]) + (hasLinks ? [link] : [])
    guard !arguments.isEmpty else { return [] }
    let list = screens.map { "\n\($0.name): \(about($0, for: front))" }.joined()
    return [
      Tool(
        "open_screen", .open, title: "Open a screen",
        about: "Opens a screen, and answers its instance and its state." + list, arguments,
        hints: ["destructiveHint": false].merging(isClosedWorld ? ["openWorldHint": false] : [:]) { $1 })
    ]
  }

  /// The tool that opens a screen with what it takes.
  @MainActor private static func open(
    _ screen: AnyScreen, for front: AppFront, name: String, isClosedWorld: Bool
  ) -> Tool {
    let isListed = !screen.parameters.members.contains(where: \.isRequired)
    let rest = isListed ? " with what it takes." : ": \(about(screen, for: front))"
    return Tool(
      name, .openScreen(screen.name), title: "Open the screen \(screen.name)",
      about: "Opens the screen \"\(screen.name)\"" + rest, screen.parameters.members,
      hints: ["destructiveHint": false].merging(isClosedWorld ? ["openWorldHint": false] : [:]) { $1 })
  }

  /// What a screen is, and what of it is for a person alone.
  @MainActor private static func about(_ screen: AnyScreen, for front: AppFront) -> String {
    let events = screen.events.flatEvents.filter { !$0.event.isAppearance && !$0.isOffered(to: front) }
    guard !events.isEmpty else { return screen.about }
    let acts = events.map(\.event.about.withoutPeriod).joined(separator: "; ")
    return "\(screen.about) For a person alone, so ask: \(acts)."
  }

  private static let read = Tool(
    "read_screen", .read, title: "Read a screen",
    about:
      "Answers the state of an open screen: the first rows of each list, and the beginning of each long text. \"more\" and \"cut\" "
      + "name what is left out. With a field or words to find it answers up to \(StateReading.limit / 1_000) kB of it.",
    [
      instance,
      .init("field", .text(), "A list or a text of the state, as more and cut name it.", isRequired: false),
      .init(
        "find", .text(),
        "Words: answers the rows that have all of them, and \"of\" how many, of those that the screen has loaded. A search of the screen's "
          + "own finds more.",
        isRequired: false),
      .init("from", .integer(minimum: 0), "How many rows, or characters, to skip.", isRequired: false),
      .init("since", .integer(minimum: 1), "A rev: answers what has changed since.", isRequired: false),
    ],
    hints: ["readOnlyHint": true, "openWorldHint": false])

  // What it can lose is what the assistant itself has entered, and was told of before.
  private static let close = Tool(
    "close_screen", .close, title: "Close a screen",
    about:
      "Leaves a screen, and closes it and all that it has opened. If what was entered is not saved, a person is asked.",
    [
      instance,
      .init(
        "discard", .boolean, "Lose what was entered. Only after an answer has said that you may.", isRequired: false),
    ],
    hints: ["destructiveHint": false, "openWorldHint": false])

  private static func answer(hasFiles: Bool) -> Tool {
    let files =
      hasFiles
      ? " pickFile takes the name of a file in the folder that was opened to you, and saveFile the name of a new one there."
      : ""
    return Tool(
      "answer_question", .answerQuestion, title: "Answer a question",
      about:
        "Answers an open question that the app asks of assistants, too, or does what a notice offers, such as to undo. Other "
        + "questions are a person's: ask the person."
        + files,
      [
        .init("question", .text(), "The id of the question, as an answer has it under questions or notices."),
        .init("answer", .text(), "The answer. One that is no text is JSON. To a notice: \"action\" or \"dismissed\"."),
      ], hints: ["openWorldHint": false])
  }

  private static let instance = Shape.Member("instance", .text(), "An instance, as open_screen answers it.")

  // MARK: - Tools for events

  private static func tool(
    for event: Shape.FlatEvent, of screen: AnyScreen, name: String, isClosedWorld: Bool
  ) -> Tool {
    let names = event.members.map(\.name)
    let instanceArgument = names.contains("instance") ? "screenInstance" : "instance"
    let about = event.aboutForAssistants
    let of = Shape.Member(
      instanceArgument, .text(),
      screen.name == AppCore.appID ? "The app as a whole: \"app\"." : "An open screen \"\(screen.name)\".")
    var hints = event.hints
    if isClosedWorld { hints["openWorldHint"] = false }
    return Tool(
      name, .send(screen: screen.name, event: event, instanceArgument: instanceArgument),
      title: "\(screen.name): \(event.event.label ?? event.event.about.withoutPeriod)",
      about: about,
      [of] + event.members(in: screen.state), hints: hints)
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
}

extension Shape.FlatEvent {
  /// Whether there is a tool for the event. That a screen or a part appears, its front or owner reports.
  @MainActor fileprivate func isOffered(to front: AppFront) -> Bool {
    !event.isAppearance && (owners + [event]).allSatisfy(front.maySend)
  }

  /// What the event does, in sentences: those of the parts around it, its own, and what it does beside that.
  fileprivate var aboutForAssistants: String {
    var sentences = (owners + [event]).map(\.about)
    switch event.purpose {
    case .navigate?: sentences.append("Opens another screen, and changes nothing yet.")
    case .loadMore?, .loadEarlier?: sentences.append("The rows that come are in the answer.")
    default: break
    }
    if let file = event.file {
      let types = file.types.isEmpty ? "" : " of \(file.types.joined(separator: ", "))"
      sentences.append("Asks for a file\(types), with at most \(file.limit) bytes.")
    }
    if (owners + [event]).contains(where: \.asksFirst) { sentences.append("A person is asked first.") }
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether the event says what a field holds.
  fileprivate var isEntry: Bool { event.field != nil && !event.members.isEmpty }

  /// Whether a state refuses the event by its description, whatever it takes.
  fileprivate func isRefused(in state: JSONText) -> Bool {
    guard owners.isEmpty else { return false }
    if let hidden = event.hidden, state[hidden]?.bool == true { return true }
    return event.disabledReason.map { state[$0]?.unescaped?.isEmpty == false } ?? false
  }

  /// What a host may know before it asks the person for consent. Of what is not described, it thinks the worst.
  fileprivate var hints: [String: JSON] {
    let isDestructive = (owners + [event]).contains(where: \.isDestructive)
    var hints: [String: JSON] = [:]
    switch event.purpose {
    case .browse?, .navigate?, .refresh?, .loadEarlier?, .loadMore?: hints["readOnlyHint"] = .bool(!isDestructive)
    default: break
    }
    if isDestructive { hints["destructiveHint"] = true } else if isEntry { hints["destructiveHint"] = false }
    if event.isIdempotent || isEntry || event.purpose == .refresh { hints["idempotentHint"] = true }
    return hints
  }
}

extension String {
  fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
