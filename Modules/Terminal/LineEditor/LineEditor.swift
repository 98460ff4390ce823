public import StandardIO

/// The line that a user edits in a terminal: it takes the bytes of the keyboard, and gives bytes that draw.
///
/// It owns neither a descriptor nor a terminal, so a test drives it like any other value:
///
/// ```swift
/// var editor = LineEditor(size: TerminalSize(columns: 40))
/// editor.beginLine(prompt: "> ")
/// editor.receive(Array("opne\u{1B}[D\u{7F}\u{5}n\r".utf8))
/// _ = editor.nextEvent()  // .line(.text("open"))
/// _ = editor.takeOutput()  // the bytes that draw it
/// ```
///
/// The keys are those of Emacs and of the usual shells. A pasted text (bracketed paste) runs line by line: its last line
/// stays to be edited if it does not end with a line feed. An answer is one line, so a paste of several is refused there.
///
/// A line from which something was left out, because it is not UTF-8 or the line would be too long, cannot be entered: no part
/// of what was meant is taken for the whole. Enter, and a paste into a command, then give a damaged line. What a command has
/// stays to be edited.
public struct LineEditor: Sendable {
  /// What the user asks for.
  public enum Event: Equatable, Sendable {
    /// A line was entered. The editor waits for ``LineEditor/beginLine(prompt:as:text:)``.
    case line(InputLine)
    /// The end of the input, by Control-D in an empty line. The editor waits for `beginLine`.
    case endOfInput
    /// Control-C: the line was dropped, and the rest of a paste too. The editor waits for `beginLine`.
    case interrupt(lineWasEmpty: Bool)
    /// Control-Z: the process is to be suspended. Call ``LineEditor/redraw()`` when it continues.
    case suspend
    /// The Tab key behind this text. Answer it with ``LineEditor/complete(_:)``.
    case completion(of: String)
  }

  /// What a line is for.
  public enum Kind: Sendable {
    /// A command, with completion and history.
    case command
    /// The answer to a question, which is any text.
    case answer
    /// An answer that is a secret. It is not drawn.
    case secret
  }

  /// The lines that Up and Control-R find. The editor adds none.
  public var history = History()
  /// Whether the last line was part of a pasted text.
  public private(set) var lineWasPasted = false
  /// Whether a line is being edited.
  public private(set) var isEditing = false
  /// Whether the rest of the newest line of the history that begins as the command does is drawn behind it, in grey. Right, End or
  /// Control-F takes it, Alt-F or Control-Right a word of it.
  public var suggestsFromHistory = false
  /// Whether a line of the history can be suggested at the moment.
  public var canSuggest: @Sendable (_ line: String) -> Bool = { _ in true }

  var drawing: LineDrawing
  var line = EditedLine()

  private var kind = Kind.command
  private var search: Search?
  private var prompt = ""
  private var decoder = KeyDecoder()
  var needsDrawing = false
  /// The text that was removed last.
  private var removed = ""
  private var pastedLines: ArraySlice<InputLine> = []
  private var pastedRest: String?

  /// A search in the history (Control-R).
  private struct Search {
    var text = ""
    var index: Int
    var hasFailed = false
    var original: EditedLine
  }

  /// An editor that does not edit yet.
  public init(size: TerminalSize) { drawing = LineDrawing(size: size) }

  /// Adds what was typed. It is not decoded before ``nextEvent()``.
  public mutating func receive(_ bytes: [UInt8]) { decoder.append(bytes) }

  /// Drops what was typed and pasted, and not processed.
  package mutating func dropInput() {
    decoder.removeAll()
    pastedLines = []
    pastedRest = nil
  }

  /// Begins a line.
  ///
  /// - Parameters:
  ///   - prompt: the text before it.
  ///   - kind: what the line is for.
  ///   - text: what stands in the line at first, to be changed. A text that is too long, or that has control characters, is left out.
  public mutating func beginLine(prompt: String, as kind: Kind = .command, text: String = "") {
    self.prompt = prompt
    self.kind = kind
    isEditing = true
    needsDrawing = true
    clearLine()
    if text.utf8.count <= LineBuffer.longestLine, !text.unicodeScalars.contains(where: \.isControl) {
      line.before = text
    }
  }

  /// Ends the line that is being edited, and drops it.
  public mutating func stop() {
    if isEditing { _ = endLine(.endOfInput) }
  }

  /// The next thing that the user asks for; `nil` if more has to be typed. Whatever changed is drawn then.
  public mutating func nextEvent() -> Event? {
    guard isEditing else { return nil }
    var event = nextPastedLine()
    while event == nil, let key = decoder.next() { event = apply(key) ?? nextPastedLine() }
    if isEditing, needsDrawing { draw() }
    return event
  }

  /// The bytes to write to the terminal, once.
  public mutating func takeOutput() -> [UInt8] {
    defer { drawing.output = "" }
    return Array(drawing.output.utf8)
  }

  // MARK: - What is drawn

  private var isSecret: Bool { kind == .secret }

