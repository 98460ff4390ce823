import ClientGenerator
import FrontOptions
import ScreenServer
import Serving
import ViewModels

/// The options that this server alone has.
struct Options: Equatable {
  /// How the app is served.
  var serving = ServingOptions()
  /// The language of the client to print.
  private var client: ClientLanguage?
  /// Where the store of the web front is, for types without a client.
  private var storePath: String?

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
    case "--client", "--import":
      if option == "--client" { client = ClientLanguage(rawValue: value) } else { storePath = value }
      if let storePath {
        guard let client else { return nil }
        guard client == .typescript else { throw OptionError(Words.text("--import goes with --client typescript.")) }
        return StoreTypes.source(of: Self.front.app, name: Self.name, version: Self.number, import: storePath)
      }
      return client?.client(of: screens, services: services, name: Self.name, version: Self.number)
    default: _ = try serving.read(option, value)
    }
    return nil
  }

  /// Checks that the options go together.
  @MainActor func check(_ session: SessionOptions) throws(OptionError) {
    guard storePath == nil else { throw OptionError(Words.text("--import goes with --client typescript.")) }
    try serving.check(session, .standardStreams)
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
      CommandOption(
        "--import", .text("PATH"),
        Words.text(
          "with --client typescript, print the types of the screens alone, for the store of the web front at PATH, such as ./store.js"
        )),
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
