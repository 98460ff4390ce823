import Programs
import Services

/// What the command line asks for.
struct SampleOptions {
  static let usage = """
    usage: sample-backend [PORT] [--latency MS] [--fail WHAT]

    Serves Modules/Services/HTTP/openapi.yaml on 127.0.0.1, port 8080 if none is given.

      --latency MS   how long answers are held back, in milliseconds
      --fail WHAT    which calls fail: \(BackendOptions(operations: MockWorld.serviceNames).failureNames);
                     "balance:2" is the second call only, "purchase:1:lost" carries the first purchase out and
                     breaks the connection before the answer
      --help         print this text
    """

  var port: UInt16 = 8080
  var backend = BackendOptions(operations: MockWorld.serviceNames)
  var showsHelp = false

  /// Reads the arguments behind the program's name.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = CommandLineArguments(arguments)
    var hasPort = false
    while let argument = try arguments.next() {
      switch argument {
      case "--help", "-h": showsHelp = true
      case "--latency", "--fail": _ = try backend.read(argument, &arguments)
      default:
        guard !argument.hasPrefix("-") else { throw OptionError("Unknown option \(argument).") }
        guard !hasPort, let port = UInt16(argument) else { throw OptionError("PORT is one number from 0 to 65535.") }
        self.port = port
        hasPort = true
      }
    }
  }
}
