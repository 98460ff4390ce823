import FrontOptions
import StandardIO
import TextUI
import ViewModels

/// The options of the command line.
struct Options {
  /// What to do.
  enum Task: Equatable {
    case run
    case print(String)
  }

  var task = Task.run
  /// The options that every front has.
  var session = SessionOptions(operations: AppDefinition.tributary.operations)
  /// Plain lines, whatever the output is.
  var plain = false
  /// An object of JSON a line, for other programs.
  var json = false
  /// The commands of the command line.
  var commands: [String] = []
  /// The file with commands.
  var script: String?
  /// Whether the first command that fails ends the program, with exit code 1.
  var strict = false

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: an `OptionError` for the first wrong argument.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = CommandLineArguments(arguments)
    while let option = try arguments.next() {
      if let text = try Self.table.text(for: option, &arguments) {
        task = .print(text)
        continue
      }
      switch option {
      case "--plain": plain = true
      case "--json": json = true
      case "--strict": strict = true
      case "-c": commands.append(try arguments.value("a command"))
      case let file where !file.hasPrefix("-"):
        guard script == nil else { throw OptionError("There can be one script, and \(file) is another one.") }
        script = file
      default:
        guard try session.read(option, &arguments) else { throw Self.table.unknown(option) }
      }
    }
    guard task == .run else { return }
    if let script, !commands.isEmpty { throw OptionError("-c and the script \(script) do not go together.") }
    if json, session.recording != nil || session.replay != nil {
      throw OptionError("--json goes without --record and --replay: a recording has the lines for people.")
    }
    try session.check(isAlone: !strict && commands.isEmpty && script == nil)
  }

  /// Opens the script; `nil` if there is none.
  func openScript() throws(OptionError) -> Descriptor? {
    guard let script, task == .run else { return nil }
    do throws(IOFailure) {
      let file = try Descriptor.openFile(script)
      // A folder can be opened.
      _ = try file.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
      return file
    } catch {
      throw OptionError("\(script) cannot be read: \(error.systemMessage ?? "it is not a file").")
    }
  }

  /// The program's name.
  static let name = "tributary-console"
  /// The program.
  static let front = Front(
    name, version: "0.1.0",
    about: """
      Drives the app by commands, one a line, from the standard input or a script. "help" lists them; a line that begins \
      with "#" is a comment.
      """, app: .tributary)
  /// The options.
  static let table = front.options(
    arguments: "[OPTIONS] [SCRIPT | -c COMMAND ...]", takesFiles: true,
    own: [
      CommandOption(
        "-c", .choice("COMMAND", Command.names), isRepeated: true, "run a command and end; may be repeated"),
      CommandOption("--plain", "plain lines: no prompt, no colour"),
      CommandOption("--json", "each state as an object of JSON in a line, for other programs"),
      CommandOption("--strict", "end with the first command that fails, with exit code 1"),
    ],
    sections: [
      .init(
        "Terminal",
        """
        In a terminal, lines are edited as in a shell: Tab completes, Up and Control-R find earlier lines, and Control-C \
        drops the line. Secrets are asked for. If NO_COLOR is set, lines have no colour; if TERM is "dumb", neither \
        colour nor prompt. In a pipe, in a script and with --plain, each command waits until the app is idle. Errors of \
        commands go to the standard error.
        """),
      .init(
        "Scripts",
        """
        A script and the commands of -c end with the first command that fails, and "expect TEXT" fails if the screen \
        does not show the text, so a script is a test. A pipe without --strict and a prompt go on.
        """),
      .init(
        "Exit status",
        """
        The exit code is 0 after "quit" or the end of the input; 1 if a command ended the program, or when the output \
        or the recording cannot be written; 2 for wrong options, a script that cannot be read, a recording that cannot be written or \
        read, or a folder of "--state" that cannot be used. Of a replay it is 0 if all is equal, 1 if a line differs, \
        and 4 if the recording is cut off. A signal ends the program: a shell shows 130 after SIGINT, 143 after SIGTERM.
        """),
    ])
}
