public import StandardIO

/// Where the edited line is on the screen. The terminal wraps it, so that it is one line also when it is copied, and when
/// the terminal's width changes.
extension LineEditor {
  /// Prints a text above the edited line.
  ///
  /// - Parameter text: whole lines, each with its line feed.
  public mutating func printAbove(_ text: String) {
    let wasDrawn = drawnRow != nil
    erase()
    output += text
    forgetList()
    if wasDrawn { draw() }
  }

  /// Shows lines right above the edited line, in place of those that were shown there. They are on the screen while a line
  /// is edited: what is printed is above them, and so is a line that was entered. If they do not fit, some are left out.
  public mutating func showCard(_ lines: [Line], style: Style) {
    guard card.set(lines, style: style, columns: size.columns), drawnRow != nil else { return }
    draw()
  }

  /// The text of the card's last row if not all rows fit, such as how to see the others.
  public var cutCardText: String {
    get { card.cutText }
    set { card.cutText = newValue }
  }

  /// Whether the whole card fits above the edited line.
  var cardIsWhole: Bool { card.isWhole(in: heightOfCard(above: layout.rows.count)) }

  /// Draws the edited line again: after the process was suspended, or when something else has disturbed it.
  public mutating func redraw() {
    guard isEditing else { return }
    card.invalidate()
    draw()
  }

  /// The terminal has another size.
  ///
  /// It has wrapped the line for its new width, as most terminals do.
  public mutating func resize(to size: TerminalSize) {
    guard size != self.size else { return }
    self.size = size
    card.resize(to: size.columns)
    guard drawnRow != nil else { return }
    drawnRow = min(layout.cursor.row, size.rows - 1)
    draw()
  }

  /// Erases the edited line and the card; the cursor is where they began.
  mutating func erase() {
    guard drawnRow != nil else { return }
    moveToStart()
    output += Self.eraseBelow
  }

  /// Moves the cursor to where the card and the edited line begin. They count as erased, and are drawn over.
  private mutating func moveToStart() {
    guard let row = drawnRow else { return }
    output += Self.up(min(row + card.drawnCount, size.rows - 1)) + "\r"
    drawnRow = nil
    card.wasErased()
  }

  /// Draws the card above a line of some rows, unless it is on the screen already.
  private mutating func drawCard(above rowCount: Int) {
    let count = card.count(in: heightOfCard(above: rowCount))
    guard drawnRow == nil || card.isStale || count != card.drawnCount else { return }
    // NB: not `erase()`, which would flicker. When the card is at the top of the screen, tmux keeps what is erased, and
    // shows it again when the window grows.
    moveToStart()
    output += card.draw(count)
  }

  /// The rows that a card may have above a line of some rows. One is left for what was printed above it.
  private func heightOfCard(above rowCount: Int) -> Int { size.rows - rowCount - 1 }

  /// Draws the edited line over what is drawn of it.
  ///
  /// A line with more rows than the terminal is drawn up to the row of the cursor, and below it while there is room.
  ///
  /// - Parameter withCard: whether the card is drawn above it.
  mutating func draw(withCard: Bool = true) {
    wasDrawn()
    let layout = layout
    if withCard { drawCard(above: layout.rows.count) }
    let first = max(0, layout.cursor.row - size.rows + 1)
    let rows = layout.rows[first..<min(layout.rows.count, first + size.rows)]
    output += Self.up(drawnRow ?? 0) + "\r" + rows.joined()
    if rows.endIndex < layout.rows.count {
      // The last cell is full and the screen ends: an erasure would take that cell.
    } else {
      // The terminal wraps when the next character comes, so a blank takes the cursor to a row that is empty.
      if rows.last?.isEmpty == true, rows.count > 1 { output += " \r" }
      output += Self.eraseBelow
    }
    // NB: within the row, so that it never moves what is above.
    let room = size.columns - layout.cursor.column - 1
    let hint = withCard ? String(suggestion).cut(to: room) : ""
    if !hint.isEmpty { output += Style.terminal.text(Line(hint, .secondary)) }
    drawnRow = layout.cursor.row - first
    output += Self.up(rows.endIndex - 1 - layout.cursor.row) + "\r" + Self.right(layout.cursor.column)
  }

  /// Draws the whole line without the card, and moves the cursor to the row below it. The line is drawn anew when it is
  /// drawn again.
  mutating func moveBelow() {
    if card.drawnCount > 0 { erase() }
    let cursorParts = (before: before, after: after)
    before += after
    after = ""
    draw(withCard: false)
    // The row below a full one is empty.
    if layout.cursor.column > 0 || layout.cursor.row == 0 { output += "\r\n" }
    drawnRow = nil
    before = cursorParts.before
    after = cursorParts.after
    forgetList()
  }

  /// Clears the screen, and draws the edited line at its top.
  mutating func clearScreen() {
    output += "\u{1B}[H\u{1B}[2J"
    forgetList()
    drawnRow = nil
    card.wasErased()
    draw()
  }

  private var layout: LineLayout { LineLayout(shownBefore, shownAfter, columns: size.columns) }

  private static let eraseBelow = "\u{1B}[J"
  private static func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private static func down(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)B" : "" }
  private static func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}
