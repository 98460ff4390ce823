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
    return names(for: argument) ?? argument.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
  }

  /// What an argument can be at the moment; `nil` if it is not the name of something.
  ///
  /// - Parameter argument: the argument as usages call it.
  func names(for argument: String) -> [String]? {
    let canvas = stack.top?.view.canvas
    switch argument {
    case "COMMAND": return commands.map(\.name)
    case "SCREEN": return app.screens.map(\.name)
    case "BUTTON": return canvas?.elements(of: Button.self).filter { $0.isVisible && $0.isEnabled }.map(\.name) ?? []
    case "FIELD": return canvas?.elements(of: TextField.self).map(\.name) ?? []
    case "NAME": return canvas?.elements(of: Switch.self).map(\.name) ?? []
    default: return nil
    }
  }

  /// Whether a line that failed may be in the history. A part of it may be a secret, in a field that was misspelled or on
  /// another screen; so each of its words must resemble a name, and no text may be in it.
  func maySeeAgain(failed line: String) -> Bool {
    let controls = stack.top?.view.canvas.elements.compactMap { $0 as? any Control } ?? []
    let names =
      commands.filter { !$0.takesText }.flatMap { [$0.name] + $0.aliases } + app.screens.map(\.name) + ["on", "off"]
      + controls.filter { ($0 as? TextField)?.isSecure != true }.map(\.name)
    return line.split(whereSeparator: \.isBlank).allSatisfy {
      NameMatcher(kind: "", names: names).resembles(String($0))
    }
  }
}
