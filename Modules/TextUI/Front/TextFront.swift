import Dispatch
import Foundation
public import Screens
import StandardIO
public import Streams
import Words

/// A front in lines of text: reads commands, applies them to the top screen, and prints what changes.
///
/// At a terminal it takes each command at once, and joins the changes that come fast. Otherwise it waits after each
/// command until the app is idle, so a script needs no pauses, and the same input gives the same output.
@MainActor public final class TextFront {
  let app: any TextApp
  /// The front that is attached to the app's core. It stays attached when ``run()`` has ended; a program that goes on without it lets it
  /// leave.
  public let coreFront: AppFront
  private(set) var commands: [Command]
  let stack = ScreenStack()
  let input: CommandSource

  let display: Display
  let errors: Display
  private let changes = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private(set) lazy var navigation = Navigation(self)
  private(set) lazy var questions = PromptQuestions(self)
  /// What is kept of the changes of open screens.
  let followed = FollowedScreens()
  /// The command that is performed, or was performed last.
  var current = CurrentCommand()
  /// What ends the run.
  var ending: Ending
  private let wait: ProgressWait
  /// Whose lines the history of the prompt has.
  var history = HistoryOwner()
  private let firstScreen: String?

  /// What the front prints. Set it before ``run()``; errors of commands are lines for people in any case.
  public var format = Format.lines
  /// Shows a long text to a person at a terminal, page by page, and returns whether it could; `nil` without a pager. Set it before
  /// ``run()``.
  public var pager: (@MainActor (_ text: String) async -> Bool)?
  /// Is told of commands and of printed lines, such as to record them.
  public var observer = Observer()

  /// What a front prints.
  public enum Format {
    /// Lines for people.
    case lines
    /// Lines for other programs, each of which is an object of JSON. Each state of an open screen is one,
    /// `{"instance":"book 2","screen":"book","state":{…}}`, with the selected members or with all. When the screen closes, the line has
    /// `"closed":true` in place of a state. A text for people, such as that of `help`, is `{"text":"…"}`.
    case json(MemberSelection? = nil)
    /// The list that is printed when the session ends, and nothing else.
    case list(ListOutput)
  }

  /// What runs as commands come in and lines go out.
  public struct Observer {
    /// Runs when a line of input arrives, before it is performed.
    public var onInput: (() -> Void)?
    /// Runs when a command was performed, with its line; with `nil` if it failed.
    public var onCommand: ((_ line: String?) -> Void)?
    /// Runs before a line is printed, with its text without style.
    public var onPrint: ((_ line: String) -> Void)?
  }

  /// How many seconds a command waits for the app until the front says what it waits for.
  private static var longWait: Int { 10 }
  /// The greatest number of times a second that a terminal prints changes.
  private static var updatesPerSecond: Int { 30 }

  /// A front for an app.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - input: the commands.
  ///   - display: where everything is printed.
  ///   - errors: where the errors of commands are printed, and what a command waits for if that takes more than ten
  ///     seconds; `nil` prints errors to `display`.
  ///   - firstScreen: the screen that is open when the first command is read, as `open` takes it: "book id=3".
  ///   - isShared: whether other fronts use the app's core, too. Then `screens` lists what they have open, and `show` shows one.
  ///   - scheduler: the main queue, which measures the time between the changes that a terminal prints, and how long a
  ///     command waits.
  public init(
    _ app: any TextApp, input: CommandSource, display: Display, errors: Display? = nil,
    opening firstScreen: String? = nil, isShared: Bool = false,
    scheduler: some Scheduler = DispatchQueue.main
  ) {
    self.firstScreen = firstScreen
    self.app = app
    coreFront = app.core.attach(.prompt, isShared: isShared, answers: [AppFront.anyQuestion])
    self.input = input
    self.display = display
    self.errors = errors ?? display
    ending = Ending(stopsAtFailure: input.stopsAtFailure)
    commands = Command.all(for: app, isShared: isShared)
    // NB: among what is printed, a line that depends on time would make two sessions with one input differ.
    wait = ProgressWait(
      afterLongTime: errors == nil
        ? nil : { report in Just(()).delay(for: .seconds(Self.longWait), scheduler: scheduler).sink { report() } })
    app.idle.sink { [wait] in wait.advance() }.store(in: &cancellables)
    changes.throttle(for: .nanoseconds(1_000_000_000 / Self.updatesPerSecond), scheduler: scheduler, latest: true)
      .sink { [weak self] in self?.printChanges() }
      .store(in: &cancellables)
    let layout = app.core.layout
    // The badges of tabs are in the app's own state.
    if layout.tabs.contains(where: { $0.badge != nil }) { coreFront.followApp() }
    stack.tab = (layout.tabs.first { $0.screen == layout.start } ?? layout.tabs.first)?.name
    coreFront.reports
      .sink { [weak self] report in
        if case .localized = report.event { self?.speak() }
        if case .accountChanged = report.event { self?.accountDidChange() }
        self?.navigation.receive(report)
        self?.questions.receive(report)
      }
      .store(in: &cancellables)
    history.account = app.core.environment.account
    input.prompt?.onCompletion = { [weak self] in self?.completion(of: $0) ?? .init(wordLength: 0, candidates: []) }
    input.prompt?.onInterrupt = { [weak self] in self?.interrupt() }
    input.prompt?.onTyping = { [weak self] in for list in self?.topLists ?? [] { list.beginTyping() } }
    // Without colour, what is suggested would look like what was typed.
    input.prompt?.suggestsFromHistory = display.style == .terminal
    input.prompt?.canSuggest = { [weak self] in self?.canPerform($0) ?? true }
    input.prompt?.onResize = { [weak self] in if let self, usesCard { showCard() } }
    speak()
  }

