import Screens
import Words

extension Command {
  /// The first words of the commands that each front for an app core has: for completions of a program's command line.
  public nonisolated static let names = [
    "help", "screens", "open", "tap", "type", "switch", "choose", "rows", "background", "foreground", "expect",
    "answer", "show", "back", "quit",
  ]

  /// All commands of a front for an app.
  static func all(for app: some TextApp, isShared: Bool) -> [Command] {
    var aboutOpen = Words.text("open a screen on top of the others")
    for screen in app.offeredScreens {
      guard let argument = screen.argument else { continue }
      aboutOpen = Words.text(
        "\(aboutOpen); \"open \(screen.name) \(argument)\" opens the \(screen.name) of that \(argument)")
    }
    let argumentNames = Set(app.offeredScreens.compactMap(\.argument)).sorted().joined(separator: "|")
    let hasNames = app.offeredScreens.contains { $0.form?.members.isEmpty == false }
    let hasLinks = !app.core.links.routes.isEmpty
    let openUsage =
      (hasLinks ? "open SCREEN|LINK" : "open SCREEN")
      + (hasNames ? " [NAME=VALUE…]" : argumentNames.isEmpty ? "" : " [\(argumentNames)]")
    return [
      Command(
        "help [COMMAND]", aliases: ["?"], example: "help open",
        Words.text("list the commands and what the top screen offers, or explain one command")
      ) { front, input throws(CommandError) in
        front.read(try input.words.first.map(front.help) ?? front.help)
      },
      Command("screens", Words.text("list the screens, and which are open")) { front, _ in front.read(front.screens) },
      Command(
        openUsage, takesText: hasNames || !argumentNames.isEmpty,
        example: app.offeredScreens.first.map { "open \($0.name)" },
        aboutOpen
      ) { front, input throws(CommandError) in
        let word = input.words[0]
        guard input.trimmedText == nil, front.isLink(word) else { return try front.open(word, input.trimmedText) }
        try front.open(link: word)
      },
      Command("tap BUTTON [ROW]", takesText: true, Words.text("tap a button, or that of a row with this number")) {
        front, input async throws(CommandError) in
        let text = input.trimmedText ?? ""
        if let (button, rest) = front.labelled((any Tappable).self, input.words[0], text) {
          return try await front.tap(button, rest)
        }
        try await front.tap(front.control((any Tappable).self, input.words[0], Words.text("button")), text)
      },
      Command(
        "type FIELD [TEXT]", takesText: true,
        Words.text("replace the text of a field; without TEXT, a terminal asks for it and a script empties it")
      ) { front, input async throws(CommandError) in
        if let text = input.text, let (field, rest) = front.labelled((any TypedField).self, input.words[0], text) {
          return try await front.type(rest.isEmpty ? nil : rest, into: field)
        }
        try await front.type(
          input.text, into: front.control((any TypedField).self, input.words[0], Words.text("field")))
      },
      Command("switch NAME on|off", Words.text("set a switch")) { front, input throws(CommandError) in
        let element = try front.control(Switch.self, input.words[0], Words.text("switch"))
        try element.set(element.position(input.words[1]))
      },
      Command("choose NAME OPTION", Words.text("choose one of several options")) { front, input throws(CommandError) in
        try front.control((any AnyChoiceField).self, input.words[0], Words.text("choice")).choose(input.words[1])
      },
      Command(
        "rows [FIRST|all]", takesText: true,
        Words.text("show the list's rows from this number on, or all of them; without it, the next ones")
      ) {
        front, input async throws(CommandError) in
        try await front.showRows(input.trimmedText ?? "")
      },
    ] + TextFront.commandsOfWholeApp(app) + app.commands + [
      Command(
        "expect TEXT", takesText: true,
        Words.text("fail unless the top screen shows the text; or, after \"not\", if it does")
      ) {
        front, input throws(CommandError) in
        try front.expect(input.trimmedText ?? "")
      },
      Command(
        "answer [VALUE]", takesText: true, example: "answer yes",
        Words.text("answer the app's question, or that with an id before the value; without a value, list what is open")
      ) { front, input throws(CommandError) in
        try front.questions.answer(input.trimmedText)
      },
      Command(
        isShared ? "show [INSTANCE]" : "show [ROW]",
        isShared
          ? Words.text(
            "show the whole screen, a row of this number as a whole, or a screen that another front has open")
          : Words.text("show the whole screen, or a row of this number as a whole")
      ) { front, input throws(CommandError) in
        guard let word = input.words.first else { return front.show(whole: try front.top) }
        if let number = Int(word) { return try front.show(row: number) }
        guard isShared else { throw CommandError(Words.text("Usage: \("show [ROW]")")) }
        try front.join(word)
      },
      Command("back", aliases: ["b"], Words.text("close the screen and go back to the one below")) {
        front, _ throws(CommandError) in
        try front.back()
      },
      Command("quit", aliases: ["exit"], Words.text("end")) { front, _ in front.quit() },
    ]
  }
}