  /// The text before the cursor, as it is drawn.
  var shownBefore: String {
    if let search { return "\(search.hasFailed ? "failed " : "")search \"\(search.text)\": \(line.before)" }
    return prompt + (isSecret ? "" : line.before)
  }
  /// The text behind the cursor, as it is drawn.
  var shownAfter: String { isSecret ? "" : line.after }

  /// What the history suggests behind the text; empty if it has nothing.
  var suggestion: Substring {
    guard suggestsFromHistory, isEditing, kind == .command, search == nil, line.historyIndex == nil, line.after.isEmpty
    else {
      return ""
    }
    return history.rest(of: line.before, where: canSuggest)
  }

  /// Changes the text before the line that is being edited.
  package mutating func changePrompt(to prompt: String) {
    guard isEditing, prompt != self.prompt else { return }
    self.prompt = prompt
    draw()
  }

  // MARK: - Keys

  private mutating func apply(_ key: Key) -> Event? {
    if search != nil, applyToSearch(key) { return nil }
    needsDrawing = true
    switch key {
    case .text(let text): insert(text)
    case .damagedText(let text):
      line.hasDamagedText = true
      insert(text)
    case .paste(let bytes): return paste(bytes)
    case .pasteTooLong: return refusePaste(.pasteTooLong)
    case .report: break
    case .enter: return enter()
    case .tab where kind == .command: return .completion(of: line.before)
    case .control("c"): return interrupt()
    case .control("d") where line.isEmpty: return endLine(.endOfInput)
    case .control("l"): clearScreen()
    case .control("r") where kind == .command:
      search = Search(index: history.lines.count, original: line)
    case .control("z"): return suspend()
    default: edit(key)
    }
    return nil
  }

  /// Applies a key that takes what is suggested, or a word of it.
  ///
  /// - Returns: false for another key.
  private mutating func takeSuggestion(_ key: Key) -> Bool {
    let suggestion = String(suggestion)
    guard !suggestion.isEmpty else { return false }
    switch key {
    case .right, .end, .control("e"), .control("f"): line.before += suggestion
    case .wordRight: line.before += suggestion.prefix(suggestion.prefixLength(ofWord: \.isLetterOrNumber))
    default: return false
    }
    return true
  }

  private mutating func edit(_ key: Key) {
    if takeSuggestion(key) { return }
    switch key {
    case .left, .control("b"): line.moveLeft(1)
    case .right, .control("f"): line.moveRight(1)
    case .home, .control("a"): line.moveLeft(line.before.count)
    case .end, .control("e"): line.moveRight(line.after.count)
    case .wordLeft: line.moveLeft(line.before.suffixLength(ofWord: \.isLetterOrNumber))
    case .wordRight: line.moveRight(line.after.prefixLength(ofWord: \.isLetterOrNumber))
    case .backspace: removeBefore(1)
    case .delete, .control("d"): line.removeAfter(1)
    case .control("u"): removed = removeBefore(line.before.count)
    case .control("k"): removed = line.removeAfter(line.after.count)
    case .control("w"): removed = removeBefore(line.before.suffixLength { !$0.isWhitespace })
    case .deleteWordLeft: removed = removeBefore(line.before.suffixLength(ofWord: \.isLetterOrNumber))
    case .deleteWordRight: removed = line.removeAfter(line.after.prefixLength(ofWord: \.isLetterOrNumber))
    case .control("y"): insert(removed)
    case .up, .control("p"): showHistory((line.historyIndex ?? history.lines.count) - 1)
    case .down, .control("n"): if let index = line.historyIndex { showHistory(index + 1) }
    default: beep()
    }
    if isSecret { removed = "" }
  }

  private mutating func insert(_ text: String) {
    guard line.text.utf8.count + text.utf8.count <= LineBuffer.longestLine else { return leaveOut(.tooLong) }
    line.before += text
  }

  /// Leaves out what was typed, and lets no line be entered that lacks it.
  private mutating func leaveOut(_ damage: InputLine.Damage) {
    line.omission = damage
    beep()
  }

  /// Leaves out what was pasted. A command ends with that; an answer would have its rest in the next command.
  private mutating func refusePaste(_ damage: InputLine.Damage) -> Event? {
    leaveOut(damage)
    return kind == .command ? refuseLine(damage) : nil
  }

  private mutating func refuseLine(_ damage: InputLine.Damage) -> Event {
    let isDamaged = line.hasDamagedText
    if kind == .command { pastedRest = line.text }
    let event = endLine(.line(.damaged(damage)))
    // What stays is as it was.
    line.hasDamagedText = isDamaged && kind == .command
    return event
  }

  @discardableResult private mutating func removeBefore(_ count: Int) -> String {
    if line.before.isEmpty { beep() }
    return line.removeBefore(count)
  }

  private mutating func showHistory(_ index: Int) {
    guard kind == .command, index >= 0, index <= history.lines.count else { return beep() }
    if line.historyIndex == nil { line.draft = line.text }
    line.historyIndex = index == history.lines.count ? nil : index
    line.before = line.historyIndex.map { history.lines[$0] } ?? line.draft
    line.after = ""
  }

