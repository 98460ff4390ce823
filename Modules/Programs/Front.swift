import Foundation
public import Recording
import Requests
public import Screens
import StandardIO
public import Words

/// A program that shows an app: its name and version, its options, and how it starts.
///
/// With it a front of your own has the options of every front: a backend that is slow or fails, repeatable sessions,
/// recordings and replays. The whole of its `main.swift`, for a front in lines of text:
///
///     import Foundation
///     import Programs
///     import TextUI
///
///     exit(
///       Front("library", version: "1.0", app: .library).start { session in
///         let front = TextFront(LibraryFront(core: session.app))
///         if let recorder = session.recorder { front.record(to: recorder) }
///         await front.run()
///         return front.exitCode
///       })
public struct Front: Sendable {
  /// The name of the program.
  public let name: String
  /// The version of the program.
  public let version: String
  /// The app.
  public let app: AppDefinition
  /// Whether a client drives the front, which may answer operations of the app, as `--backend client` requests. Its app is
  /// then made with ``FrontSession/app(asking:)``.
  public let hasClient: Bool
  /// The options of the front: its own, those of every front, and those that print a text. It has the text of `--help`.
  public let options: OptionTable

  /// A front.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more for `--help`.
  ///   - app: The app.
  ///   - hasClient: Whether a client drives the front, which may answer operations of the app.
  ///   - own: The options that this front alone has.
  ///   - arguments: What follows the program's name.
  ///   - takesFiles: Whether an argument that is not an option is a file.
  ///   - sections: What the help says below the options.
  public init(
    _ name: String, version: String, about: LocalizedText = "", app: AppDefinition, hasClient: Bool = false,
    own: [CommandOption] = [], arguments: String = "[OPTIONS]", takesFiles: Bool = false,
    sections: [OptionTable.Section] = []
  ) {
    self.name = name
    self.version = version
    self.app = app
    self.hasClient = hasClient
    options = OptionTable(
      name, version: version, about: about, arguments: arguments, takesFiles: takesFiles, own: own,
      session: SessionOptions(operations: app.operations, hasClient: hasClient), sections: sections)
  }

  /// The texts of the runtime, of the front and of its app, in a language.
  func said(in localization: AppLocalization) -> Words {
    Words(language: localization.language, locale: localization.locale, catalogs: app.catalogs)
  }

