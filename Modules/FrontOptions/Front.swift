import Dispatch
import Foundation
import Recording
import Requests
public import Screens
import StandardIO

/// A program that shows an app: its name and version, and what its command line asks for.
///
/// With it a front of your own has the options of every front: a backend that is slow or fails, repeatable sessions,
/// recordings and replays. The whole of its `main.swift`, for a front in lines of text:
///
///     import FrontOptions
///     import TextUI
///
///     let session = await Front("library", version: "1.0", app: .library).start()
///     let front = TextFront(LibraryFront(core: session.app))
///     if let recorder = session.recorder { front.record(to: recorder) }
///     await front.run()
///     session.exit(front.exitCode)
public struct Front: Sendable {
  /// The name of the program.
  public let name: String
  /// The version of the program.
  public let version: String
  /// What the program does, in a sentence or more for `--help`.
  public let about: String
  /// The app.
  public let app: AppDefinition
  /// Whether a client drives the front, which may answer operations of the app, as `--backend client` requests. Its app is
  /// then made with ``FrontSession/app(asking:)``.
  public let hasClient: Bool

  /// A front.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, for `--help`.
  ///   - app: The app.
  ///   - hasClient: Whether a client drives the front, which may answer operations of the app.
  public init(_ name: String, version: String, about: String = "", app: AppDefinition, hasClient: Bool = false) {
    self.name = name
    self.version = version
    self.about = about
    self.app = app
    self.hasClient = hasClient
  }

  /// No options of the command line.
  public var noOptions: SessionOptions { SessionOptions(operations: app.operations, hasClient: hasClient) }

  /// The name and the version.
  public var title: String { "\(name) \(version)" }

  /// The options of the front: its own, those of every front, and those that print a text.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - takesFiles: Whether an argument that is not an option is a file.
  ///   - own: The options that this front alone has.
  ///   - sections: What the help says below the options.
  public func options(
    arguments: String = "[OPTIONS]", takesFiles: Bool = false, own: [CommandOption] = [],
    sections: [OptionTable.Section] = []
  ) -> OptionTable {
    OptionTable(
      name, version: version, about: about, arguments: arguments, takesFiles: takesFiles,
      options: own + noOptions.declared, sections: sections)
  }

  /// Reads the command line, and starts the session that it asks for.
  ///
  /// After `--help`, `--version`, `--completions`, `--man` or a wrong option, and after a replay, the program ends: with 0,
  /// or with 2 for a wrong option, 1 if a line of a replay differs, 4 if its recording is cut off. It ends with 1 if the
  /// system has too few threads or descriptors left to run.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - own: The options that this front alone has. A session with one of them is not a replay.
  ///   - read: Receives the name and the value of each of the own options, which has one of the declared values if it is a
  ///     choice, and is empty without one. A text that it returns is printed in place of a session.
  ///   - show: Prints a text for a person to the standard output.
  @preconcurrency @MainActor public func start(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(), own: [CommandOption] = [],
    read: (_ option: String, _ value: String) -> String? = { _, _ in nil },
    print show: @escaping @MainActor (String) -> Void = Front.print
  ) async -> FrontSession {
    switch launch(arguments, own, read, show) {
    case .session(let session): return session
    case .replay(let recording): await replay(recording, show)
    }
  }

  /// Reads the command line of a program whose main thread runs the main queue later, such as a server of the standard
  /// streams, and starts the session that it asks for.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - own: The options that this front alone has. A session with one of them is not a replay.
  ///   - read: Receives the name and the value of each of the own options, which has one of the declared values if it is a
  ///     choice, and is empty without one. A text that it returns is printed in place of a session.
  ///   - show: Prints a text for a person to the standard output.
  @preconcurrency @MainActor public func startSynchronously(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(), own: [CommandOption] = [],
    read: (_ option: String, _ value: String) -> String? = { _, _ in nil },
    print show: @escaping @MainActor (String) -> Void = Front.print
  ) -> FrontSession {
    switch launch(arguments, own, read, show) {
    case .session(let session): return session
    case .replay(let recording):
      Task { await replay(recording, show) }
      dispatchMain()
    }
  }

  /// Prints a line to the standard output. If that fails, a line on the standard error says so, and the program ends with 1.
  @preconcurrency @MainActor public static func print(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      writeError("The output cannot be written.")
      exit(1)
    }
  }

  // NB: not `write(_:)`, which stops the program when it fails.
  private static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  private enum Launch {
    case session(FrontSession)
    case replay(Recording)
  }

  @MainActor private func launch(
    _ arguments: some Sequence<String>, _ own: [CommandOption],
    _ read: (_ option: String, _ value: String) -> String?, _ show: (String) -> Void
  ) -> Launch {
    CurrentProcess.requireResources(name: name)
    do throws(OptionError) {
      var arguments = CommandLineArguments(arguments)
      var options = noOptions
      let table = self.options(own: own)
      var isAlone = true
      while let option = try arguments.next() {
        if let text = try table.text(for: option, &arguments) { end(printing: text, show) }
        if let known = own.first(where: { option == $0.name || option == $0.alias }) {
          isAlone = false
          if let text = read(known.name, try known.readValue(&arguments)) { end(printing: text, show) }
        } else if try !options.read(option, &arguments) {
          throw table.unknown(option)
        }
      }
      try options.check(isAlone: isAlone)
      if let recording = try options.openRecording() { return .replay(recording) }
      return .session(try FrontSession(self, options))
    } catch {
      complain(error.message)
      exit(2)
    }
  }

  private func end(printing text: String, _ show: (String) -> Void) -> Never {
    show(text)
    exit(0)
  }

  @MainActor private func replay(_ recording: Recording, _ show: (String) -> Void) async -> Never {
    let report = await Replay(recording, app, onWait: complain).report()
    if let summary = report.summary { show(summary) }
    report.problem.map(complain)
    exit(report.exitCode)
  }

  /// Prints a line about a failure to the standard error, behind the program's name.
  func complain(_ message: String) { Self.writeError("\(name): \(message)") }
}