  private mutating func beep() { drawing.output += "\u{7}" }

  /// Forgets the lines that Up and Control-R find, what was removed last, and a line that is from there.
  mutating func forgetHistory() {
    history = History()
    removed = ""
    guard search != nil || line.historyIndex != nil else { return }
    clearLine()
    needsDrawing = true
  }

  // MARK: - The end of a line

  private mutating func clearLine() {
    search = nil
    line = EditedLine(hasDamagedText: pastedRest != nil && line.hasDamagedText)
  }

  private mutating func enter() -> Event {
    lineWasPasted = false
    if let damage = line.damage { return refuseLine(damage) }
    return endLine(.line(.text(line.text)))
  }

  private mutating func interrupt() -> Event {
    let wasEmpty = line.isEmpty
    dropInput()
    return endLine(.interrupt(lineWasEmpty: wasEmpty))
  }

  private mutating func suspend() -> Event {
    moveBelow()
    return .suspend
  }

  private mutating func endLine(_ event: Event) -> Event {
    search = nil
    moveBelow()
    clearLine()
    isEditing = false
    return event
  }

  // MARK: - Pasted lines

  private mutating func paste(_ bytes: [UInt8]) -> Event? {
    if let damage = line.damage { return refusePaste(damage) }
    guard let pasted = String(validating: bytes, as: UTF8.self) else { return refusePaste(.notUTF8) }
    // Terminals paste a line end as CR.
    let text = pasted.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if kind != .command {
      // What follows the first line would be taken for commands.
      while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
      guard lines.count == 1 else { return refusePaste(.severalLines) }
    }
    guard lines.count > 1 else {
      insert(String(lines.joined().filter { $0 == "\t" || !$0.unicodeScalars.contains(where: \.isControl) }))
      return line.damage.flatMap { kind == .command ? refuseLine($0) : nil }
    }
    let rest = lines.removeLast()
    lines[0] = line.before + lines[0]
    pastedRest = rest + line.after
    pastedLines = lines.map { InputLine(decoding: Array($0.utf8)[...]) }[...]
    clearLine()
    return nil
  }

  private mutating func nextPastedLine() -> Event? {
    if let pasted = pastedLines.popFirst() {
      if case .text(let text) = pasted { line.before = text }
      lineWasPasted = true
      return endLine(.line(pasted))
    }
    if let rest = pastedRest {
      pastedRest = nil
      insert(rest)
    }
    return nil
  }

  // MARK: - Completion and search

  /// Completes the word before the cursor by what all candidates share. If there are several, it lists them, unless the
  /// list is already the last thing above the line.
  public mutating func complete(_ completion: Completion) {
    guard isEditing, !completion.candidates.isEmpty else { return beep() }
    let word = line.before.suffix(completion.wordLength)
    let prefix = completion.commonPrefix
    // A candidate may also match by a later part of it, and then a shared beginning says nothing.
    if prefix.count >= word.count, prefix.lowercased().hasPrefix(word.lowercased()) || completion.candidates.count == 1
    {
      line.before.removeLast(word.count)
      line.before += prefix
    }
    if completion.candidates.count == 1 {
      // The cursor is where the next word begins.
      line.before += " "
      line.after.removeFirst(line.after.prefix { $0 == " " }.count)
    } else if let listed = drawing.listed, listed == (line.before, completion.candidates) {
      beep()
    } else {
      printAbove(completion.list(in: drawing.size).map { $0 + "\n" }.joined())
      drawing.listed = (line.before, completion.candidates)
    }
    needsDrawing = true
  }

  /// Applies a key to the search in the history.
  ///
  /// - Returns: false if the key ends the search, and is to be applied to the line.
  private mutating func applyToSearch(_ key: Key) -> Bool {
    guard var search else { return false }
    needsDrawing = true
    switch key {
    case .text(let text):
      for character in text {
        search.text.append(character)
        find(&search, before: search.index + 1)
      }
    case .backspace:
      _ = search.text.popLast()
      find(&search, before: history.lines.count)
    case .control("r"): find(&search, before: search.index)
    case .control("g"):
      line = search.original
      self.search = nil
      return true
    default:
      self.search = nil
      return false
    }
    self.search = search
    return true
  }

  private mutating func find(_ search: inout Search, before index: Int) {
    guard !search.text.isEmpty else { return }
    let found = history.lastIndex(before: index, containing: search.text)
    search.hasFailed = found == nil
    guard let found else { return beep() }
    search.index = found
    showHistory(found)
  }
}

extension Character {
  fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}

extension String {
  /// The length of the first word and of what is before it.
  fileprivate func prefixLength(ofWord isPart: (Character) -> Bool) -> Int {
    let start = firstIndex(where: isPart) ?? endIndex
    let end = self[start...].firstIndex { !isPart($0) } ?? endIndex
    return distance(from: startIndex, to: end)
  }

  /// The length of the last word and of what is behind it.
  fileprivate func suffixLength(ofWord isPart: (Character) -> Bool) -> Int {
    String(reversed()).prefixLength(ofWord: isPart)
  }
}
