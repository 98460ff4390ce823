extension Command {
  /// Reads a line; a line of white space is no command.
  ///
  /// - Throws: a `CommandError` if the line is no command that is known.
  static func parse(_ line: String) throws(CommandError) -> Command? {
    var rest = Words(line)
    guard let word = rest.next() else { return nil }
    let names = Names(kind: "command", all: Verb.allCases.map(\.rawValue))
    guard let verb = Verb(rawValue: try names.name(for: word)) else { return nil }

    switch verb {
    case .help: return try rest.end(.help, verb)
    case .screens: return try rest.end(.screens, verb)
    case .background: return try rest.end(.background, verb)
    case .foreground: return try rest.end(.foreground, verb)
    case .show: return try rest.end(.show, verb)
    case .back: return try rest.end(.back, verb)
    case .quit: return try rest.end(.quit, verb)
    case .open:
      let screen = try rest.require(verb)
      let argument = rest.next()
      return try rest.end(.open(screen: screen, argument: argument), verb)
    case .tap:
      return try rest.end(.tap(button: try rest.require(verb)), verb)
    case .type:
      return .type(field: try rest.require(verb), text: rest.text)
    case .turn:
      return try rest.end(.turn(name: try rest.require(verb), value: try rest.require(verb)), verb)
    }
  }
}

/// The words of a line, and what follows them.
private struct Words {
  private var rest: Substring

  init(_ line: String) {
    rest = line[...]
  }

  /// The next word, if there is one.
  mutating func next() -> String? {
    rest = rest.drop(while: \.isBlank)
    let word = rest.prefix { !$0.isBlank }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// The next word.
  mutating func require(_ verb: Verb) throws(CommandError) -> String {
    guard let word = next() else { throw CommandError("Usage: \(verb.usage)") }
    return word
  }

  /// The command, if nothing follows it.
  mutating func end(_ command: Command, _ verb: Verb) throws(CommandError) -> Command {
    guard next() == nil else { throw CommandError("Usage: \(verb.usage)") }
    return command
  }

  /// What follows the blank after the last word, blanks and all; `nil` if that is nothing.
  var text: String? {
    let text = rest.dropFirst()
    return text.isEmpty ? nil : String(text)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
