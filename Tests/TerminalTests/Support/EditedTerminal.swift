import StandardIO
import Terminal
import TerminalSupport

/// A line editor, and a terminal that shows what it draws.
struct EditedTerminal {
  var editor: LineEditor
  var screen: TerminalScreen
  var completion = Completion(wordLength: 0, candidates: [])
  private(set) var written = ""

  init(columns: Int = 60, rows: Int = 24, history: [String] = []) {
    editor = LineEditor(size: TerminalSize(columns: columns, rows: rows))
    screen = TerminalScreen(columns: columns, rows: rows)
    for line in history { editor.history.append(line) }
    begin("> ")
  }

  mutating func begin(_ prompt: String, as kind: LineEditor.Kind = .command, text: String = "") {
    editor.beginLine(prompt: prompt, as: kind, text: text)
    type([])
  }

  @discardableResult
  mutating func type(_ text: String) -> [LineEditor.Event] { type(Array(text.utf8)) }

  /// Types, and returns what the user asks for. Another line begins after each one.
  @discardableResult
  mutating func type(_ bytes: [UInt8]) -> [LineEditor.Event] {
    editor.receive(bytes)
    var events: [LineEditor.Event] = []
    while let event = editor.nextEvent() {
      if case .completion = event { editor.complete(completion) } else { events.append(event) }
      if !editor.isEditing { editor.beginLine(prompt: "> ") }
    }
    show()
    return events
  }

  mutating func printAbove(_ text: String) {
    editor.printAbove(text)
    show()
  }

  mutating func showCard(_ lines: [String]) {
    editor.showCard(lines.map { Line($0) }, style: .plain)
    show()
  }

  mutating func resize(columns: Int) {
    screen.resize(columns: columns)
    editor.resize(to: TerminalSize(columns: columns))
    show()
  }

  /// What the terminal shows, with a bar for the cursor.
  var shown: String {
    mutating get {
      show()
      var lines = screen.lines
      while lines.count <= screen.cursor.row { lines.append("") }
      lines[screen.cursor.row] = lines[screen.cursor.row].marked(at: screen.cursor.column)
      return lines.joined(separator: "\n")
    }
  }

  /// The same in one line without blanks: a wide character leaves one where it does not fit.
  var shownUnwrapped: String {
    mutating get { shown.filter { $0 != "\n" && $0 != " " } }
  }

  private mutating func show() {
    let bytes = editor.takeOutput()
    written += String(decoding: bytes, as: UTF8.self)
    // A terminal writes what it gets, so nothing is held back.
    screen.write(bytes)
  }
}

extension String {
  /// The text with a bar before a cell.
  fileprivate func marked(at column: Int) -> String {
    var (width, result) = (0, "")
    for character in self {
      if width == column { result += "|" }
      result.append(character)
      width += character.terminalWidth
    }
    if width <= column { result += String(repeating: " ", count: column - width) + "|" }
    return result
  }
}