  /// A front on the standard streams of the process.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - input: the commands; by default those of the standard input.
  ///   - firstScreen: the screen that is open when the first command is read, as `open` takes it: "book id=3".
  ///   - isShared: whether other fronts use the app's core, too.
  ///   - isPlain: whether a terminal gets the lines of a pipe. It asks for secrets all the same.
  public convenience init(
    _ app: any TextApp, input: CommandSource? = nil, opening firstScreen: String? = nil, isShared: Bool = false,
    isPlain: Bool = false
  ) {
    let input = input ?? .standardInput(isPlain: isPlain)
    let style = isPlain ? .plain : Style(.standardOutput)
    self.init(
      app, input: input,
      display: input.prompt.map { Display($0, style: style) } ?? Display(Descriptor.standardOutput, style: style),
      errors: Display(
        Descriptor.standardError, style: isPlain ? .plain : Style(.standardError),
        columns: Descriptor.standardError.isTerminal ? input.prompt.map { prompt in { prompt.columns } } : nil),
      opening: firstScreen, isShared: isShared)
    if let prompt = input.prompt, let command = ProcessInfo.processInfo.environment["PAGER"], !command.isEmpty {
      pager = { text in
        var isShown = false
        await prompt.lend { isShown = await Pager(command: command).show(text) }
        return isShown
      }
    }
  }

  /// Records what happens, before ``run()``. In a terminal, and where others use the app, too, commands and printed lines are
  /// left out: there they also depend on the moment at which each one is entered.
  ///
  /// - Parameter recorder: The recorder.
  public func record(to recorder: some CommandRecorder) {
    if isInteractive || coreFront.isShared {
      observer.onInput = recorder.beginTurn
      observer.onCommand = { _ in recorder.endTurn() }
    } else {
      observer.onInput = recorder.beginCommand
      observer.onCommand = recorder.performed
      observer.onPrint = recorder.print
    }
  }

  /// Adds a command of the program, which stands before `quit` in the help. Call it before ``run()``.
  public func add(_ command: Command) {
    commands.insert(command, at: max(0, commands.count - 1))
  }

  /// Runs until `quit`, the end of the input, a failure to write or, if ``stopsAtFailure`` is true, a command that fails.
  public func run() async {
    defer { input.prompt?.close() }
    if input.prompt != nil, let greeting = app.greeting { show([Line(greeting)]) }
    if let firstScreen = firstScreen ?? app.core.layout.start {
      observer.onInput?()
      current.lineNumber -= 1
      await performAndWait(.text("open \(firstScreen)"))
    }
    navigation.showPresented()
    questions.showOpen()
    while !ending.isReached, !display.isClosed {
      if let line = await nextLine() { await performAndWait(line) } else if mayEnd() { break }
    }
    for question in isInteractive ? [] : questions.unanswered {
      ending.hasOpenQuestion = true
      report(words.text("The session ends with an open question: \(question.id), \(question.name)."))
    }
    if case .list(let list) = format, !ending.isByFailure {
      do throws(CommandError) { try write(list) } catch {
        ending.fail()
        report(words.string(error.text))
      }
    }
    if !ending.isByFailure { reportMissingMembers() }
    // What was above the prompt stays on the screen.
    if display.hasCard, input.prompt?.lineWasPasted == false, let top = stack.top { show(card(of: top)) }
  }

  /// Whether it has the user's attention.
  var isActive: Bool { !coreFront.hidesPrivateFields }

  /// The front's condition, or the app's.
  private var status: String? { app.status ?? (isActive ? nil : words.text("background")) }

  /// Whether a command failed.
  public var hasFailed: Bool { ending.hasFailed }

  /// Whether ``run()`` ends with the first command that fails. By default, a script and the commands of a command line do
  /// that; a pipe and a prompt go on.
  public var stopsAtFailure: Bool {
    get { ending.stopsAtFailure }
    set { ending.stopsAtFailure = newValue }
  }

