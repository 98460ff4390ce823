import Screens
import Terminal
import Words

extension TextFront {
  /// How the last word of a text can continue, by the usage of its command. A word that begins with a quote continues with labels,
  /// and what is expected with lines that the top screen shows.
  func completion(of text: String) -> Completion {
    if let shown = shownLines(expectedBy: text) { return shown }
    let start = text.startOfLastArgument
    let word = String(text[start...])
    let words = text[..<start].arguments
    let isQuoted = word.hasPrefix("\"")
    let names = isQuoted ? quotedLabels(after: words) : names(after: words)
    let candidates = NameMatcher(kind: "", names: names).matches(word)
    let descriptions =
      words.isEmpty
      ? commandDescriptions.merging(answerDescriptions) { command, _ in command }
      : descriptions(after: words)
    return Completion(wordLength: word.count, candidates: candidates, descriptions: descriptions)
  }

  private func names(after words: [String]) -> [String] {
    guard let (command, argument) = argument(after: words) else {
      return words.isEmpty
        ? questions.choices.map(\.name) + commands.flatMap { [$0.name] + $0.aliases.filter { $0.count > 1 } } : []
    }
    // Words in lower case stand for themselves: "on|off".
    return names(for: argument, of: command, after: words)
      ?? argument.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
  }

  /// The command of some words, and its argument that comes next.
  private func argument(after words: [String]) -> (command: Command, argument: String)? {
    guard let first = words.first, let command = try? commands.command(first) else { return nil }
    guard words.count <= command.argumentNames.count else { return nil }
    return (command, command.argumentNames[words.count - 1])
  }

  /// The labels of the elements that the next argument can name, in quotes.
  private func quotedLabels(after words: [String]) -> [String] {
    guard let canvas = stack.top?.view.canvas else { return [] }
    let names = names(after: words)
    return names.filter { $0.hasPrefix("\"") }
      + canvas.elements.filter { names.contains($0.name) }.map { "\"\(canvas.label(of: $0))\"" }
  }

  private var commandDescriptions: [String: String] {
    let described = commands.flatMap { command in
      ([command.name] + command.aliases).map { ($0, self.words.string(command.about)) }
    }
    return Dictionary(described, uniquingKeysWith: { first, _ in first })
  }

  /// What the answers of the questions that are open mean.
  private var answerDescriptions: [String: String] {
    Dictionary(questions.choices, uniquingKeysWith: { first, _ in first })
  }

  /// What the words that can come next mean.
  private func descriptions(after words: [String]) -> [String: String] {
    guard let (command, argument) = argument(after: words) else { return [:] }
    switch (argument, command.name) {
    case ("COMMAND", _): return commandDescriptions
    case ("VALUE", "answer"): return answerDescriptions
    case ("SCREEN", _), ("SCREEN|LINK", _):
      return Dictionary(app.offeredScreens.map { ($0.name, $0.about) }, uniquingKeysWith: { first, _ in first })
    case ("ROW", _):
      let rows = (rowList(of: words)?.printedRows ?? []).map { (String($0.number), $0.text) }
      return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    case ("OPTION", _):
      guard let choice = choice(of: words), !choice.isTranslated else { return [:] }
      let options = zip(choice.typedOptions, zip(choice.optionWords, choice.optionLabels))
        .filter { $1.0.asLabel.lowercased() != $1.1.lowercased() }
      return Dictionary(options.map { ($0, $1.1) }, uniquingKeysWith: { first, _ in first })
    default: return [:]
    }
  }

  /// The choice whose options follow some words.
  private func choice(of words: [String]) -> (any AnyChoiceField)? {
    let choices = stack.top?.view.canvas.elements.compactMap { $0 as? any AnyChoiceField } ?? []
    let name = words.dropFirst().first.flatMap {
      try? NameMatcher(kind: "", names: choices.map(\.name)).match($0)
    }
    return choices.count == 1 ? choices.first : choices.first { $0.name == name }
  }

  /// The list whose rows a button is for, or those that `show` takes.
  private func rowList(of words: [String]) -> (any AnyList)? {
    guard words.count > 1 else { return shownList }
    let tappable = stack.top?.view.canvas.elements.compactMap { $0 as? any Tappable } ?? []
    guard let name = try? NameMatcher(kind: "", names: tappable.map(\.name)).match(words[1]) else {
      return nil
    }
    return tappable.first { $0.name == name }?.rowList
  }

  /// The list of the top screen or, where there are several, the first one that has rows.
  var shownList: (any AnyList)? {
    let lists = stack.top?.view.canvas.elements.compactMap { $0 as? any AnyList } ?? []
    return lists.first { $0.isVisible && $0.count > 0 } ?? lists.first
  }

  /// The lines of the top screen that a text begins to expect; `nil` if it is another command.
  private func shownLines(expectedBy text: String) -> Completion? {
    guard let blank = text.firstIndex(where: \.isBlank), let canvas = stack.top?.view.canvas,
      (try? commands.command(String(text[..<blank])))?.name == "expect"
    else { return nil }
    let words = text[blank...].drop(while: \.isBlank)
    let expected = words.hasPrefix("not ") ? words.dropFirst(4) : words
    let lines = canvas.elements.filter(\.isVisible).flatMap(\.lines).map(Style.plain.text)
      .map { String($0.drop(while: \.isBlank)) }
    return Completion(wordLength: expected.count, candidates: lines.filter { !$0.isEmpty && $0.hasPrefix(expected) })
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
    case ("VALUE", "answer"): return questions.choices.map(\.name)
    case ("INSTANCE", "show"): return screensOfOthers.map(\.id)
    case ("NAME", "tab"): return tabs.map(\.name)
    case ("SCREEN", _), ("SCREEN|LINK", _): return app.offeredScreens.map(\.name)
    case ("BUTTON", _): return elements.filter { ($0 as? any Tappable)?.canBeTapped == true }.map(\.name)
    case ("FIELD", _): return elements.filter { $0 is any TypedField }.map(\.name)
    case ("NAME", "choose"): return elements.filter { $0 is any AnyChoiceField }.map(\.name)
    case ("NAME", _): return elements.filter { $0 is Switch }.map(\.name)
    case ("OPTION", _):
      return choice(of: words)?.typedOptions ?? []
    case ("ROW", _): return rowList(of: words)?.printedRows.map { String($0.number) }
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
    // NB: one sum of all names takes the compiler eight seconds.
    var names = ["on", "off"] + app.offeredScreens.map(\.name) + tabs.map(\.name)
    for command in commands where !command.takesText || Self.wordCommands.contains(command.name) {
      names += [command.name] + command.aliases
    }
    names += controls.filter { ($0 as? any TypedField)?.isSecure != true }.map(\.name)
    names += controls.flatMap { ($0 as? any AnyChoiceField)?.optionWords ?? [] }
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

extension String {
  /// Where the last argument begins: behind the last blank, or at a quote that is not closed.
  fileprivate var startOfLastArgument: Index {
    var start = startIndex
    var isInQuotes = false
    for index in indices {
      if self[index] == "\"" { isInQuotes = isInQuotes ? false : index == start }
      if self[index].isBlank, !isInQuotes { start = self.index(after: index) }
    }
    return start
  }
}
