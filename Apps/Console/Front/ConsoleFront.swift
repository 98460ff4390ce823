import Recording
import Streams
import ViewModels

/// The console: takes commands from a reader, and shows on a display what comes of them.
///
/// In a terminal it takes a command whenever there is one. Otherwise it lets the app come to rest after each command,
/// so a script needs no pauses, and the same input gives the same output.
@MainActor final class ConsoleFront {
  let app: AppCore
  let display: Display
  let stack = ScreenStack()
  let catalogue = Catalogue()

  private let input: LineReader
  private let setEcho: (Bool) -> Void
  private let progress = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private var waiting: AnyCancellable?
  private var lineNumber = 0
  private var heldBack: [String: [Line]] = [:]

  /// Whether a command failed.
  private(set) var hasFailed = false
  /// Records what the commands do to the app.
  var recorder: Recorder?

  /// A front for an app.
  ///
  /// - Parameter setEcho: says whether a terminal shows what is typed.
  init(_ app: AppCore, input: LineReader, display: Display, setEcho: @escaping (Bool) -> Void = { _ in }) {
    self.app = app
    self.input = input
    self.display = display
    self.setEcho = setEcho
    app.idle
      .sink { [progress] in progress.send() }
      .store(in: &cancellables)
  }

  /// Runs until `quit`, the end of the input, or until nobody reads the output any more.
  func run() async {
    if isInteractive { display.show(Line("Tributary. \"help\" says what can be done.")) }
    while !display.isClosed, let line = await nextLine(prompt) {
      lineNumber += 1
      let goesOn = await obey(line)
      recorder?.endTurn()
      guard goesOn else { return }
      if !isInteractive {
        await settle()
        letOut()
      }
    }
    display.wasLeft()
  }

  /// 0 if all went well; 1 if nobody read the output to its end, or, being strict, if a command failed.
  func exitCode(strict: Bool) -> Int32 {
    display.isClosed || strict && hasFailed ? 1 : 0
  }

  /// Whether a person types the commands.
  private var isInteractive: Bool { display.style == .terminal }

  private var prompt: String {
    let isInBackground = app.environment.application.value == .willResignActive
    return (stack.top?.title ?? "") + (isInBackground ? " (background)" : "") + "> "
  }

  private func nextLine(_ prompt: String) async -> InputLine? {
    display.ask(prompt)
    guard let line = await input.next() else { return nil }
    display.wasAnswered()
    recorder?.beginTurn()
    return line
  }

  /// Does what a line says; whether there is to be another.
  private func obey(_ line: InputLine) async -> Bool {
    switch line {
    case .damaged(let damage): fail("The line \(damage.message)")
    case .text(let text):
      do throws(CommandError) {
        switch try Command.parse(text) {
        case nil: break
        case .quit: return false
        case .type(let field, let text): try await type(field, text)
        case .some(let command): try perform(command)
        }
      } catch {
        fail(error.message)
      }
    }
    return true
  }

  private func fail(_ message: String) {
    hasFailed = true
    display.show(Line(isInteractive ? message : "error: line \(lineNumber): \(message)", .failure))
  }

  /// Types into a field; a person is asked for a secret without showing it.
  private func type(_ word: String, _ text: String?) async throws(CommandError) {
    let field = try field(word)
    guard field.isSecure, text == nil, isInteractive else { return enter(text ?? "", into: field) }
    setEcho(false)
    let line = await nextLine("\(field.name): ")
    setEcho(true)
    display.show(Line(""))
    switch line {
    case nil: return
    case .text(let secret): enter(secret, into: field)
    case .damaged(let damage): throw CommandError("The line \(damage.message)")
    }
  }

  /// Shows the changes of a screen from here on; those of a screen that is not on top have its title in front.
  func follow(_ entry: ScreenStack.Entry) {
    entry.view.canvas.onChange = { [weak self, title = entry.title] lines in
      self?.show(changes: lines, of: title)
    }
  }

  private func show(changes lines: [Line], of title: String) {
    if stack.isOnTop(title) {
      display.show(lines.map { $0.prefixed(by: "  ") })
    } else if isInteractive {
      display.show(lines.map { $0.prefixed(by: "\(title): ") })
    } else {
      // NB: a notification center calls its observers in any order, so screens hear of a publication in any order.
      heldBack[title, default: []] += lines.map { $0.prefixed(by: "\(title): ") }
    }
    progress.send()
  }

  private func letOut() {
    for entry in stack.entries { display.show(heldBack[entry.title] ?? []) }
    heldBack = [:]
  }

  /// Waits until nothing is in flight and every view has shown what it knows.
  private func settle() async {
    while app.isBusy || !stack.entries.allSatisfy(\.view.isCurrent) {
      await withCheckedContinuation { continuation in
        waiting = progress.first().sink { continuation.resume() }
      }
    }
  }
}
