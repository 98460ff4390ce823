import Screens

extension TextFront {
  /// The commands, and the controls of the top screen. In a terminal also what fits there: other words, and an example.
  var help: [Line] {
    let top = stack.top
    var lines = table(listedCommands.map { (columns == nil ? $0.usage : $0.usageWithAliases, words.string($0.about)) })
    if let top { lines.append(Line(top.title, .heading)) }
    lines += controls.map(usageLine)
    guard columns != nil else { return lines }
    let hint =
      words.text(
        "Names may be shortened; a label is written in quotes. Tab completes; Up and Control-R find earlier lines.")
    return lines
      + example(controls.lazy.compactMap(\.example).first ?? app.offeredScreens.first.map { "open \($0.name)" })
      + [Line(hint, .secondary, hangingIndent: 0)]
  }

  /// Shows a text that a person asked for. If it does not fit above the card, the card is hidden until the next command.
  func read(_ lines: [Line]) {
    if usesCard, let prompt = input.prompt, let top = stack.top {
      let width = prompt.columns
      let rows = (lines + card(of: top)).flatMap { $0.wrapped(to: width) }.count
      if rows + 1 > prompt.rows {
        current.isCardHidden = true
        showCard()
      }
    }
    show(lines)
  }

  /// Leaves the lines in view that a command prints, and what the app asks: the card has less room until the next command.
  func makeRoom(for lines: [Line]) {
    guard let prompt = input.prompt, usesCard, !current.isCardHidden else { return }
    current.printedRows += lines.reduce(0) { $0 + $1.wrapped(to: prompt.columns).count }
  }

  /// The commands that are of use at the moment: one that answers is while there is something to answer.
  var listedCommands: [Command] { commands.filter { $0.name != "answer" || !questions.open.isEmpty } }

  /// A command, what its arguments can be at the moment, and an example; or a screen, and its parameters.
  func help(_ word: String) throws(CommandError) -> [Line] {
    if let screen = app.offeredScreens.first(where: { $0.name.lowercased() == word.lowercased() }),
      !commands.contains(where: { $0.name == screen.name })
    {
      return table([("open \(screen.name)", words.string(LocalizedText(english: screen.about)))])
        + parameters(of: screen)
    }
    let command = try commands.command(word)
    let arguments = command.argumentNames.compactMap { argument in
      names(for: argument, of: command).map { names in
        Line("  \(argument): ").appending(
          names.isEmpty ? words.text("(none at the moment)") : names.joined(separator: ", "),
          names.isEmpty ? .secondary : .content)
      }
    }
    let examples = controls.lazy.compactMap(\.example).filter { $0.hasPrefix(command.name + " ") }
    let parameters = command.argumentNames.first?.hasPrefix("SCREEN") == true ? parametersOfScreens : []
    return table([(command.usageWithAliases, words.string(command.about))]) + arguments + parameters
      + example(command.example ?? examples.first)
  }

  /// What may follow the names of screens: a line for each parameter.
  private var parametersOfScreens: [Line] { app.offeredScreens.flatMap(parameters) }

  private func parameters(of screen: TextScreen) -> [Line] {
    (screen.form?.members ?? []).map { member in
      Line("  \(screen.name) \(member.name)=\(member.form.usage)", hangingIndent: 4)
        .appending(member.about.isEmpty ? "" : ": " + words.string(LocalizedText(english: member.about)), .secondary)
    }
  }

  /// The controls that are on the top screen.
  private var controls: [any Control] {
    stack.top?.view.canvas.elements.filter(\.isVisible).compactMap { $0 as? any Control } ?? []
  }

  /// How to use a control; in a terminal with its label, unless that is the name in words.
  private func usageLine(_ control: any Control) -> Line {
    let line = Line("  " + control.usage)
    let canvas = stack.top?.view.canvas
    guard columns != nil, let label = canvas?.labels[control.name].map({ canvas?.said($0) ?? $0 }),
      label.lowercased() != control.name.asLabel.lowercased()
    else { return line }
    return line.appending("  \"\(label)\"", .secondary)
  }

  private func example(_ line: String?) -> [Line] {
    line.map { [Line(words.text("For example:") + " ", .secondary).appending($0)] } ?? []
  }

  /// The screens of the app, and those that are open.
  var screens: [Line] {
    let open = stack.entries.map {
      Line("  " + $0.title + ($0.title == stack.top?.title ? " " + words.text("(on top)") : ""))
    }
    let others = screensOfOthers.map { screen in
      Line("  " + screen.id + (screen.openingFront.map { " " + words.text("(opened by \($0.description))") } ?? ""))
    }
    return table(app.offeredScreens.map { ($0.name, words.string(LocalizedText(english: $0.about))) })
      + (open.isEmpty
        ? []
        : [Line(words.text("open", key: "open-screens", comment: "The heading above the open screens."), .heading)]
          + open)
      + (others.isEmpty ? [] : [Line(words.text("open elsewhere"), .heading)] + others)
  }

  /// What other fronts have open, and this one does not show.
  var screensOfOthers: [AnyScreenInstance] {
    guard coreFront.isShared else { return [] }
    return coreFront.screens.filter { $0.isOpen && stack.entry(of: $0) == nil }
  }

  /// The width of the terminal; `nil` for other outputs, whose lines have any length.
  private var columns: Int? { input.prompt?.columns }

  /// Two columns. Where the second one would be narrow, it is below the first.
  private func table(_ rows: [(String, String)]) -> [Line] {
    let width = (rows.map(\.0.terminalWidth).max() ?? 0) + 2
    if let columns, columns < width + 24 {
      return rows.flatMap { name, about in
        [Line(name), Line("  ", hangingIndent: 2).appending(about, .secondary)]
      }
    }
    return rows.map { name, about in
      let blanks = String(repeating: " ", count: width - name.terminalWidth)
      return Line(name + blanks, hangingIndent: width).appending(about, .secondary)
    }
  }
}

extension Command {
  fileprivate var usageWithAliases: String { ([usage] + aliases).joined(separator: ", ") }
}
