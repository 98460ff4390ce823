public import StandardIO
import Terminal

/// What a terminal shows: it understands the sequences that the fronts use, wraps and scrolls, and wraps its lines again
/// when its width changes.
public struct TerminalScreen {
  /// A cell with a character, or without one.
  public struct Cell: Equatable {
    /// The character; empty in the second cell of a wide one.
    public var text: String
    /// The code of the rendition (SGR, ECMA-48): 0 for none.
    public var rendition: Int
  }

  private struct Row {
    var cells: [Cell] = []
    /// Whether the next row continues this one.
    var isWrapped = false
  }

  /// The size.
  public private(set) var size: TerminalSize
  private var rows = [Row()]
  /// The first row on the screen. Those before it have scrolled away.
  private var top = 0
  private var row = 0
  private var column = 0
  private var rendition = 0
  private var unread: [UInt8] = []

  /// An empty screen.
  public init(columns: Int = 80, rows: Int = 24) { size = TerminalSize(columns: columns, rows: rows) }

  /// The rows, also those that have scrolled away, without blanks at their ends and without empty rows at the end.
  public var lines: [String] {
    let texts = rows.map { row in
      let text = row.cells.map(\.text).joined()
      return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
    }
    return texts.dropLast(texts.reversed().prefix(while: \.isEmpty).count)
  }
  /// The rows in one text.
  public var text: String { lines.joined(separator: "\n") }
  /// The cells of all rows.
  public var cells: [[Cell]] { rows.map(\.cells) }
  /// Where the cursor is. The row counts those that have scrolled away.
  public var cursor: (row: Int, column: Int) { (row, min(column, size.columns - 1)) }

  /// Shows bytes, which may end within a character or a sequence.
  public mutating func write(_ bytes: [UInt8]) {
    unread += bytes
    // The end of a grapheme is known when another one follows, or nothing can.
    guard let last = unread.last, last < 0x80, !endsInSequence else { return }
    var text = Substring(decoding: unread, as: UTF8.self)
    unread = []
    while let character = text.popFirst() { show(character, &text) }
  }

  private var endsInSequence: Bool {
    guard let start = unread.lastIndex(of: 0x1B) else { return false }
    let sequence = unread[start...].dropFirst()
    return sequence.first != UInt8(ascii: "[") || !sequence.dropFirst().contains { (0x40..<0x7F).contains($0) }
  }

  private mutating func show(_ character: Character, _ text: inout Substring) {
    switch character {
    case "\r": column = 0
    // The driver of a terminal adds a return to a line feed.
    case "\n", "\r\n":
      column = 0
      lineFeed()
    case "\u{7}": break
    case "\u{1B}":
      text.removeFirst()
      let parameters = text.prefix { !$0.isLetter }
      text.removeFirst(parameters.count)
      control(text.removeFirst(), parameters.split(separator: ";").map { Int($0) ?? 0 })
    default: put(character)
    }
  }

  private mutating func lineFeed() {
    row += 1
    if row == rows.count { rows.append(Row()) }
    top = max(top, row - size.rows + 1)
  }

  private mutating func put(_ character: Character) {
    let width = character.terminalWidth
    if column + width > size.columns {
      rows[row].isWrapped = true
      lineFeed()
      column = 0
    }
    fill(upTo: column + width)
    rows[row].cells[column] = Cell(text: String(character), rendition: rendition)
    if width == 2 { rows[row].cells[column + 1] = Cell(text: "", rendition: rendition) }
    column += width
  }

  private mutating func fill(upTo count: Int) {
    while rows[row].cells.count < count { rows[row].cells.append(Cell(text: " ", rendition: 0)) }
  }

  private mutating func control(_ final: Character, _ numbers: [Int]) {
    let count = max(1, numbers.first ?? 1)
    column = min(column, size.columns - 1)
    switch final {
    case "A": row = max(top, row - count)
    case "B": row = min(rows.count - 1, row + count)
    case "C": column = min(size.columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "H": (row, column) = (top, 0)
    case "J":
      if numbers.first == 2 {
        rows.removeSubrange(top...)
        while rows.count <= row { rows.append(Row()) }
      } else {
        rows.removeSubrange((row + 1)...)
        fallthrough
      }
    case "K":
      rows[row].cells = Array(rows[row].cells.prefix(column))
      rows[row].isWrapped = false
    case "m": rendition = numbers.first ?? 0
    default: break
    }
  }

  /// Changes the size, and wraps all lines for it.
  public mutating func resize(columns: Int, rows height: Int = 24) {
    var position = (row: 0, column: 0)
    var wrapped: [Row] = []
    var line = Row()
    for (index, old) in rows.enumerated() {
      if index == row { position = (wrapped.count, line.cells.count + column) }
      line.cells += old.cells
      if old.isWrapped { continue }
      var start = 0
      repeat {
        let end = min(start + columns, line.cells.count)
        wrapped.append(Row(cells: Array(line.cells[start..<end]), isWrapped: end < line.cells.count))
        start = end
      } while start < line.cells.count
      line = Row()
    }
    size = TerminalSize(columns: columns, rows: height)
    (rows, row, column) = (wrapped, position.row + position.column / columns, position.column % columns)
    while rows.count <= row { rows.append(Row()) }
    top = max(0, rows.count - height)
  }
}