  func performAndWait(_ line: InputLine) async {
    current.begin()
    defer { current.isPerforming = false }
    let failures = stopsAtFailure ? shownFailures : []
    await perform(line)
    if !ending.isReached, input.waitsUntilIdle { await waitUntilIdle() }
    if !ending.isReached, stopsAtFailure { checkFailures(besides: failures) }
    if !ending.isReached, isInteractive { await questions.askPerson() }
  }

  /// The exit code of a program that runs only this front: 1 if writing failed, if a command ended the run, or if a script has left a
  /// question open; otherwise 0.
  public var exitCode: Int32 { display.isClosed || ending.isByFailure || ending.hasOpenQuestion ? 1 : 0 }

  /// Why the output cannot be written, for people; `nil` if it can, or if its reader wants no more.
  public var outputProblem: String? { display.problem }

  /// Performs a command again that was performed in an earlier session.
  ///
  /// It waits until every view is current, and not until the app is idle.
  ///
  /// - Parameter line: the line; `nil` for one that failed, which only counts.
  public func repeatCommand(_ line: String?) async {
    if let line { await perform(.text(line)) } else { current.lineNumber += 1 }
    await wait.until { areViewsCurrent }
  }

  /// Shows the next of what waits until the app is idle, when a session is repeated: what the app has opened; then the changes of the
  /// screens below the top one; then what was presented or asked before the front was made.
  ///
  /// - Returns: whether there was anything.
  public func showHeldBack() async -> Bool {
    guard areViewsCurrent else {
      await wait.until { areViewsCurrent }
      return true
    }
    return navigation.showPending() || showDelayedLines() || navigation.showPresented() || questions.showOpen()
  }

  /// Prints the changes of the screens below the top one.
  ///
  /// - Returns: whether there were any.
  @discardableResult private func showDelayedLines() -> Bool {
    let lines = stack.entries.flatMap { followed.delayedLines[$0.title] ?? [] }
    followed.delayedLines = [:]
    output(lines)
    return !lines.isEmpty
  }

  /// Prints lines for people.
  public func show(_ lines: [Line]) { output(printsJSON ? lines.map(textLine) : lines) }

  /// Prints lines as they are.
  func output(_ lines: [Line]) {
    if case .list = format { return }
    if let onPrint = observer.onPrint { for line in lines { onPrint(Style.plain.text(line)) } }
    display.print(lines)
    makeRoom(for: lines)
  }

  /// Prints a text where errors are printed.
  func report(_ text: String) {
    errors.print([Line(text, .failure)])
    makeRoom(for: [Line(text, .failure)])
  }

  /// Whether a person types the commands.
  public var isInteractive: Bool { input.isInteractive }

  private var prompt: String {
    (stack.top?.title ?? "") + (status.map { " (\($0))" } ?? "") + "> "
  }

  private func nextLine() async -> InputLine? {
    showCard()
    let line = await input.next(prompt)
    if line != nil { observer.onInput?() }
    return line
  }

  private func perform(_ line: InputLine) async {
    current.lineNumber += 1
    wait.wasInterrupted = false
    // NB: before the changes are printed, which the user had not seen.
    let lists = topLists
    for list in lists { list.beginCommand() }
    defer { for list in lists { list.endCommand() } }
    printChanges()
    navigation.beginCommand()
    do throws(CommandError) {
      let text = try line.text
      let forgotten = history.forgottenCount
      try await perform(text)
      endCommand()
      if let prompt = input.prompt, !givesSecret(text), forgotten == history.forgottenCount {
        prompt.addToHistory(text)
      }
      observer.onCommand?(text)
    } catch {
      ending.hasFailed = true
      // A failed command is recorded without its output, so what is shown next belongs to a turn of its own.
      observer.onCommand?(nil)
      endCommand()
      var message = error.text
      if case .text(let text) = line {
        if maySeeAgain(failed: text) { input.prompt?.addToHistory(text) }
        message = corrected(text, error) ?? message
      }
      report(location + words.string(message))
    }
  }

  /// The lists of the screen that is shown.
  private var topLists: [any AnyList] { stack.top?.view.canvas.elements.compactMap { $0 as? any AnyList } ?? [] }

  /// Shows what the app has opened, and prints what appeared there at once.
  private func endCommand() {
    navigation.endCommand()
    printChanges()
  }

  /// What stands before an error: where the command is.
  var location: String {
    if let name = input.name { return "\(name):\(current.lineNumber): " }
    return isInteractive ? "" : words.text("error: line \(count: current.lineNumber, isGrouped: false):") + " "
  }

