import FrontOptions
import JSONRPC

/// What the command line asks for.
struct Options: Equatable {
  /// What to do.
  enum Task: Equatable {
    case run, openRPC, help, version
    /// Run a recorded session again.
    case replay(file: String)
  }

  var task = Task.run
  var framing = Framing.lines
  var backend = BackendOptions()
  /// Where to write the session down.
  var recording: String?
  /// Whether to tell of each message on the standard error.
  var logs = false

  /// The options without any argument.
  init() {}

  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: an `OptionError` that tells the first wrong one.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": task = .help
      case "--version": task = .version
      case "--openrpc": task = .openRPC
      case "--framing":
        guard let known = rest.popFirst().flatMap(Framing.init(rawValue:)) else {
          throw OptionError("--framing takes \"lines\", \"headers\" or \"auto\".")
        }
        framing = known
      case "--log": logs = true
      case "--record": recording = try Self.file(argument, &rest)
      case "--replay": task = .replay(file: try Self.file(argument, &rest))
      default:
        guard try backend.take(argument, &rest) else {
          throw OptionError("There is no such option. --help lists those that there are.")
        }
      }
    }
    switch task {
    case .run: try backend.check()
    case .replay where self != Options(task): throw OptionError("--replay takes all other options from the recording.")
    default: break
    }
  }

  private init(_ task: Task) { self.task = task }

  private static func file(_ option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
    guard let path = rest.popFirst(), !path.isEmpty else { throw OptionError("\(option) needs a file.") }
    return path
  }

  /// What the program is called, on the wire as well.
  static let name = "tributary-stdio"
  /// The program's version, on the wire as well.
  static let number = "0.1.0"
  /// The version, as `--version` prints it.
  static let version = "\(name) \(number)"

  /// The text of `--help`.
  static let help = """
    Usage: \(name) [OPTIONS]

    Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends.

    Options:
      --framing FRAMING   "lines" (the default), "headers" as in LSP, or "auto": as the first message comes
      --backend mock|URL  the backend: in memory (the default), or an HTTP server
      --latency MS        how slow the mock's answers are, in milliseconds
      --fail WHAT         what the mock fails at: \(BackendOptions.failureNames);
                          "balance:2" is its second call only, "purchase:1:lost" loses the answer to the first
      --timeout SECONDS   how long a server may take to answer; 30 if not set
      --log               tell of each message on the standard error: its method, size and time, never its content
      --record FILE       write the session into a file that is not there yet, without its secrets
      --replay FILE       run a recorded session again, and name the first frame that differs
      --openrpc           print the OpenRPC document, which "rpc.discover" answers as well
      --help              print this text
      --version           print the version

    The exit code is 0 after the end of the input, a signal, or "shutdown" and "exit"; 1 after "exit" alone, or when
    the input cannot be read, the output cannot be written, or the framing is lost; 2 for wrong options, or a recording
    that cannot be written or read; 3 when replies are lost, as 64 MiB of them are not read, or at the end nothing is
    read for 2 s. Of a replay it is 0 if all frames are equal, 1 if one differs, and 4 if the recording is cut off.
    """
}