extension TextFront {
  /// The top screen.
  fileprivate var top: ScreenStack.Entry {
    get throws(CommandError) {
      guard let top = stack.top else {
        throw CommandError(.noScreenIsOpen)
      }
      return top
    }
  }

  /// The control of the top screen that a word stands for.
  ///
  /// - Parameter type: a class of controls, or a protocol that they conform to.
  fileprivate func control<C>(_ type: C.Type, _ word: String, _ kind: LocalizedText) throws(CommandError) -> C {
    guard let control = try top.view.canvas.element(word, kind: kind, where: { $0 is C }) as? C else {
      throw CommandError(Words.text("There is no such \(kind)."))
    }
    return control
  }

  /// The control of the top screen whose label, which has several words, a line begins with, and what follows the label: it needs no
  /// quotes.
  fileprivate func labelled<C>(_ type: C.Type, _ word: String, _ text: String) -> (control: C, rest: String)? {
    let line = word + (text.isEmpty ? "" : " " + text)
    guard let named = stack.top?.view.canvas.leadingLabel(of: line, where: { $0 is C }),
      let control = named.element as? C
    else { return nil }
    return (control, named.rest)
  }

  /// Taps a button. A user at a terminal is asked for the values that are left out.
  fileprivate func tap(_ button: any Tappable, _ text: String) async throws(CommandError) {
    try refuseSecret(in: button, text)
    var tap = Tap(text: text, isScript: !input.isInteractive)
    if input.isInteractive, input.prompt?.lineWasPasted != true {
      for question in try button.questions(text) {
        let label = words.string(LocalizedText(english: question.label))
        guard let answer = try await ask("\(label): ", isSecret: question.isSecret) else { return }
        tap.answers[question.name] = answer
      }
    }
    try button.tap(tap)
  }

  private func refuseSecret(in button: any Tappable, _ text: String) throws(CommandError) {
    guard button.holdsSecret(text) else { return }
    switch input.secretPolicy {
    case .asked: throw CommandError(Words.text("Leave the secret out: then it is asked for, and not shown."))
    case .warned: warnOfSecret()
    case .allowed: break
    }
  }

  private func warnOfSecret() {
    report(
      words.text(
        "warning: A secret on a command line can be read by other users, and stays in the shell's history."))
  }

  /// The lists of the top screen.
  private var lists: [any AnyList] {
    get throws(CommandError) { try top.view.canvas.elements.compactMap { $0 as? any AnyList } }
  }

  /// Shows the whole row that was printed with a number, of the list that is shown, or the first one of several.
  fileprivate func show(row number: Int) throws(CommandError) {
    _ = try top
    guard let list = shownList else { throw CommandError(Words.text("There is no list here.")) }
    read(try list.wholeRow(number))
  }

  /// Shows a page of a list: `rows`, `rows 21` and, where there are several lists, `rows books 21`; or with `all` in place of a number
  /// the whole list.
  fileprivate func showRows(_ text: String) async throws(CommandError) {
    var words = text.split(whereSeparator: \.isBlank).map(String.init)
    let canvas = try top.view.canvas
    let lists = try lists
    let number = words.last.flatMap { Int($0) }
    let isAll = words.last == "all" && !lists.contains { $0.name == "all" }
    if number != nil || isAll { words.removeLast() }
    guard words.count <= 1 else { throw CommandError(Words.text("Usage: rows [FIRST|all]")) }
    var list = lists.count == 1 ? lists[0] : nil
    if let word = words.first {
      let name = try NameMatcher(kind: Words.text("list"), names: lists.map(\.name)).match(word)
      list = lists.first { $0.name == name }
    }
    guard let list else {
      guard let example = lists.first?.name else { throw CommandError(Words.text("There is no list here.")) }
      throw CommandError(
        Words.text("There are several lists: \(lists.map(\.name).joined(separator: ", ")). Try \"rows \(example)\"."))
    }
    guard !isAll else { return await show(all: list) }
    try list.showPage(from: number)
    guard !usesCard || !showCard() else { return }
    show(canvas.show(list).map { $0.prefixed(by: "  ") })
  }

