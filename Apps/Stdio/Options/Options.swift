import ClientGenerator
import FrontOptions
import ScreenServer
import Serving
import ViewModels

/// The options that this server alone has.
struct Options: Equatable {
  /// How the app is served.
  var serving = ServingOptions()

  /// Reads an option.
  ///
  /// - Returns: the document that it asks for in place of a session.
  /// - Throws: an `OptionError` if the option does not take the value.
  @MainActor mutating func read(_ option: String, _ value: String) throws(OptionError) -> String? {
    let (screens, services) = (AppCore.screens, Self.front.app.services)
    switch option {
    case "--openrpc":
      return ScreenServer.openRPC(
        name: Self.name, version: Self.number, screens: screens, services: services, questions: Self.front.app.questions
      ).text
    case "--schema":
      return ScreenServer.schema(name: Self.name, version: Self.number, screens: screens, services: services).text
    case "--screens": return ScreenReference(of: screens, command: "\(Self.name) --screens").text
    case "--client":
      return ClientLanguage(rawValue: value)?
        .client(of: screens, services: services, name: Self.name, version: Self.number)
    default: _ = try serving.read(option, value)
    }
    return nil
  }

  /// What the program is called, on the wire as well.
  static let name = "tributary-stdio"
  /// The program's version, on the wire as well.
  static let number = "0.1.0"
  /// The program.
  static let front = Front(
    name, version: number,
    about: Words.text("Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends."),
    app: .tributary, hasClient: true,
    own: ServingOptions.declared(.standardStreams) + [
      CommandOption(
        "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)),
        Words.text("print a client for \"python\", \"typescript\" or \"swift\": one file, without dependencies")),
      CommandOption("--openrpc", Words.text("print the OpenRPC document, which \"rpc.discover\" answers as well")),
      CommandOption("--schema", Words.text("print the JSON Schemas of states, events and operations, as one document")),
      CommandOption("--screens", Words.text("print what each screen shows and takes, as Markdown")),
    ],
    sections: [
      .init(
        Words.text("Exit status"),
        Words.text(
          """
          The exit code is 0 after the end of the input, a signal, or "shutdown" and "exit"; 1 after "exit" alone, or when \
          the input cannot be read, the output or the recording cannot be written, or the framing is lost; 2 for wrong options, a recording \
          that cannot be written or read, a folder of "--state" or a path of "--listen" that cannot be used, or a path of \
          "--attach" at which no process listens; 3 when \
          replies are lost because 64 MiB of them wait unread, or because nothing is read for 2 s at the end. Of a replay \
          it is 0 if all states are equal, 1 if one differs, and 4 if the recording is cut off.
          """))
    ])
}

extension JSON {
  /// The document as text.
  fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