  private func perform(_ line: String) async throws(CommandError) {
    guard let (command, arguments) = try parse(line) else { return }
    if ["type", "choose", "switch"].contains(command.name) {
      for case let list as any AnyList in stack.top?.view.canvas.elements ?? [] { list.expectOtherRows() }
    }
    if command.name != "quit" { ending.hasWarned = false }
    try await command.action(self, arguments)
    // The change of an element that no model answers, such as a secure field.
    stack.top?.view.canvas.display()
    printChanges()
  }

  /// Ends the front after the current command.
  func quit() {
    if mayEnd() { ending.hasQuit = true }
  }

  /// Whether the front may end. A prompt says first what is not done or not sent, and who else uses the app, which may end with it; it ends the
  /// second time.
  private func mayEnd() -> Bool {
    let warnings = warningsBeforeTheEnd
    let mayEnd = ending.hasWarned || warnings.toDecide.isEmpty
    show((mayEnd ? warnings.toKnow : warnings.toDecide).map { Line($0) })
    ending.hasWarned = true
    return mayEnd
  }

  /// Asks the user for a text, without echo if it is a secret; `nil` if the user does not give one.
  func ask(_ question: String, isSecret: Bool, changing answer: String = "") async throws(CommandError) -> String? {
    guard let line = await input.nextAnswer(question, isSecret: isSecret, changing: answer, show: errors.write)
    else { return nil }
    observer.onInput?()
    return try line.text
  }

  /// Forgets the changes of a screen that is closed, or shown as a whole.
  func forget(_ entry: ScreenStack.Entry) {
    followed.forget(entry.title)
  }

  /// Shows soon what the app has opened, outside of a command.
  func showPendingSoon() {
    if input.prompt != nil { changes.send() }
    wait.advance()
    // A pipe does it when the app is idle, so that its output does not depend on the moment.
    if input.prompt == nil, !input.waits { Task { navigation.showPending() } }
  }

  /// Prints the changes of a screen from here on. Those of a screen below have its title before them.
  func follow(_ entry: ScreenStack.Entry) {
    guard !printsJSON else { return followState(entry) }
    entry.view.canvas.onChange = { [weak self, title = entry.title] lines in
      self?.show(changes: lines, of: title)
    }
    guard joinsChanges else { return }
    entry.view.canvas.onDeferral = { [changes, wait] in
      changes.send()
      wait.advance()
    }
  }

  /// Prints the states of a screen from here on.
  private func followState(_ entry: ScreenStack.Entry) {
    // The lines are not printed, but the view that has made them may be what a command waits for.
    entry.view.canvas.onChange = { [wait] _ in wait.advance() }
    followed.states[entry.title] = entry.instance.shown?.updates.sink { [weak self] _ in
      guard let self, let line = stateLine(of: entry) else { return }
      printSoon([line], of: entry.title)
    }
  }

  private func show(changes lines: [Line], of title: String) {
    let prefix = stack.top?.title == title ? "  " : "\(title): "
    printSoon(lines.map { $0.prefixed(by: prefix) }, of: title)
  }

  /// Prints what has changed: of the top screen at once, of one below it when the app is idle.
  private func printSoon(_ lines: [Line], of title: String) {
    if stack.top?.title == title || !input.waits {
      output(lines)
    } else {
      // A notification center calls its observers in any order, and the output must always be the same.
      followed.delayedLines[title, default: []] += lines
    }
    wait.advance()
  }

  /// Prints the changes that were deferred, and shows what the app has opened.
  private func printChanges() {
    guard joinsChanges else { return }
    navigation.showPending()
    let top = usesCard ? stack.top : nil
    // What a sign-in covers is shown again after it.
    if top?.isInFront != true {
      for entry in stack.entries where entry.title != top?.title { printChanges(of: entry, isBelowCard: top != nil) }
    }
    if usesCard { showCard() }
    input.prompt?.changePrompt(to: prompt)
  }

  /// Whether what changes in one turn of the main queue is one update. A pipe gets each change.
  private var joinsChanges: Bool { input.prompt != nil || !input.waits }

  /// Whether the top screen is shown above the prompt. What pasted lines do is printed as for a script.
  var usesCard: Bool {
    display.hasCard && !printsJSON && !(current.isPerforming && input.prompt?.lineWasPasted == true)
  }

  private func interrupt() {
    wait.wasInterrupted = true
    wait.advance()
  }

  /// Waits until nothing is in flight and every view is current, and then prints the changes of the screens below.
  private func waitUntilIdle() async {
    let report = isIdle ? nil : wait.afterLongTime? { [unowned self] in reportWait() }
    defer { report?.cancel() }
    repeat {
      await wait.until { wait.wasInterrupted || isIdle }
      // What appears may have something to load.
    } while navigation.showPending() && !wait.wasInterrupted
    printChanges()
    showDelayedLines()
  }

  private var isIdle: Bool { !app.isBusy && areViewsCurrent }
  private var areViewsCurrent: Bool { stack.entries.allSatisfy(\.view.isCurrent) }
}
