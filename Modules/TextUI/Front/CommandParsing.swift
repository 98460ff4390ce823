import Screens
import Words

extension TextFront {
  /// The command in a line. A user who types the name of a button or field alone is told how to use it, and one who types that of a
  /// screen how to open it.
  func parse(_ line: String) throws(CommandError) -> (command: Command, arguments: Command.Arguments)? {
    do throws(CommandError) {
      return try commands.parse(line)
    } catch {
      if let text = questions.answer(in: line), let answer = commands.first(where: { $0.name == "answer" }) {
        return (answer, Command.Arguments(text: text))
      }
      let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      if let usage = usage(ofControl: [word, line.filter { !$0.isWhitespace }]) {
        let correction = CommandError.Correction(kind: Words.text("command"), word: word, name: usage)
        throw CommandError(correction.message(suggesting: usage))
      }
      let names = app.offeredScreens.map(\.name)
      if let name = names.first(where: { $0.lowercased() == word.lowercased() }), (try? commands.command(name)) == nil {
        throw CommandError(Words.text("There is no such command. \"open \(name)\" opens the screen of this name."))
      }
      // A word that is nearer to the name of a screen than to any command.
      let known = NameMatcher(kind: Words.text("command"), names: commands.map(\.name))
      guard (try? commands.command(word)) == nil, known.matches(word).isEmpty, known.suggestion(for: word) == nil,
        let name = nearestName(to: word, among: names)
      else { throw error }
      throw CommandError(Words.text("There is no such command. Did you mean \"open \(name)\"?"))
    }
  }

  /// Whether a line begins with the whole name of a command.
  func isCommand(_ line: String) -> Bool {
    guard let word = line[...].arguments.first?.lowercased() else { return false }
    return commands.contains { $0.name == word || $0.aliases.contains(word) }
  }

  /// Whether what a line names is there at the moment, so far as it names a button, a field or a choice of the top screen.
  func canPerform(_ line: String) -> Bool {
    guard let (command, arguments) = try? commands.parse(line), let word = arguments.words.first,
      let canvas = stack.top?.view.canvas
    else { return true }
    func has(_ isIncluded: (any Element) -> Bool) -> Bool {
      (try? canvas.element(word, kind: "") { $0.isVisible && isIncluded($0) }) != nil
    }
    return switch command.name {
    case "tap":
      canvas.leadingLabel(
        of: word + " " + (arguments.text ?? ""), where: { ($0 as? any Tappable)?.canBeTapped == true }) != nil
        || has { ($0 as? any Tappable)?.canBeTapped == true }
    case "type": has { $0 is any TypedField }
    case "choose": has { $0 is any AnyChoiceField }
    case "switch": has { $0 is Switch }
    default: true
    }
  }

  /// How to use the control of the top screen that has one of these names, in small or capital letters; `nil` if none has.
  private func usage(ofControl names: [String]) -> String? {
    let names = names.map { $0.lowercased() }
    let controls = stack.top?.view.canvas.elements.compactMap { $0 as? any Control } ?? []
    let usage = controls.first { $0.isVisible && names.contains($0.name.lowercased()) }?.usage
    // What is behind it is said of the control, such as why it is disabled.
    return usage.map { usage in usage.firstRange(of: " (").map { String(usage[..<$0.lowerBound]) } ?? usage }
  }
}
