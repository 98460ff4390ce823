/// A text in the rows of a terminal, which wraps it at its width.
struct LineLayout {
  /// The rows. Each but the last one fills the terminal's width.
  private(set) var rows = [""]
  /// Where the cursor is.
  private(set) var cursor = (row: 0, column: 0)
  private let columns: Int
  private var column = 0

  /// The layout of a text with the cursor before `after`.
  init(_ before: String, _ after: String, columns: Int) {
    self.columns = columns
    append(before)
    cursor = (rows.count - 1, column)
    append(after)
  }

  private mutating func append(_ text: String) {
    for character in text {
      let width = character.terminalWidth
      // A wide character does not fit into the last column.
      if column + width > columns {
        rows[rows.count - 1] += String(repeating: " ", count: columns - column)
        rows.append("")
        column = 0
      }
      rows[rows.count - 1] += String(character).withVisibleControls
      column += width
      // A row that is full is followed by another one, so that the cursor has a cell.
      if column == columns {
        rows.append("")
        column = 0
      }
    }
  }
}
