import Dispatch
public import StandardIO

/// A terminal at which a user edits lines, while other text is printed above them.
///
/// ```swift
/// @MainActor func countCharacters() async {
///   let prompt = TerminalPrompt()
///   while case .text(let line)? = await prompt.nextLine("> ") {
///     prompt.print("You have entered \(line.count) characters.\n")
///   }
///   prompt.close()
/// }
/// ```
@MainActor public final class TerminalPrompt {
  /// Completes the word at the end of a text. Without it, Tab has no effect.
  public var onCompletion: ((_ text: String) -> Completion)?
  /// Runs at Control-C.
  public var onInterrupt: (() -> Void)?
  /// Runs when the user begins to type a line: what is printed from here on, they may not have read.
  public var onTyping: (() -> Void)?
  /// Whether writing has failed. What is printed afterwards is dropped.
  public private(set) var isClosed = false
  /// What Control-C in an empty line prints, to help a user who wants to end the program.
  public var interruptHint: String?

  private let input: any ByteSource
  private let output: any ByteSink
  private let setMode: (StandardTerminal.Mode) -> Void
  private let suspend: () -> Void
  private var editor: LineEditor
  /// What waits for a line.
  private var waiter: Waiter?
  private var historyFile: HistoryFile?
  private var isReading = false
  /// Whether another program has the terminal.
  private var isLent = false
  private var inputHasEnded = false
  /// What to call when the bytes that have arrived are processed.
  private var acknowledgements: [@Sendable () -> Void] = []
  private var changes: (any DispatchSourceRead)?

  private struct Waiter {
    var prompt: String
    let kind: LineEditor.Kind
    /// Whether the user has typed a part of the line.
    var isTyping = false
    let line: CheckedContinuation<InputLine?, Never>
  }

  /// How many pieces of input may wait. A terminal gives one for each key that is pressed.
  private static let window = 1_024

  /// A prompt on a terminal.
  ///
  /// - Parameters:
  ///   - input: the bytes that the terminal sends.
  ///   - output: the terminal.
  ///   - size: the size of the terminal.
  ///   - setMode: sets the mode of the terminal.
  ///   - suspend: suspends the process.
  public init(
    input: any ByteSource, output: any ByteSink, size: TerminalSize,
    setMode: @escaping (StandardTerminal.Mode) -> Void, suspend: @escaping () -> Void
  ) {
    self.input = input
    self.output = output
    self.setMode = setMode
    self.suspend = suspend
    editor = LineEditor(size: size)
  }

  /// A prompt on the standard input and output of the process. Call `StandardTerminal.restoreOnSignals()` before, so that
  /// the terminal's mode is restored however the process ends.
  public convenience init() {
    self.init(
      input: PausableInput(.standardInput), output: Descriptor.standardOutput, size: StandardTerminal.size,
      setMode: StandardTerminal.set, suspend: StandardTerminal.suspendJob)
    changes = StandardTerminal.onChange { [weak self] in self?.terminalDidChange(size: StandardTerminal.size) }
  }

  /// Waits for a line that the user enters.
  ///
  /// - Parameters:
  ///   - prompt: the text before it.
  ///   - kind: what the line is for.
  ///   - text: what stands in the line at first, to be changed.
  /// - Returns: the line; `nil` at the end of the input, and for an answer that the user does not want to give.
  public func nextLine(_ prompt: String, as kind: LineEditor.Kind = .command, text: String = "") async -> InputLine? {
    start()
    editor.beginLine(prompt: prompt, as: kind, text: text)
    return await withCheckedContinuation { continuation in
      waiter = Waiter(prompt: prompt, kind: kind, line: continuation)
      process()
    }
  }

  /// Changes the text before the line of a command while it is being edited. The text of a question stays.
  public func changePrompt(to text: String) {
    guard waiter?.kind == .command else { return }
    waiter?.prompt = text
    editor.changePrompt(to: text)
    flush()
  }

  /// Whether the rest of an earlier command that begins alike is drawn behind what is typed; see
  /// ``LineEditor/suggestsFromHistory``.
  public var suggestsFromHistory: Bool {
    get { editor.suggestsFromHistory }
    set { editor.suggestsFromHistory = newValue }
  }

  /// Says whether a line of the history can be suggested at the moment. By default each can.
  public var canSuggest: (@MainActor (_ line: String) -> Bool)? {
    didSet {
      // The prompt, which is on the main actor, has the editor.
      editor.canSuggest = { [canSuggest] line in MainActor.assumeIsolated { canSuggest?(line) ?? true } }
    }
  }

