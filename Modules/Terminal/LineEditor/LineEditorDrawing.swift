import StandardIO

extension LineEditor {
  /// Prints a text above the edited line.
  ///
  /// - Parameter text: whole lines, each with its line feed.
  package mutating func printAbove(_ text: String) {
    let wasDrawn = drawing.isDrawn
    drawing.erase()
    drawing.output += text
    drawing.listed = nil
    if wasDrawn { draw() }
  }

  /// Shows lines right above the edited line, in place of those that were shown there. They are on the screen while a line
  /// is edited: what is printed is above them, and so is a line that was entered. If they do not fit, some are left out.
  package mutating func showCard(_ lines: [Line], style: Style) {
    guard drawing.card.set(lines, style: style, columns: drawing.size.columns), drawing.isDrawn else { return }
    draw()
  }

  /// The text of the card's last row if not all rows fit, such as how to see the others.
  public var cutCardText: String {
    get { drawing.card.cutText }
    set { drawing.card.cutText = newValue }
  }

  /// Whether the whole card fits above the edited line.
  var cardIsWhole: Bool { drawing.card.isWhole(in: drawing.heightOfCard(above: layout.rows.count)) }

  /// Draws the edited line again: after the process was suspended, or when something else has disturbed it.
  public mutating func redraw() {
    guard isEditing else { return }
    drawing.card.invalidate()
    draw()
  }

  /// The terminal has another size.
  ///
  /// It has wrapped the line for its new width, as most terminals do.
  package mutating func resize(to size: TerminalSize) {
    guard size != drawing.size else { return }
    drawing.size = size
    drawing.card.resize(to: size.columns)
    guard drawing.isDrawn else { return }
    drawing.cursorRow = min(layout.cursor.row, size.rows - 1)
    draw()
  }

  mutating func draw() {
    let layout = layout
    drawing.drawCard(above: layout.rows.count)
    drawing.draw(layout, hint: suggestion)
    needsDrawing = false
  }

  /// Draws the whole line without the card, and moves the cursor to the row below it.
  mutating func moveBelow() {
    if drawing.card.drawnCount > 0 { drawing.erase() }
    let edited = line
    line.moveRight(line.after.count)
    let layout = layout
    drawing.draw(layout, hint: "")
    drawing.end(layout)
    line = edited
    needsDrawing = false
  }

  /// Clears the screen, and draws the edited line at its top.
  mutating func clearScreen() {
    drawing.clear()
    draw()
  }

  private var layout: LineLayout { LineLayout(shownBefore, shownAfter, columns: drawing.size.columns) }
}
