import Foundation
public import Programs
public import Screens
import Transports
public import Words

/// A program that serves an app to a program at its standard streams, or to the connections of a socket, with the options of every
/// server.
///
/// ```swift
/// ServerProgram("library-stdio", version: "1.0", about: "Serves a library.", app: app).main()
/// ```
public struct ServerProgram: Sendable {
  /// What a command line says.
  package struct Options: Equatable, Sendable {
    /// How the app is served.
    package var serving = ServingOptions()
    /// The values of the options that print a document, by their names.
    var values: [String: String] = [:]

    package init() {}
  }

  private let name: String
  private let documents: [Document]
  private let makeFront: @Sendable () -> Front

  /// A program. A client of it may answer operations of the app, as `--backend client` says.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more for `--help`.
  ///   - app: The app. It is made when the program runs.
  ///   - documents: What the program prints for options of its own, beside a client, the schemas and the reference of the screens.
  public init(
    _ name: String, version: String, about: LocalizedText = "",
    app: @escaping @autoclosure @Sendable () -> AppDefinition, documents: [Document] = []
  ) {
    let documents = Document.standard + documents
    self.name = name
    self.documents = documents
    makeFront = {
      Front(
        name, version: version, about: about, app: app(), hasClient: true,
        own: ServingOptions.declared(.standardStreams) + documents.flatMap(\.options), sections: [Self.exitStatus])
    }
  }

  /// The name of the program, its app, its options and its help.
  public var front: Front { makeFront() }

  /// Reads the command line, serves until the process ends, and ends it with the code that `--help` explains.
  ///
  /// Call it from the top level of a program that awaits nothing.
  ///
  /// - Parameter arguments: The arguments behind the program's name.
  @available(*, noasync, message: "Call it from a program that awaits nothing.")
  @preconcurrency @MainActor public func main(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst()
  ) -> Never {
    // NB: before anything of the app runs, so that nothing but frames can reach the standard output.
    let transport = StdioTransport(name: name)
    let front = front
    var options = Options()
    exit(
      front.serve(arguments) { option, value throws(OptionError) in
        try read(option, value, into: &options, of: front)
      } check: { session throws(OptionError) in
        try check(options, session)
      } print: { text in
        transport.print(text)
      } run: { session throws(OptionError) in
        try CoreHost(front, options.serving, session).run(over: transport)
      })
  }

  /// Reads an option.
  ///
  /// - Returns: the document that it asks for in place of a session.
  /// - Throws: an `OptionError` if the option does not take the value.
  @MainActor package func read(
    _ option: String, _ value: String, into options: inout Options, of front: Front
  ) throws(OptionError) -> String? {
    if try options.serving.read(option, value) { return nil }
    guard let document = documents.first(where: { $0.options.contains { $0.name == option } }) else { return nil }
    options.values[option] = value
    return try document.text(front, options.values)
  }

  /// Checks that the options of a session go together.
  package func check(_ options: Options, _ session: SessionOptions) throws(OptionError) {
    for document in documents {
      if let incomplete = document.incomplete, document.options.contains(where: { options.values[$0.name] != nil }) {
        throw OptionError(incomplete)
      }
    }
    try options.serving.check(session, .standardStreams)
  }

  private static let exitStatus = OptionTable.Section(
    Words.text("Exit status"),
    Words.text(
      """
      The exit code is 0 after the end of the input, a signal, or "shutdown" and "exit"; 1 after "exit" alone, or when \
      the input cannot be read, the output or the recording cannot be written, or the framing is lost; 2 for wrong options, a recording \
      that cannot be written or read, a folder of "--state" or a path of "--listen" that cannot be used, or a path of \
      "--attach" at which no process listens; 3 when \
      replies are lost because 64 MiB of them wait unread, or because nothing is read for 2 s at the end. Of a replay \
      it is 0 if all states are equal, 1 if one differs, and 4 if the recording is cut off. It is 70 if a description of the app is wrong.
      """))
}