  /// Shows a whole list: page by page where a person has a pager, and otherwise at once. The rows can then be named by their numbers.
  private func show(all list: any AnyList) async {
    let lines = list.allLines(fitting: usesCard ? input.prompt?.columns : nil)
    if usesCard, let pager {
      display.showCard([])
      let isShown = await pager(lines.map { Style.plain.text($0) + "\n" }.joined())
      guard !isShown else { return }
    }
    show(lines.map { $0.prefixed(by: "  ") })
  }

  /// Checks what the top screen shows; at a prompt, also with the labels that people see there.
  fileprivate func expect(_ text: String) throws(CommandError) {
    let isNot = text.hasPrefix("not ")
    let text = isNot ? String(text.dropFirst(4).drop(while: \.isBlank)) : text
    guard !text.isEmpty else { throw CommandError(Words.text("Usage: expect TEXT")) }
    let entry = try top
    let canvas = entry.view.canvas
    let lines =
      canvas.elements.filter(\.isVisible).flatMap(\.lines) + (input.prompt == nil ? [] : canvas.labelledLines)
    let shown = ([entry.title] + lines.map(Style.plain.text)).joined(separator: "\n")
    // A text in quotes may be meant with them, or be one argument, as the other commands take it.
    guard (shown.contains(text) || text.unquoted.map(shown.contains) == true) != isNot else {
      throw CommandError(
        isNot
          ? Words.text("The screen \(entry.title) shows this text.")
          : Words.text("The screen \(entry.title) does not show this text."))
    }
  }

  /// Types into a field. A user at a terminal is asked for a secret without echo, and for a text that is left out.
  fileprivate func type(_ text: String?, into field: any TypedField) async throws(CommandError) {
    switch (input.secretPolicy, text) {
    case (.asked, _?) where field.isSecure:
      throw CommandError(Words.text("Enter \"type \(field.name)\" alone: then a secret is asked for, and not shown."))
    // The line below a pasted one is the next command.
    case (.asked, nil) where field.isSecure || input.prompt?.lineWasPasted != true:
      let label = try top.view.canvas.label(of: field)
      // What is hidden is not changed.
      let text = isActive ? field.enteredText : ""
      if let answer = try await ask("\(label): ", isSecret: field.isSecure, changing: text) { try field.type(answer) }
    case (.warned, _?) where field.isSecure:
      warnOfSecret()
      fallthrough
    default: try field.type(text ?? "")
    }
  }

  func open(_ word: String, _ argument: String?) throws(CommandError) {
    let known = NameMatcher(kind: Words.text("screen"), names: app.offeredScreens.map(\.name))
    if Int(word) != nil, known.matches(word).isEmpty, argument == nil, stack.top != nil,
      canPerform("tap open \(word)")
    {
      throw CommandError(correction: .init(kind: known.kind, word: word, name: "tap open \(word)"))
    }
    let name = try known.match(word)
    guard let screen = app.offeredScreens.first(where: { $0.name == name }) else {
      throw CommandError(Words.text("There is no such screen."))
    }
    try navigation.open { () throws(CommandError) in
      try screen.opened(argument, by: coreFront, typed: input.isInteractive ? words : nil)
    }
  }

  /// Shows a screen that another front has open.
  fileprivate func join(_ word: String) throws(CommandError) {
    let name = try NameMatcher(kind: Words.text("screen"), names: screensOfOthers.map(\.id)).match(word)
    guard let screen = screensOfOthers.first(where: { $0.id == name }) else {
      throw CommandError(Words.text("There is no such screen."))
    }
    do throws(AppCommandError) {
      try screen.show()
    } catch {
      throw CommandError(
        error.limit.map(LocalizedText.tooManyScreens) ?? Words.text("The screen cannot be shown."))
    }
    navigation.show(screen)
  }

  fileprivate func back() throws(CommandError) { navigation.leave(try top) }

  func show(whole entry: ScreenStack.Entry) {
    guard !printsJSON else { return showState(entry) }
    if usesCard, entry.title == stack.top?.title {
      // What is in view above the prompt is not printed again.
      if !showCard() {
        show(headed(entry, entry.view.canvas.labelledLines(fitting: input.prompt.map { $0.columns - 2 })))
      }
      return
    }
    show(headed(entry, entry.view.canvas.show()))
  }
}

extension Command.Arguments {
  /// The text without blanks around it; `nil` if nothing is left.
  fileprivate var trimmedText: String? {
    guard let text = text?.drop(while: \.isBlank), let end = text.lastIndex(where: { !$0.isBlank }) else { return nil }
    return String(text[...end])
  }
}
