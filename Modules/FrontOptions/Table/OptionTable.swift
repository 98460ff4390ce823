/// The options of a program, and what its help says beside them.
///
/// ```swift
/// let front = Front("library", version: "1.0", about: "Shows a library.", app: .library)
/// let table = front.options(own: [CommandOption("--dark", "draw on a dark ground")])
/// print(table.help)
/// ```
///
/// A program that has options of its own reads them beside those of the table:
///
/// ```swift
/// let front = Front("library", version: "1.0", app: .library)
/// let table = front.options(own: [CommandOption("--dark", "draw on a dark ground")])
/// var session = SessionOptions(operations: front.app.operations)
/// var isDark = false
/// var arguments = CommandLineArguments(CommandLine.arguments.dropFirst())
/// while let option = try arguments.next() {
///   if let text = try table.text(for: option, &arguments) {
///     print(text)
///     break
///   }
///   switch option {
///   case "--dark": isDark = true
///   default: guard try session.read(option, &arguments) else { throw table.unknown(option) }
///   }
/// }
/// ```
public struct OptionTable: Equatable, Sendable {
  /// A paragraph below the options.
  public struct Section: Equatable, Sendable {
    /// The heading in the manual page.
    public let title: String
    /// The paragraph, in a line.
    public let text: String

    /// A paragraph.
    public init(_ title: String, _ text: String) {
      self.title = title
      self.text = text
    }
  }

  /// The name of the program.
  public let program: String
  /// The version of the program.
  public let version: String
  /// What the program does, in a sentence or more; empty if there is nothing to tell.
  public let about: String
  /// What follows the program's name: `[OPTIONS]`.
  public let arguments: String
  /// Whether an argument that is not an option is a file.
  public let takesFiles: Bool
  /// The options.
  public let options: [CommandOption]
  /// What is below the options.
  public let sections: [Section]

  /// A table.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more.
  ///   - arguments: What follows the program's name.
  ///   - takesFiles: Whether an argument that is not an option is a file.
  ///   - options: The options, without those of ``CommandOption/standard``, which every table has.
  ///   - sections: What is below the options.
  public init(
    _ program: String, version: String, about: String = "", arguments: String = "[OPTIONS]", takesFiles: Bool = false,
    options: [CommandOption], sections: [Section] = []
  ) {
    self.program = program
    self.version = version
    self.about = about
    self.arguments = arguments
    self.takesFiles = takesFiles
    self.options = options + CommandOption.standard
    self.sections = sections
  }

  /// The name and the version.
  public var title: String { "\(program) \(version)" }

  /// What an option prints in place of a session: the help, the version, completions or a manual page.
  ///
  /// - Returns: the text; `nil` for any other option.
  /// - Throws: an `OptionError` if the shell is missing or unknown.
  public func text(for option: String, _ arguments: inout CommandLineArguments) throws(OptionError) -> String? {
    switch option {
    case "--help", "-h": return help
    case "--version": return title
    case "--man": return manualPage
    case "--completions":
      guard let shell = Shell(rawValue: (try? arguments.value()) ?? "") else {
        throw OptionError("--completions takes \(Shell.list).")
      }
      return completions(shell)
    default: return nil
    }
  }

  /// The error for an option that the program does not have, with the nearest one that it has.
  public func unknown(_ option: String) -> OptionError { .unknown(option, known: options.map(\.name)) }

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
      "Usage: \(program) \(arguments)", "Options, as --name value or --name=value:\n" + lines.joined(separator: "\n"),
    ]
    if !about.isEmpty { parts.insert(Self.paragraph(about), at: 1) }
    return (parts + sections.map { Self.paragraph($0.text) }).joined(separator: "\n\n")
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
