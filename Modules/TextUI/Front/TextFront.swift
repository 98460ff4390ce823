public import StandardIO
import Streams

/// A front in lines of text: reads commands, applies them to the top screen, and prints what changes.
///
/// In a terminal it takes each command at once. Otherwise it waits after each command until the app is idle, so a script
/// needs no pauses, and the same input gives the same output.
@MainActor public final class TextFront {
  let app: any TextApp
  let commands: [Command]
  let stack = ScreenStack()

  private let input: LineReader
  private let display: Display
  private let setEcho: (Bool) -> Void
  private let progress = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private var lineNumber = 0
  private var hasQuit = false
  private var delayedLines: [String: [Line]] = [:]

  /// Whether a command failed.
  public private(set) var hasFailed = false
  /// Runs when a line of input arrives, before it is performed.
  public var onInput: (() -> Void)?
  /// Runs when a command was performed, with its line; with `nil` if it failed.
  public var onCommand: ((_ line: String?) -> Void)?
  /// Runs before a line is printed, with its text without style.
  public var onPrint: ((_ line: String) -> Void)?

  /// A front for an app.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - input: the commands.
  ///   - display: where everything is printed.
  ///   - setEcho: turns a terminal's echo off while the user types a secret, and on afterwards.
  public init(
    _ app: any TextApp, input: LineReader, display: Display,
    setEcho: @escaping (Bool) -> Void = { Terminal.set($0 ? .original : .hidden) }
  ) {
    (self.app, self.input, self.display, self.setEcho) = (app, input, display, setEcho)
    commands = Command.all(for: app)
    app.idle.sink { [progress] in progress.send() }.store(in: &cancellables)
  }

  /// A front on the standard input and output of the process.
  public convenience init(_ app: any TextApp, style: Style = .standard) {
    self.init(
      app, input: LineReader(Descriptor.standardInput), display: Display(Descriptor.standardOutput, style: style))
  }

  /// Runs until `quit`, the end of the input, or a failure to write.
  public func run() async {
    if isInteractive, let greeting = app.greeting { show([Line(greeting)]) }
    while !display.isClosed, let line = await nextLine(prompt) {
      await perform(line)
      if hasQuit { return }
      if !isInteractive { await waitUntilIdle() }
    }
    display.inputDidEnd()
  }

  /// The exit code of a program that runs only this front: 1 if writing failed or, with `strict`, if a command failed;
  /// otherwise 0.
  public func exitCode(strict: Bool) -> Int32 {
    display.isClosed || strict && hasFailed ? 1 : 0
  }

  /// Performs a command again that was performed in an earlier session.
  ///
  /// It waits until every view is current, and not until the app is idle.
  ///
  /// - Parameter line: the line; `nil` for one that failed, which only counts.
  public func repeatCommand(_ line: String?) async {
    if let line { await perform(.text(line)) } else { lineNumber += 1 }
    await wait { stack.entries.allSatisfy(\.view.isCurrent) }
  }

  /// Prints the changes of the screens below the top one.
  public func showDelayedLines() {
    for entry in stack.entries { show(delayedLines[entry.title] ?? []) }
    delayedLines = [:]
  }

  /// Prints lines.
  public func show(_ lines: [Line]) {
    if let onPrint { for line in lines { onPrint(Style.plain.text(line)) } }
    display.print(lines)
  }

  /// Whether a person types the commands.
  public var isInteractive: Bool { display.style == .terminal }

  private var prompt: String {
    (stack.top?.title ?? "") + (app.status.map { " (\($0))" } ?? "") + "> "
  }

  private func nextLine(_ prompt: String) async -> InputLine? {
    display.ask(prompt)
    guard let line = await input.next() else { return nil }
    display.promptWasAnswered()
    onInput?()
    return line
  }

  private func perform(_ line: InputLine) async {
    lineNumber += 1
    do throws(CommandError) {
      let text = try line.text
      try await perform(text)
      onCommand?(text)
    } catch {
      hasFailed = true
      show([Line(isInteractive ? error.message : "error: line \(lineNumber): \(error.message)", .failure)])
      onCommand?(nil)
    }
  }

  private func perform(_ line: String) async throws(CommandError) {
    guard let (command, arguments) = try commands.parse(line) else { return }
    try await command.action(self, arguments)
    // The change of an element that no model answers, such as a secure field.
    stack.top?.view.canvas.display()
  }

  /// Ends the front after the current command.
  func quit() {
    hasQuit = true
  }

  /// Asks for a line without echo; `nil` at the end of the input.
  func readSecret(_ prompt: String) async throws(CommandError) -> String? {
    setEcho(false)
    let line = await nextLine(prompt)
    setEcho(true)
    // NB: the terminal has not echoed the line end either.
    show([Line("")])
    return try line?.text
  }

  /// Prints the changes of a screen from here on. Those of a screen below have its title before them.
  func follow(_ entry: ScreenStack.Entry) {
    entry.view.canvas.onChange = { [weak self, title = entry.title] lines in
      self?.show(changes: lines, of: title)
    }
  }

  private func show(changes lines: [Line], of title: String) {
    let isOnTop = stack.top?.title == title
    let lines = lines.map { $0.prefixed(by: isOnTop ? "  " : "\(title): ") }
    if isOnTop || isInteractive {
      show(lines)
    } else {
      // A notification center calls its observers in any order, and the output must always be the same.
      delayedLines[title, default: []] += lines
    }
    progress.send()
  }

  /// Waits until nothing is in flight and every view is current, and then prints the changes of the screens below.
  private func waitUntilIdle() async {
    await wait { !app.isBusy && stack.entries.allSatisfy(\.view.isCurrent) }
    showDelayedLines()
  }

  private func wait(until isDone: () -> Bool) async {
    var waiter: AnyCancellable?
    while !isDone() {
      await withCheckedContinuation { continuation in
        waiter = progress.first().sink { continuation.resume() }
      }
    }
    waiter?.cancel()
  }
}

extension InputLine {
  /// The text of the line.
  fileprivate var text: String {
    get throws(CommandError) {
      switch self {
      case .text(let text): return text
      case .damaged(let damage): throw CommandError(damage.message)
      }
    }
  }
}
