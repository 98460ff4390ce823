public import Words

/// The options of a program, and what its help says beside them.
///
/// ```swift
/// let dark = CommandOption("--dark", "draw on a dark ground")
/// let front = Front("library", version: "1.0", about: "Shows a library.", app: .library, own: [dark])
/// print(front.options.help)
/// ```
public struct OptionTable: Equatable, Sendable {
  /// A paragraph below the options.
  public struct Section: Equatable, Sendable {
    /// The heading in the manual page.
    public let title: LocalizedText
    /// The paragraph, in a line.
    public let text: LocalizedText

    /// A paragraph, in words that are shown as they are.
    public init(_ title: String, _ text: String) {
      self.init(LocalizedText(verbatim: title), LocalizedText(verbatim: text))
    }

    /// A paragraph, in texts of the catalogues.
    @_disfavoredOverload public init(_ title: LocalizedText, _ text: LocalizedText) {
      self.title = title
      self.text = text
    }
  }

  /// The name of the program.
  public let program: String
  /// The version of the program.
  public let version: String
  /// What the program does, in a sentence or more; empty if there is nothing to tell.
  public var about: String { summaryText.description }
  /// What follows the program's name: `[OPTIONS]`.
  public let arguments: String
  /// Whether an argument that is not an option is a file.
  public let takesFiles: Bool
  /// The options: those of the program, those of a session, and those that print a text.
  public var options: [CommandOption] {
    saidOptions ?? own + (session?.declared ?? []) + (printsTexts ? CommandOption.standard : [])
  }
  /// What is below the options.
  public private(set) var sections: [Section]

  /// The options that the program alone has.
  let own: [CommandOption]
  /// The session, whose options are declared when a text is made of them: a start needs none.
  private let session: SessionOptions?
  private let printsTexts: Bool
  /// The options in a language; `nil` before ``said(in:)``.
  private var saidOptions: [CommandOption]?
  private var summaryText: LocalizedText
  /// What stands before the usage, before the options, and in the manual page before the options.
  var phrases = [
    Words.text("Usage:"), Words.text("Options, as --name value or --name=value:"),
    Words.text("A value follows its option behind a blank or an equals sign."), Words.text("print the usage"),
  ]

  /// A table.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more.
  ///   - arguments: What follows the program's name.
  ///   - takesFiles: Whether an argument that is not an option is a file.
  ///   - own: The options that the program alone has.
  ///   - session: A session without options, which says which ones there are; `nil` if the program has no session.
  ///   - sections: What is below the options.
  ///   - printsTexts: Whether the program has the options of ``CommandOption/standard``.
  package init(
    _ program: String, version: String, about: LocalizedText = LocalizedText(verbatim: ""),
    arguments: String = "[OPTIONS]", takesFiles: Bool = false,
    own: [CommandOption] = [], session: SessionOptions?, sections: [Section] = [], printsTexts: Bool = true
  ) {
    self.program = program
    self.version = version
    summaryText = about
    self.arguments = arguments
    self.takesFiles = takesFiles
    self.own = own
    self.sections = sections
    self.session = session
    self.printsTexts = printsTexts
  }

  /// The table in a language.
  package func said(in words: Words) -> OptionTable {
    func said(_ text: LocalizedText) -> LocalizedText { LocalizedText(verbatim: words.string(text)) }
    var table = self
    table.summaryText = said(summaryText)
    table.saidOptions = options.map { $0.said(in: words) }
    table.sections = sections.map { Section(said($0.title), said($0.text)) }
    table.phrases = phrases.map(said)
    return table
  }

  /// Reads a command line: the one loop over options.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - words: The texts in the language of what is printed.
  ///   - session: Receives the options of a session.
  ///   - own: Reads the program's own options, and with an empty name a file. It returns a text to print in place of a
  ///     session, or `nil`.
  /// - Returns: The text to print, the last if several options ask for one; and whether each option goes with a replay.
  /// - Throws: An `OptionError` that names the first wrong option.
  package func read(
    _ arguments: some Sequence<String>, in words: @autoclosure () -> Words = .english,
    into session: inout SessionOptions,
    own read: (_ option: String, _ value: String) throws(OptionError) -> String?
  ) throws(OptionError) -> (text: String?, isReplayable: Bool) {
    var arguments = CommandLineArguments(arguments)
    var text: String?
    var isReplayable = true
    while let word = try arguments.next() {
      if printsTexts, let standard = try self.text(for: word, in: words(), &arguments) {
        text = standard
      } else if let option = own.first(where: { word == $0.name || word == $0.alias }) {
        if !option.goesWithReplay { isReplayable = false }
        text = try read(option.name, try option.readValue(&arguments)) ?? text
      } else if takesFiles, !word.hasPrefix("-") {
        isReplayable = false
        text = try read("", word) ?? text
      } else if try !session.read(word, &arguments) {
        throw unknown(word)
      }
    }
    return (text, isReplayable)
  }

  /// The name and the version.
  public var title: String { "\(program) \(version)" }

  /// What an option prints in place of a session: the help, the version, completions or a manual page.
  ///
  /// - Returns: the text; `nil` for any other option.
  /// - Throws: an `OptionError` if the shell is missing or unknown.
  package func text(
    for option: String, in words: @autoclosure () -> Words = .english, _ arguments: inout CommandLineArguments
  ) throws(OptionError) -> String? {
    switch option {
    case "--help", "-h": return said(in: words()).help
    case "--version": return title
    case "--man": return said(in: words()).manualPage
    case "--completions":
      guard let shell = Shell(rawValue: (try? arguments.value()) ?? "") else {
        throw OptionError(Words.text("--completions takes \(Shell.list)."))
      }
      return said(in: words()).completions(shell)
    default: return nil
    }
  }

  /// The error for an option that the program does not have, with the nearest one that it has.
  package func unknown(_ option: String) -> OptionError { .unknown(option, known: options.map(\.name)) }

  /// The text of `--help`, in lines of at most 80 columns.
  public var help: String {
    let widest = options.map(\.usage.count).filter { $0 <= Self.widestUsage }.max() ?? 0
    let indent = String(repeating: " ", count: 4 + widest)
    let lines = options.flatMap { option -> [String] in
      let texts = option.about.wrapped(to: Self.columns - indent.count)
      let usage = "  " + option.usage
      guard usage.count + 2 <= indent.count else { return [usage] + texts.map { indent + $0 } }
      let padding = String(repeating: " ", count: indent.count - usage.count)
      return [usage + padding + (texts.first ?? "")] + texts.dropFirst().map { indent + $0 }
    }
    var parts = [
      "\(phrases[0]) \(program) \(arguments)", "\(phrases[1])\n" + lines.joined(separator: "\n"),
    ]
    if !about.isEmpty { parts.insert(Self.paragraph(about), at: 1) }
    return (parts + sections.map { Self.paragraph($0.text.description) }).joined(separator: "\n\n")
  }

  private static let columns = 80
  /// A longer option has a line of its own above its text.
  private static let widestUsage = 20

  private static func paragraph(_ text: String) -> String { text.wrapped(to: columns).joined(separator: "\n") }
}

extension String {
  /// The words in lines of at most this length. A word that is longer has a line of its own.
  func wrapped(to length: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= length {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
