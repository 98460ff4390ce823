import Screens
import Words

extension TextFront {
  /// The command in a line. A user who types the name of a screen alone is told how to open it.
  func parse(_ line: String) throws(CommandError) -> (command: Command, arguments: Command.Arguments)? {
    do throws(CommandError) {
      return try commands.parse(line)
    } catch {
      let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
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
}
