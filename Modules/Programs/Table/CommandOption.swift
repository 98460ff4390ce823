public import Words

/// An option of a program, declared once: the help, the suggestions, the completions of shells and the manual page are made
/// from it.
///
///     let sort = CommandOption("--sort", .choice("ORDER", ["title", "author"]), "how books are sorted")
public struct CommandOption: Equatable, Sendable {
  /// What follows an option. Each value has a name, which the help shows in its place.
  public enum Value: Equatable, Sendable {
    /// Nothing.
    case none
    /// Nothing, or a text behind an equals sign: `--json`, `--json=title`.
    case optional(String)
    /// Any text. Completions suggest these.
    case text(String, suggestions: [String] = [])
    /// One of these words.
    case choice(String, [String])
    /// The path of a file.
    case file(String)
    /// The path of a folder.
    case folder(String)

    /// The name of the value; `nil` if there is none.
    public var name: String? {
      switch self {
      case .none, .optional: nil
      case .text(let name, _), .choice(let name, _), .file(let name), .folder(let name): name
      }
    }

    /// The words that completions suggest.
    var words: [String] {
      switch self {
      case .text(_, let words), .choice(_, let words): words
      case .none, .optional, .file, .folder: []
      }
    }
  }

  /// The name with its dashes: `--sort`, or `-c`.
  public let name: String
  /// Another name with its dashes.
  public let alias: String?
  /// What follows the option.
  public let value: Value
  /// Whether the option may be given several times.
  public let isRepeated: Bool
  /// Whether a session with the option may be a replay.
  public let goesWithReplay: Bool
  /// What the option does, in words that begin with a small letter and end without a period. Completions show what comes
  /// before the first semicolon.
  public var about: String { text.description }

  /// The same as a text of the catalogues.
  public let text: LocalizedText

  /// An option, described in words that are shown as they are.
  ///
  /// - Parameters:
  ///   - name: The name with its dashes.
  ///   - alias: Another name with its dashes.
  ///   - value: What follows the option.
  ///   - isRepeated: Whether the option may be given several times.
  ///   - goesWithReplay: Whether a session with the option may be a replay.
  ///   - about: What the option does.
  public init(
    _ name: String, alias: String? = nil, _ value: Value, isRepeated: Bool = false, goesWithReplay: Bool = false,
    _ about: String
  ) {
    self.init(
      name, alias: alias, value, isRepeated: isRepeated, goesWithReplay: goesWithReplay, LocalizedText(verbatim: about))
  }

  /// An option, described by a text of the catalogues: `CommandOption("--list", Words.text("print a list"))`.
  @_disfavoredOverload public init(
    _ name: String, alias: String? = nil, _ value: Value, isRepeated: Bool = false, goesWithReplay: Bool = false,
    _ text: LocalizedText
  ) {
    self.name = name
    self.alias = alias
    self.value = value
    self.isRepeated = isRepeated
    self.goesWithReplay = goesWithReplay
    self.text = text
  }

  /// An option without a value, described by a text of the catalogues.
  @_disfavoredOverload public init(
    _ name: String, alias: String? = nil, goesWithReplay: Bool = false, _ text: LocalizedText
  ) {
    self.init(name, alias: alias, .none, goesWithReplay: goesWithReplay, text)
  }

  /// The option in a language.
  func said(in words: Words) -> CommandOption {
    CommandOption(
      name, alias: alias, value, isRepeated: isRepeated, goesWithReplay: goesWithReplay,
      LocalizedText(verbatim: words.string(text)))
  }

  /// An option without a value, described in words that are shown as they are.
  ///
  /// - Parameters:
  ///   - name: The name with its dashes.
  ///   - alias: Another name with its dashes.
  ///   - goesWithReplay: Whether a session with the option may be a replay.
  ///   - about: What the option does.
  public init(_ name: String, alias: String? = nil, goesWithReplay: Bool = false, _ about: String) {
    self.init(name, alias: alias, .none, goesWithReplay: goesWithReplay, LocalizedText(verbatim: about))
  }

  /// The options that print a text in place of a session.
  public static let standard = [
    CommandOption(
      "--completions", .choice("SHELL", Shell.allCases.map(\.rawValue)),
      Words.text("print completions for \(Shell.list)")),
    CommandOption("--man", Words.text("print a manual page, for man")),
    CommandOption("--help", alias: "-h", Words.text("print this text")),
    CommandOption("--version", Words.text("print the version")),
  ]

  /// The name and the name of the value.
  var usage: String {
    if case .optional(let text) = value { return "\(name)[=\(text)]" }
    return value.name.map { "\(name) \($0)" } ?? name
  }

  /// Reads the value that follows the option; an empty text if it has none.
  ///
  /// - Throws: an `OptionError` that names the option, if the value is missing or is not one of a choice.
  func readValue(_ arguments: inout CommandLineArguments) throws(OptionError) -> String {
    switch value {
    case .none: return ""
    case .optional: return try arguments.takeAttachedValue()
    case .folder: return try arguments.value(Words.text("a folder"))
    case .text(let name, _), .file(let name):
      return try arguments.value(LocalizedText(english: name.lowercased().withArticle))
    case .choice(_, let words):
      if let word = try? arguments.value(), words.contains(word) { return word }
      throw OptionError(Words.text("\(name) takes \(words.map { "\"\($0)\"" }.inWords)."))
    }
  }

  /// What the option does, in a few words.
  var summary: String { String(about.prefix { $0 != ";" }) }
}

/// A shell that ``OptionTable/completions(_:)`` knows.
public enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The shells in words.
  static var list: LocalizedText { allCases.map(\.rawValue).inWords }
}

extension [String] {
  /// The texts with commas and an "or" between them.
  fileprivate var inWords: LocalizedText {
    guard let last, count > 1 else { return LocalizedText(verbatim: first ?? "") }
    return Words.text("\(dropLast().joined(separator: ", ")) or \(last)")
  }
}

extension String {
  /// The noun with its article.
  fileprivate var withArticle: String { (first.map("aeio".contains) == true ? "an " : "a ") + self }
}