  /// The texts in the language that a command line asks for, before it is read.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - environment: The variables of the environment, which count at a terminal.
  package func words(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(),
    environment: [String: String]? = nil
  ) -> Words {
    var session = noOptions
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      for option in ["--language", "--locale"] {
        let value =
          argument == option
          ? arguments.first : argument.hasPrefix(option + "=") ? String(argument.dropFirst(option.count + 1)) : nil
        guard let value else { continue }
        if option == "--language" { session.language = Language(value) }
        if option == "--locale" { session.locale = AppLocalization(language: nil, locale: value)?.locale }
      }
    }
    session.follow(environment ?? self.environment)
    return said(in: session.localization)
  }

  /// The variables of the environment that name a language; none unless a person is at a terminal.
  var environment: [String: String] {
    guard !hasClient, Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal else { return [:] }
    return ProcessInfo.processInfo.environment
  }

  /// A session without options.
  var noOptions: SessionOptions { SessionOptions(operations: app.operations, hasClient: hasClient) }

  /// The name and the version.
  public var title: String { "\(name) \(version)" }

  /// Reads one of the front's own options: its name and its value, which is one of the declared words if it is a choice, and
  /// is empty without one. The name is empty for a file.
  ///
  /// It returns a text to print in place of a session, or `nil`.
  public typealias Reader = @MainActor (_ option: String, _ value: String) throws(OptionError) -> String?
  /// Checks that the front's own options go together, also with those of every front. It does not run if a text is printed.
  public typealias Check = @MainActor (_ session: SessionOptions) throws(OptionError) -> Void
  /// Prints a text for a person to the standard output. It returns what `main` exits with: 0 if the text is written.
  public typealias Printer = @MainActor (_ text: String) -> Int32
  /// Makes a front that performs the commands of a recording which the same program made.
  public typealias ReplayedFront = (
    _ core: AppCore, _ print: @escaping @MainActor (String) -> Void
  ) -> any ReplayableFront

  /// Reads the command line, and runs the session that it asks for on the main run loop.
  ///
  /// Call it from the top level of a program that awaits nothing outside of `run`.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - read: Reads the front's own options.
  ///   - check: Checks that the front's own options go together.
  ///   - replayed: Makes a front for replays, which then compare what is printed, too.
  ///   - print: Prints a text, as ``print(_:)`` does.
  ///   - run: Runs the session. It returns what `main` exits with. The recording ends after it.
  /// - Returns: What `main` exits with: after `--help` and its like, 0, or 1 if the text cannot be written; 2 for a wrong
  ///   option; after a replay 0, 1 if a line differs, or 4 if the recording is cut off; after a session what `run`
  ///   returns, or 1 in place of 0 if the recording lacks a part. If the system has too few threads or descriptors left to
  ///   run, the program ends with 1. If a description of the app is wrong, it ends with 70 before there is an app, and in a debug
  ///   build before all else.
  @available(*, noasync, message: "Call it from a program that awaits nothing outside of its closure.")
  @preconcurrency @MainActor public func start(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(), read: Reader = { _, _ in nil },
    check: Check = { _ in }, replayed: ReplayedFront? = nil, print: Printer? = nil,
    run: @escaping @MainActor (_ session: FrontSession) async -> Int32
  ) -> Int32 {
    switch launch(arguments, read, check, print ?? self.print) {
    case .ended(let code): return code
    case .replay(let recording): return replay(recording, replayed, print ?? self.print)
    case .session(let session):
      return runMainLoop {
        session.start()
        let code = await run(session)
        let isRecorded = session.end()
        return code == 0 && !isRecorded ? 1 : code
      }
    }
  }

  /// Reads the command line of a server, and starts the session that it asks for.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - read: Reads the front's own options.
  ///   - check: Checks that the front's own options go together.
  ///   - print: Prints a text, as ``print(_:)`` does. A transport that has taken over the standard output has its own.
  ///   - run: Serves until the process ends, such as `transport.run(_:turn:)`. An error that it throws is a wrong option.
  /// - Returns: The exit code for `main`, as that of ``start(_:read:check:replayed:print:run:)``. It returns only where the
  ///   arguments begin no session.
  @available(*, noasync, message: "Call it from a program that awaits nothing.")
  @preconcurrency @MainActor public func serve(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(), read: Reader = { _, _ in nil },
    check: Check = { _ in }, print: Printer? = nil,
    run: @MainActor (_ session: FrontSession) throws(OptionError) -> Never
  ) -> Int32 {
    switch launch(arguments, read, check, print ?? self.print) {
    case .ended(let code): return code
    case .replay(let recording): return replay(recording, nil, print ?? self.print)
    case .session(let session):
      do throws(OptionError) {
        session.start()
        try run(session)
      } catch {
        complain(words(arguments).string(error.text))
        return 2
      }
    }
  }

  /// Prints a text to the standard output. If that fails, a line on the standard error says so.
  ///
  /// - Returns: What `main` exits with: 0, or 1 if the text could not be written.
  public func print(_ text: String) -> Int32 {
    do throws(IOFailure) {
      try Descriptor.standardOutput.writeAll(text + "\n")
      return 0
    } catch {
      if error != .readerGone {
        let reason = error.systemMessage
        complain(
          words().string(
            reason.map { Words.text("The output cannot be written: \($0).") }
              ?? Words.text("The output cannot be written.")))
      }
      return 1
    }
  }

  /// Prints a wrong option to the standard error, behind the program's name, in the language of the command line.
  public func complain(_ error: OptionError) { complain(words().string(error.text)) }

  /// Prints a line about a failure to the standard error, behind the program's name.
  @Sendable public func complain(_ message: String) {
    try? Descriptor.standardError.writeAll("\(name): \(message)\n")
  }

  /// The same for a program that goes on: the line is dropped if it would have to wait.
  @Sendable func report(_ message: String) {
    Descriptor.standardError.writeIfReady("\(name): \(message.prefix(400))\n")
  }

  private enum Launch {
    /// What `main` exits with.
    case ended(Int32)
    case replay(Recording)
    case session(FrontSession)
  }

  /// Ends the program with 70, `EX_SOFTWARE` of `sysexits.h`, if a description of its app is wrong. The standard error has a line for
  /// each mistake.
  func requireDescriptions() {
    let mistakes = app.check()
    for mistake in mistakes { complain(mistake.description) }
    if !mistakes.isEmpty { exit(70) }
  }

  @MainActor private func launch(
    _ arguments: some Sequence<String>, _ read: Reader, _ check: Check, _ show: Printer
  ) -> Launch {
    Descriptor.openMissingStandardDescriptors()
    Signals.ignoreBrokenPipe()
    CurrentProcess.requireResources(name: name)
    #if DEBUG
      requireDescriptions()
    #endif
    do throws(OptionError) {
      var (session, text) = try self.read(arguments, read, check)
      if let text { return .ended(show(text)) }
      if let recording = try session.openRecording() { return .replay(recording) }
      session.follow(environment)
      let started = try FrontSession(self, session)
      // NB: not at the start, to which six screens add 8 ms in release, most of it for making their descriptions.
      started.willMakeApp = requireDescriptions
      return .session(started)
    } catch {
      complain(words(arguments).string(error.text))
      return .ended(2)
    }
  }

  /// Reads a command line.
  ///
  /// - Returns: The options of the session, and the text to print in its place.
  @MainActor package func read(
    _ arguments: some Sequence<String>, _ read: Reader = { _, _ in nil }, _ check: Check = { _ in }
  ) throws(OptionError) -> (session: SessionOptions, text: String?) {
    var session = noOptions
    let line = try options.read(arguments, in: words(arguments), into: &session) {
      option, value throws(OptionError) in
      try read(option, value)
    }
    if line.text == nil {
      try check(session)
      try session.check(isAlone: line.isReplayable)
    }
    return (session, line.text)
  }

  /// Replays a recording, and prints the outcome in the language of the session.
  @MainActor private func replay(_ recording: Recording, _ replayed: ReplayedFront?, _ show: @escaping Printer) -> Int32
  {
    let words = said(in: recording.configuration.localization)
    let isOwn = recording.configuration.front.hasPrefix(name + " ")
    return runMainLoop {
      let replay = Replay(recording, app) { complain(words.string($0)) }
      let report = await replay.report(in: words, isOwn ? replayed : nil)
      if let summary = report.summary {
        let code = show(summary)
        guard code == 0 else { return code }
      }
      if let problem = report.problem { complain(problem) }
      return report.exitCode
    }
  }

  /// Runs a body on the main actor, and the main run loop until it ends.
  // NB: unlike `dispatchMain`, a run loop also serves timers and `RunLoop.main`, and it can end.
  @MainActor private func runMainLoop(_ body: @escaping @MainActor () async -> Int32) -> Int32 {
    var code: Int32?
    Task { code = await body() }
    while true {
      if let code { return code }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}
