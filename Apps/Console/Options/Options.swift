import FrontOptions

/// What the command line asks for.
struct Options: Equatable {
  /// What to do.
  enum Task: Equatable {
    case run, help, version
  }

  var task = Task.run
  /// The options that every front has.
  var session = SessionOptions()
  /// Plain lines, whatever the output is.
  var plain = false
  /// Whether a failed command makes the exit code 1.
  var strict = false

  /// The options without any argument.
  init() {}

  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: an `OptionError` that tells the first wrong one.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = CommandLineArguments(arguments)
    while let argument = try arguments.next() {
      switch argument {
      case "--help", "-h": task = .help
      case "--version": task = .version
      case "--plain": plain = true
      case "--strict": strict = true
      default:
        guard try session.read(argument, &arguments) else { throw OptionError.unknown(argument) }
      }
    }
    if task == .run { try session.check(isAlone: !plain && !strict) }
  }

  /// The style for an output: colours need a terminal at both ends, and nobody who asks for none.
  func style(inputIsTerminal: Bool, outputIsTerminal: Bool, environment: [String: String]) -> Style {
    // NB: https://no-color.org: set, and not empty.
    let wantsNoColor = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return inputIsTerminal && outputIsTerminal && !plain && !wantsNoColor ? .terminal : .plain
  }

  /// The version, as `--version` prints it.
  static let version = "tributary-console 0.1.0"

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
    app is at rest. The exit code is 0 after "quit" or the end of the input, and 2 for wrong options.
    """
}

extension OptionError {
  /// An option that there is not.
  static func unknown(_ argument: String) -> OptionError {
    let known = [
      "backend", "fail", "help", "latency", "now", "plain", "record", "replay", "seed", "strict", "time-zone", "timeout",
      "version",
    ]
    let nearest = Names(kind: "option", all: known).nearest(to: String(argument.drop { $0 == "-" }))
    return OptionError("There is no such option. Did you mean --\(nearest ?? "help")?")
  }
}
