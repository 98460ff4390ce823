public import FrontOptions
public import Screens
import Transports
public import Words

/// A program that serves an app to a program at its standard streams, or to the connections of a socket, with the options of every server.
///
/// ```swift
/// exit(ServerProgram("library-stdio", version: "1.0", about: "Serves a library.", app: app).run())
/// ```
public struct ServerProgram: Sendable {
  /// A document that options print in place of a session, such as a client.
  public struct Document: Sendable {
    let options: [CommandOption]
    let incomplete: LocalizedText?
    let text: @MainActor @Sendable (_ front: Front, _ values: [String: String]) throws(OptionError) -> String?

    /// A document that an option asks for.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - text: Makes the document of the program and the value of the option; `nil` if there is none for that value.
    public init(
      _ option: CommandOption, _ text: @escaping @MainActor @Sendable (_ front: Front, _ value: String) -> String?
    ) {
      self.init([option]) { front, values in values[option.name].flatMap { text(front, $0) } }
    }

    /// A document in one of several forms, of which the value of an option names one.
    ///
    /// - Parameters:
    ///   - option: The name of the option.
    ///   - value: What the help calls its value.
    ///   - about: What the option does, in words that are shown as they are.
    ///   - text: Makes the document of the form and the program.
    public init<Form: CaseIterable & RawRepresentable<String>>(
      _ option: String, _ value: String, _ about: String,
      _ text: @escaping @MainActor @Sendable (_ form: Form, _ front: Front) -> String
    ) {
      self.init(CommandOption(option, .choice(value, Form.allCases.map(\.rawValue)), about)) { front, word in
        Form(rawValue: word).map { text($0, front) }
      }
    }

    /// A document that several options ask for, in any order.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - incomplete: What is said of options that ask for no document.
    ///   - text: Makes the document of the program and the values of the options, by their names; `nil` if they ask for none. It throws
    ///     an `OptionError` for values that do not go together.
    public init(
      _ options: [CommandOption], incomplete: LocalizedText? = nil,
      _ text: @escaping @MainActor @Sendable (_ front: Front, _ values: [String: String]) throws(OptionError) -> String?
    ) {
      self.options = options
      self.incomplete = incomplete
      self.text = text
    }
  }

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
  ///   - documents: What the program prints for options of its own.
  ///   - sections: What the help says below the options.
  public init(
    _ name: String, version: String, about: LocalizedText = "",
    app: @escaping @autoclosure @Sendable () -> AppDefinition,
    documents: [Document] = [], sections: [OptionTable.Section] = []
  ) {
    self.name = name
    self.documents = documents
    makeFront = {
      Front(
        name, version: version, about: about, app: app(), hasClient: true,
        own: ServingOptions.declared(.standardStreams) + documents.flatMap(\.options), sections: sections)
    }
  }

  /// The name of the program, its app, its options and its help.
  public var front: Front { makeFront() }

  /// Reads the command line, and serves until the process ends.
  ///
  /// Call it from the top level of a program that awaits nothing.
  ///
  /// - Parameter arguments: The arguments behind the program's name.
  /// - Returns: What `main` exits with where no session begins: after `--help` and its like, a replay, or a wrong option.
  @available(*, noasync, message: "Call it from a program that awaits nothing.")
  @preconcurrency @MainActor public func run(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst()
  ) -> Int32 {
    // NB: before anything of the app runs, so that nothing but frames can reach the standard output.
    let transport = StdioTransport(name: name)
    let front = front
    var options = Options()
    return front.serve(arguments) { option, value throws(OptionError) in
      try read(option, value, into: &options, of: front)
    } check: { session throws(OptionError) in
      try check(options, session)
    } print: { text in
      transport.print(text)
    } run: { session throws(OptionError) in
      try CoreHost(front, options.serving, session).run(over: transport)
    }
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
}
