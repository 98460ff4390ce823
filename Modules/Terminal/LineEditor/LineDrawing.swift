import StandardIO

/// What is on the screen of a line that is edited. The terminal wraps it, so that it is one line also when it is copied, and when the
/// terminal's width changes.
struct LineDrawing: Sendable {
  var size: TerminalSize
  /// What waits to be written.
  var output = ""
  /// What stays above the line.
  var card = Card()
  /// The text before the cursor, and the candidates that are listed right above it.
  var listed: (text: String, candidates: [String])?
  /// The row of the cursor below the first row of the line; `nil` if nothing is drawn.
  var cursorRow: Int?

  var isDrawn: Bool { cursorRow != nil }

  /// Erases the line and the card; the cursor is where they began.
  mutating func erase() {
    guard isDrawn else { return }
    moveToStart()
    output += Self.eraseBelow
  }

  /// Moves the cursor to where the card and the line begin. They count as erased, and are drawn over.
  private mutating func moveToStart() {
    guard let row = cursorRow else { return }
    output += Self.up(min(row + card.drawnCount, size.rows - 1)) + "\r"
    cursorRow = nil
    card.wasErased()
  }

  /// Draws the card above a line of some rows, unless it is on the screen already.
  mutating func drawCard(above rowCount: Int) {
    let count = card.count(in: heightOfCard(above: rowCount))
    guard !isDrawn || card.isStale || count != card.drawnCount else { return }
    // NB: not `erase()`, which would flicker. When the card is at the top of the screen, tmux keeps what is erased, and
    // shows it again when the window grows.
    moveToStart()
    output += card.draw(count)
  }

  /// The rows that a card may have above a line of some rows. One is left for what was printed above it.
  func heightOfCard(above rowCount: Int) -> Int { size.rows - rowCount - 1 }

  /// Draws the line over what is drawn of it.
  ///
  /// A line with more rows than the terminal is drawn up to the row of the cursor, and below it while there is room.
  ///
  /// - Parameter hint: What is drawn behind it, in grey.
  mutating func draw(_ layout: LineLayout, hint: Substring) {
    let first = max(0, layout.cursor.row - size.rows + 1)
    let rows = layout.rows[first..<min(layout.rows.count, first + size.rows)]
    output += Self.up(cursorRow ?? 0) + "\r" + rows.joined()
    if rows.endIndex < layout.rows.count {
      // The last cell is full and the screen ends: an erasure would take that cell.
    } else {
      // The terminal wraps when the next character comes, so a blank takes the cursor to a row that is empty.
      if rows.last?.isEmpty == true, rows.count > 1 { output += " \r" }
      output += Self.eraseBelow
    }
    // NB: within the row, so that it never moves what is above.
    let hint = String(hint).cut(to: size.columns - layout.cursor.column - 1)
    if !hint.isEmpty { output += Style.terminal.text(Line(hint, .secondary)) }
    cursorRow = layout.cursor.row - first
    output += Self.up(rows.endIndex - 1 - layout.cursor.row) + "\r" + Self.right(layout.cursor.column)
  }

  /// The line is drawn as a whole, and is drawn anew when it is drawn again.
  mutating func end(_ layout: LineLayout) {
    // The row below a full one is empty.
    if layout.cursor.column > 0 || layout.cursor.row == 0 { output += "\r\n" }
    cursorRow = nil
    listed = nil
  }

  /// Clears the screen; the cursor is at its top.
  mutating func clear() {
    output += "\u{1B}[H\u{1B}[2J"
    listed = nil
    cursorRow = nil
    card.wasErased()
  }

  private static let eraseBelow = "\u{1B}[J"
  private static func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private static func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}
