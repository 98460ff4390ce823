extension Command {
  /// All commands of a front for an app.
  static func all(for app: some TextApp) -> [Command] {
    let arguments = app.screens.compactMap { screen in
      screen.argument.map { "; \"open \(screen.name) \($0)\" opens the \(screen.name) of that \($0)" }
    }
    let argumentNames = Set(app.screens.compactMap(\.argument)).sorted().joined(separator: "|")
    let openUsage = "open SCREEN" + (argumentNames.isEmpty ? "" : " [\(argumentNames)]")
    return [
      Command(
        "help [COMMAND]", aliases: ["?"], example: "help open",
        "list the commands and what the top screen offers, or explain one command"
      ) { front, input throws(CommandError) in
        front.show(try input.words.first.map(front.help) ?? front.help)
      },
      Command("screens", "list the screens, and which are open") { front, _ in front.show(front.screens) },
      Command(
        openUsage, example: app.screens.first.map { "open \($0.name)" },
        "open a screen on top of the others" + arguments.joined()
      ) { front, input throws(CommandError) in
        try front.open(input.words[0], input.words.dropFirst().first)
      },
      Command("tap BUTTON", "tap a button") { front, input throws(CommandError) in
        try front.control(Button.self, input.words[0], "button").tap()
      },
      Command(
        "type FIELD [TEXT]", takesText: true,
        "replace the text of a field; without TEXT, a terminal asks for it and a script empties it"
      ) { front, input async throws(CommandError) in
        try await front.type(input.text, into: front.control(TextField.self, input.words[0], "field"))
      },
      Command("switch NAME on|off", "set a switch") { front, input throws(CommandError) in
        let element = try front.control(Switch.self, input.words[0], "switch")
        element.set(try NameMatcher(kind: "position", names: ["on", "off"]).match(input.words[1]) == "on")
      },
    ] + app.commands + [
      Command("show", "show the whole screen") { front, _ throws(CommandError) in front.show(whole: try front.top) },
      Command("back", aliases: ["b"], "close the screen and go back to the one below") {
        front, _ throws(CommandError) in
        try front.back()
      },
      Command("quit", aliases: ["exit"], "end") { front, _ in front.quit() },
    ]
  }
}

extension TextFront {
  /// The top screen.
  fileprivate var top: ScreenStack.Entry {
    get throws(CommandError) {
      guard let top = stack.top else { throw CommandError("No screen is open. \"screens\" lists what can be opened.") }
      return top
    }
  }

  /// The element of the top screen that a word stands for.
  fileprivate func control<C: Control>(_ type: C.Type, _ word: String, _ kind: String) throws(CommandError) -> C {
    let elements = try top.view.canvas.elements(of: type)
    let name = try NameMatcher(kind: kind, names: elements.map(\.name)).match(word)
    guard let element = elements.first(where: { $0.name == name }) else {
      throw CommandError("There is no such \(kind).")
    }
    return element
  }

  /// Types into a field. A user at a terminal is asked for a secret without echo, and for a text that is left out.
  fileprivate func type(_ text: String?, into field: TextField) async throws(CommandError) {
    switch (input.secretPolicy, text) {
    case (.asked, _?) where field.isSecure:
      throw CommandError("Enter \"type \(field.name)\" alone: then a secret is asked for, and not shown.")
    // The line below a pasted one is the next command.
    case (.asked, nil) where field.isSecure || input.prompt?.lineWasPasted != true:
      if let answer = try await ask("\(field.name): ", isSecret: field.isSecure) { field.type(answer) }
    case (.warned, _?) where field.isSecure:
      report("warning: A secret on a command line can be read by other users, and stays in the shell's history.")
      fallthrough
    default: field.type(text ?? "")
    }
  }

  fileprivate func open(_ word: String, _ argument: String?) throws(CommandError) {
    guard stack.entries.count < ScreenStack.limit else {
      throw CommandError("\(ScreenStack.limit) screens are open, and that is the most there can be.")
    }
    let name = try NameMatcher(kind: "screen", names: app.screens.map(\.name)).match(word)
    guard let screen = app.screens.first(where: { $0.name == name }) else {
      throw CommandError("There is no such screen.")
    }
    appear(stack.push(try screen.open(argument), name))
  }

  fileprivate func back() throws(CommandError) {
    let closed = try top
    stack.pop()
    show([Line("\(closed.title) closed", .secondary)])
    if let entry = stack.top { appear(entry) }
  }

  private func appear(_ entry: ScreenStack.Entry) {
    show(whole: entry)
    follow(entry)
    entry.instance.appear()
  }

  fileprivate func show(whole entry: ScreenStack.Entry) {
    show([Line(entry.title, .heading)] + entry.view.canvas.show().map { $0.prefixed(by: "  ") })
  }
}
