import FrontOptions
import TextUI

/// The options of the command line.
struct Options {
  /// What to do.
  enum Task {
    case run, help, version
  }

  var task = Task.run
  /// The options that every front has.
  var session = SessionOptions()
  /// Plain lines, whatever the output is.
  var plain = false
  /// Whether a failed command makes the exit code 1.
  var strict = false

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: an `OptionError` for the first wrong argument.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = CommandLineArguments(arguments)
    while let option = try arguments.next() {
      switch option {
      case "--help", "-h": task = .help
      case "--version": task = .version
      case "--plain": plain = true
      case "--strict": strict = true
      default:
        guard try session.read(option, &arguments) else { throw OptionError.unknown(option) }
      }
    }
    if task == .run { try session.check(isAlone: !plain && !strict) }
  }

  /// The program's name.
  static let name = "tributary-console"
  /// The version, as `--version` prints it.
  static let version = "\(name) 0.1.0"

  /// The text of `--help`.
  static let help = """
    Usage: tributary-console [OPTIONS]

    Drives the app by commands, one a line, from the standard input. "help" lists them.

    Options:
    \(SessionOptions.help)
      --plain             plain lines: no prompt, no colour
      --strict            exit with 1 if a command failed
      --help              print this text
      --version           print the version

    Plain lines are also what a pipe gets, and a terminal where NO_COLOR is set. Then each command waits until the
    app is at rest. The exit code is 0 after "quit" or the end of the input, and 2 for wrong options. Of a
    replay it is 0 if all is equal, 1 if a line differs, and 4 if the recording is cut off.
    """
}

extension OptionError {
  /// The error for an unknown option.
  static func unknown(_ argument: String) -> OptionError {
    let known = [
      "backend", "fail", "help", "latency", "now", "plain", "record", "replay", "seed", "strict", "time-zone",
      "timeout",
      "version",
    ]
    let name = argument.drop { $0 == "-" }
    let nearest =
      name == argument[...] ? nil : NameMatcher(kind: "option", names: known).suggestion(for: String(name))
    return OptionError("There is no such option. Did you mean --\(nearest ?? "help")?")
  }
}
