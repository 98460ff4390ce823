import Words

extension TextFront {
  /// How the last word of a text can continue, by the usage of its command.
  func completion(of text: String) -> Completion {
    let start = text.lastIndex(where: \.isBlank).map(text.index(after:)) ?? text.startIndex
    let word = String(text[start...])
    let words = text[..<start].split(whereSeparator: \.isBlank)
    let names = NameMatcher(kind: "", names: names(after: words.map(String.init)))
    return Completion(wordLength: word.count, candidates: names.matches(word))
  }

  private func names(after words: [String]) -> [String] {
    guard let first = words.first else { return commands.flatMap { [$0.name] + $0.aliases.filter { $0.count > 1 } } }
    guard let command = try? commands.command(first), words.count <= command.argumentNames.count else { return [] }
    let argument = command.argumentNames[words.count - 1]
    // Words in lower case stand for themselves: "on|off".
    return names(for: argument, of: command, after: words)
      ?? argument.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
  }

  /// What an argument can be at the moment; `nil` if it is not the name of something.
  ///
  /// - Parameters:
  ///   - argument: the argument as usages call it.
  ///   - command: the command that has the argument.
  ///   - words: the words before it, of which the first is the command.
  func names(for argument: String, of command: Command, after words: [String] = []) -> [String]? {
    let elements = stack.top?.view.canvas.elements ?? []
    switch (argument, command.name) {
    case ("COMMAND", _): return listedCommands.map(\.name)
    case ("INSTANCE", "show"): return screensOfOthers.map(\.id)
    case ("NAME", "tab"): return tabs.map(\.name)
    case ("SCREEN", _), ("SCREEN|LINK", _): return app.offeredScreens.map(\.name)
    case ("BUTTON", _): return elements.filter { ($0 as? any Tappable)?.canBeTapped == true }.map(\.name)
    case ("FIELD", _): return elements.filter { $0 is any TypedField }.map(\.name)
    case ("NAME", "choose"): return elements.filter { $0 is any AnyChoiceField }.map(\.name)
    case ("NAME", _): return elements.filter { $0 is Switch }.map(\.name)
    case ("OPTION", _):
      let choices = elements.compactMap { $0 as? any AnyChoiceField }
      let name = words.dropFirst().first.flatMap {
        try? NameMatcher(kind: "", names: choices.map(\.name)).match($0)
      }
      return (choices.count == 1 ? choices.first : choices.first { $0.name == name })?.optionWords ?? []
    case ("FIRST", "rows"):
      let lists = elements.filter { $0 is any AnyList }
      return lists.count > 1 ? lists.map(\.name) : nil
    default: return nil
    }
  }

  /// Whether a line that failed may be in the history. A part of it may be a secret, in a field that was misspelled or on
  /// another screen; so each of its words must resemble a name, and no text may be in it.
  func maySeeAgain(failed line: String) -> Bool {
    let controls = stack.top?.view.canvas.elements.compactMap { $0 as? any Control } ?? []
    let names =
      commands.filter { !$0.takesText || Self.wordCommands.contains($0.name) }.flatMap { [$0.name] + $0.aliases }
      + app.offeredScreens.map(\.name) + tabs.map(\.name) + ["on", "off"]
      + controls.filter { ($0 as? any TypedField)?.isSecure != true }.map(\.name)
      + controls.flatMap { ($0 as? any AnyChoiceField)?.optionWords ?? [] }
    return line.split(whereSeparator: \.isBlank).allSatisfy {
      // A value after a name may be a secret.
      !$0.contains("=") && NameMatcher(kind: "", names: names).resembles(String($0))
    }
  }

  /// Whether a line opens a screen with a parameter that is a secret. Such a line is not in the history.
  func givesSecret(_ line: String) -> Bool {
    guard let (command, arguments) = try? commands.parse(line), command.name == "open",
      let word = arguments.words.first,
      let name = try? NameMatcher(kind: Words.text("screen"), names: app.offeredScreens.map(\.name)).match(word),
      let form = app.offeredScreens.first(where: { $0.name == name })?.form,
      let texts = try? form.texts(arguments.text ?? "")
    else { return false }
    return form.members.contains { $0.form.isSecret && texts[$0.name] != nil }
  }

  /// Commands whose text is made of words, none of which is a secret unless a name stands before it.
  private static let wordCommands = ["open", "tap", "rows"]
}
