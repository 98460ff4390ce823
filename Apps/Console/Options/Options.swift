import FrontOptions
import TextUI

/// The options of the command line.
struct Options: Equatable {
  /// What to do.
  enum Task: Equatable {
    case run, help, version
  }

  var task = Task.run
  var backend = BackendOptions()
  /// Plain lines, whatever the output is.
  var plain = false
  /// Whether a failed command makes the exit code 1.
  var strict = false

  /// The options without arguments.
  init() {}

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: an `OptionError` for the first wrong argument.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": task = .help
      case "--version": task = .version
      case "--plain": plain = true
      case "--strict": strict = true
      default:
        guard try backend.take(argument, &rest) else { throw OptionError.unknown(argument) }
      }
    }
    if task == .run { try backend.check() }
  }

  /// The version, as `--version` prints it.
  static let version = "tributary-console 0.1.0"

  /// The text of `--help`.
  static let help = """
    Usage: tributary-console [OPTIONS]

    Drives the app by commands, one a line, from the standard input. "help" lists them.

    Options:
      --backend mock|URL  the backend: in memory (the default), or an HTTP server
      --latency MS        how slow the mock's answers are, in milliseconds
      --fail WHAT         what the mock fails at: \(BackendOptions.failureNames);
                          "balance:2" is its second call only, "purchase:1:lost" loses the answer to the first
      --timeout SECONDS   how long a server may take to answer; 30 if not set
      --plain             plain lines: no prompt, no colour
      --strict            exit with 1 if a command failed
      --help              print this text
      --version           print the version

    Plain lines are also what a pipe gets, and a terminal where NO_COLOR is set. Then each command waits until the
    app is at rest. The exit code is 0 after "quit" or the end of the input, and 2 for wrong options.
    """
}

extension OptionError {
  /// The error for an unknown option.
  static func unknown(_ argument: String) -> OptionError {
    let known = ["backend", "fail", "help", "latency", "plain", "strict", "timeout", "version"]
    let nearest = NameMatcher(kind: "option", names: known).suggestion(for: String(argument.drop { $0 == "-" }))
    return OptionError("There is no such option. Did you mean --\(nearest ?? "help")?")
  }
}
