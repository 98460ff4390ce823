public import Words

/// A command: how the user writes it, and what it does.
///
/// ```swift
/// let beep = Command("beep TIMES", example: "beep 3", "ring the terminal's bell") { front, arguments in
///   front.show([Line("Beep, \(arguments.words[0]) times.")])
/// }
/// ```
@MainActor public struct Command {
  /// The words after the command's name.
  public struct Arguments: Equatable, Sendable {
    /// The words.
    public var words: [String]
    /// The text after the last word, without the blank before it; `nil` if it is empty.
    public var text: String?

    /// Arguments.
    public init(words: [String] = [], text: String? = nil) {
      self.words = words
      self.text = text
    }
  }

  /// What runs when the user enters the command. It reports an error as a ``CommandError``; a closure that throws one is
  /// written `{ front, arguments throws(CommandError) in … }`.
  public typealias Action = (TextFront, Arguments) async throws(CommandError) -> Void

  /// The first word.
  public let name: String
  /// Other words for the name.
  public let aliases: [String]
  /// How to write the command: "tap BUTTON", "open SCREEN [ID]".
  public let usage: String
  /// A line that uses the command, for `help`.
  public let example: String?
  /// What the command does, for `help`.
  public let about: LocalizedText

  let action: Action
  private let wordCount: ClosedRange<Int>
  let takesText: Bool
  /// The arguments as the usage calls them, without brackets.
  let argumentNames: [String]

  /// A command.
  ///
  /// - Parameters:
  ///   - usage: the name, and a word for each argument. Those in brackets come last, and may be left out. A user may write
  ///     an argument in double quotes, with blanks in it.
  ///   - aliases: other words for the name.
  ///   - takesText: whether the last argument in `usage` is a text: all that follows the words, which may be nothing.
  ///   - example: a line that uses the command, for `help`. An argument that stands for a control needs none.
  ///   - about: what the command does, for `help`.
  ///   - action: what runs when the user enters the command.
  public init(
    _ usage: String, aliases: [String] = [], takesText: Bool = false, example: String? = nil, _ about: LocalizedText,
    action: @escaping Action
  ) {
    let words = usage.split(separator: " ")
    let arguments = words.dropFirst()
    let counted = arguments.dropLast(takesText ? 1 : 0)
    name = words.first.map(String.init) ?? ""
    wordCount = counted.count { $0.first != "[" }...counted.count
    argumentNames = arguments.map { $0.trimmingPrefix("[").prefix { $0 != "]" } }.map(String.init)
    self.usage = usage
    self.aliases = aliases
    self.takesText = takesText
    self.example = example
    self.about = about
    self.action = action
  }

  /// The arguments in the rest of a line.
  func arguments(in rest: Substring) throws(CommandError) -> Arguments {
    var (rest, arguments) = (rest, Arguments())
    while arguments.words.count < wordCount.upperBound, let word = rest.popArgument() { arguments.words.append(word) }
    let text = rest.dropFirst()
    if takesText, !text.isEmpty { arguments.text = String(text) }
    guard wordCount.contains(arguments.words.count), takesText || rest.popWord() == nil else {
      throw CommandError(Words.text("Usage: \(usage)"))
    }
    return arguments
  }
}

extension [Command] {
  /// Reads a line. A line of blanks, and a comment behind a `#`, has no command.
  ///
  /// - Throws: a ``CommandError`` if the command is unknown, or its arguments are wrong.
  @MainActor public func parse(_ line: String) throws(CommandError) -> (command: Command, arguments: Command.Arguments)?
  {
    var rest = line[...]
    guard let word = rest.popWord(), word.first != "#" else { return nil }
    let command = try command(word)
    return (command, try command.arguments(in: rest))
  }

  /// The command that a word stands for.
  @MainActor func command(_ word: String) throws(CommandError) -> Command {
    if let command = first(where: { $0.aliases.contains(word.lowercased()) }) { return command }
    let names = NameMatcher(kind: Words.text("command"), names: map(\.name))
    do throws(CommandError) {
      let name = try names.match(word)
      if let command = first(where: { $0.name == name }) { return command }
    } catch {
      // The beginning of another word for a command.
      let matches = filter { $0.aliases.contains { $0.hasPrefix(word.lowercased()) } }
      guard matches.count == 1 else {
        // Their list would be longer than what there is room for.
        guard names.matches(word).isEmpty, names.suggestion(for: word) == nil, contains(where: { $0.name == "help" })
        else { throw error }
        throw CommandError(Words.text("There is no such command. \"help\" lists them."))
      }
      return matches[0]
    }
    throw CommandError(Words.text("There is no such command."))
  }
}
