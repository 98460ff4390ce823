import Foundation
public import Programs
public import Screens
public import TextUI
public import Words

/// A program that shows an app at a prompt, and for scripts and pipes in plain lines, with the options of every console.
///
/// ```swift
/// ConsoleProgram("library-console", version: "1.0", about: "Lends books.", app: .library).main()
/// ```
@preconcurrency @MainActor public struct ConsoleProgram {
  /// The name of the program, its options and its help.
  public let front: Front
  private let firstScreen: String?
  private let makeApp: @MainActor (AppCore) -> any TextApp

  /// A program that shows each screen as its description says.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more for `--help`.
  ///   - app: The app.
  ///   - firstScreen: The screen that is open at the start, as `open` takes it: "book id=3". By default, where the app's layout starts.
  public init(
    _ name: String, version: String, about: LocalizedText = "", app: AppDefinition, opening firstScreen: String? = nil
  ) {
    self.init(name, version: version, about: about, app: app, opening: firstScreen) { DescribedApp(core: $0) }
  }

  /// A program with views of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The version of the program.
  ///   - about: What the program does, in a sentence or more for `--help`.
  ///   - app: The app.
  ///   - firstScreen: The screen that is open at the start, as `open` takes it: "book id=3". By default, where the app's layout starts.
  ///   - makeApp: Makes the app's views.
  public init(
    _ name: String, version: String, about: LocalizedText = "", app: AppDefinition, opening firstScreen: String? = nil,
    _ makeApp: @escaping @MainActor (AppCore) -> any TextApp
  ) {
    front = Front(
      name, version: version, about: about, app: app, own: ConsoleOptions.declared,
      arguments: "[OPTIONS] [SCRIPT | -c COMMAND ...]", takesFiles: true, sections: ConsoleOptions.sections)
    self.firstScreen = firstScreen
    self.makeApp = makeApp
  }

  /// Reads the command line, runs the session that it asks for on the main run loop, and ends the process with the code that
  /// `--help` explains.
  ///
  /// Call it from the top level of a program that awaits nothing.
  ///
  /// - Parameter arguments: The arguments behind the program's name.
  @available(*, noasync, message: "Call it from a program that awaits nothing.")
  public func main(_ arguments: some Sequence<String> = CommandLine.arguments.dropFirst()) -> Never {
    var options = ConsoleOptions()
    exit(
      front.start(
        arguments, read: { option, value throws(OptionError) in try options.read(option, value) },
        check: { session throws(OptionError) in try options.check(session) },
        replayed: { ConsoleReplay(makeApp($0), print: $1) },
        run: { session in
          do throws(OptionError) { return try await run(session, options) } catch {
            front.complain(error)
            return 2
          }
        }))
  }

  private func run(_ session: FrontSession, _ options: ConsoleOptions) async throws(OptionError) -> Int32 {
    let bridge = try options.makeBridge { session.app.environment.words }
    defer { bridge?.end() }
    let host = CoreHost(front, options.serving, session)
    if options.serving.isShared, options.source == nil, !CoreHost.hasOwner {
      bridge?.show = { [front] in _ = front.print($0) }
      try await host.serve { () throws(OptionError) in try await bridge?.start() }
    }
    let console = TextFront(
      makeApp(session.app), input: options.source, opening: firstScreen, isShared: options.serving.isShared,
      isPlain: options.isPlain || options.printsJSON || options.listOutput != nil)
    if options.printsJSON { console.format = .json(options.selectedMembers) }
    if let list = options.listOutput { console.format = .list(list) }
    if options.isStrict { console.stopsAtFailure = true }
    if let recorder = session.recorder { console.record(to: recorder) }
    console.keepHistory(in: HistoryFile(program: front.name))
    if let bridge { console.add(bridge.showsAddress) }
    bridge?.show = { [unowned console] in console.show([Line($0)]) }
    try host.listen()
    try await bridge?.start()
    await console.run()
    await host.endConnections()
    console.outputProblem.map(front.complain)
    return console.exitCode
  }
}

/// An app whose screens have no views of their own.
private struct DescribedApp: TextApp {
  let core: AppCore
}