  /// Whether the last line was part of a pasted text.
  public var lineWasPasted: Bool { editor.lineWasPasted }

  /// Adds a line to the history.
  public func addToHistory(_ line: String) {
    if editor.history.append(line) { historyFile?.append(line) }
  }

  /// Adds the lines of earlier sessions to the history, and keeps those of this one.
  public func keepHistory(in file: HistoryFile) {
    historyFile = file
    for line in file.load() { editor.history.append(line) }
  }

  /// Forgets all lines that were entered, also those of earlier sessions in the file.
  public func forgetHistory() {
    editor.forgetHistory()
    historyFile?.remove()
  }

  /// The width of the terminal, in cells.
  public var columns: Int { editor.drawing.size.columns }
  /// The height of the terminal.
  public var rows: Int { editor.drawing.size.rows }
  /// Runs when the terminal has another size, after the line was drawn for it.
  public var onResize: (() -> Void)?

  /// Prints whole lines, above the line that is being edited.
  public func print(_ text: String) {
    editor.printAbove(text)
    flush()
  }

  /// Shows lines right above the line that is being edited, in place of those that were shown there.
  package func showCard(_ lines: [Line], style: Style) {
    editor.showCard(lines, style: style)
    flush()
  }

  /// The text of the card's last row if not all rows fit, such as how to see the others.
  public var cutCardText: String {
    get { editor.cutCardText }
    set { editor.cutCardText = newValue }
  }

  /// Whether the whole card fits above the line that is being edited.
  var cardIsWhole: Bool { editor.cardIsWhole }

  /// The size of the terminal has changed, or the process continues after it was suspended.
  public func terminalDidChange(size: TerminalSize) {
    let isOther = size != editor.drawing.size
    if isOther { editor.resize(to: size) } else { editor.redraw() }
    flush()
    if isOther { onResize?() }
  }

  /// Gives the terminal to another program: neither keys are read nor is anything written until the body has ended. Call it while no
  /// line is being edited.
  public func lend(to body: () async -> Void) async {
    flush()
    isLent = true
    (input as? PausableInput)?.pause(true)
    setMode(.original)
    await body()
    setMode(.editing)
    (input as? PausableInput)?.pause(false)
    isLent = false
    flush()
  }

  /// Stops editing, and restores the mode of the terminal.
  public func close() {
    setMode(.original)
  }

  private func start() {
    guard !isReading else { return }
    isReading = true
    setMode(.editing)
    Reader(input, window: Self.window).start { chunk, done in
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.receive(chunk, done) } }
    } onEnd: { _ in
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.inputDidEnd() } }
    }
  }

  private func receive(_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) {
    acknowledgements.append(done)
    if !editor.isEditing, chunk.contains(3) {
      // Control-C while a command runs.
      editor.dropInput()
      onInterrupt?()
    } else {
      editor.receive(chunk)
    }
    process()
  }

  private func inputDidEnd() {
    inputHasEnded = true
    process()
  }

  private func process() {
    guard waiter != nil else { return }
    while let event = editor.nextEvent() {
      switch event {
      case .line(let line): return finish(line)
      case .endOfInput: return finish(nil)
      case .interrupt(let lineWasEmpty):
        onInterrupt?()
        guard let waiter, waiter.kind == .command else { return finish(nil) }
        if lineWasEmpty, let interruptHint { editor.printAbove(interruptHint + "\n") }
        editor.beginLine(prompt: waiter.prompt)
      case .suspend:
        flush()
        suspend()
        editor.redraw()
      case .completion(let text):
        editor.complete(onCompletion?(text) ?? Completion(wordLength: 0, candidates: []))
      }
    }
    if let isTyping = waiter?.isTyping, isTyping == editor.line.isEmpty {
      waiter?.isTyping.toggle()
      if !isTyping { onTyping?() }
    }
    for done in acknowledgements { done() }
    acknowledgements = []
    if inputHasEnded { finish(nil) } else { flush() }
  }

  private func finish(_ line: InputLine?) {
    editor.stop()
    flush()
    waiter.take()?.line.resume(returning: line)
  }

  private func flush() {
    guard !isLent else { return }
    let bytes = editor.takeOutput()
    guard !isClosed, !bytes.isEmpty else { return }
    do { try output.writeAll(bytes) } catch { isClosed = true }
  }
}
