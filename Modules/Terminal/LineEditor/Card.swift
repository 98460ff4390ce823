/// Lines that stay right above the edited line, and are drawn again in place when they change.
struct Card: Sendable {
  private(set) var lines: [Line] = []
  private(set) var style = Style.plain
  /// The text of the last row if some do not fit.
  var cutText = "  …" {
    didSet { invalidate() }
  }
  /// How many rows of it are on the screen.
  private(set) var drawnCount = 0
  /// Whether the rows on the screen are not those of the card.
  private(set) var isStale = false

  /// The lines in rows of the terminal.
  private var rows: [Line] = []
  private var columns = 0
  /// The widths of the rows that are on the screen.
  private var drawnWidths: [Int] = []

  /// Replaces the lines.
  ///
  /// - Returns: whether they differ.
  mutating func set(_ lines: [Line], style: Style, columns: Int) -> Bool {
    guard lines != self.lines else { return false }
    self.lines = lines
    self.style = style
    wrap(to: columns)
    return true
  }

  /// The terminal has another width, and has wrapped the rows that are on the screen for it.
  mutating func resize(to columns: Int) {
    wrap(to: columns)
    drawnCount = drawnWidths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
  }

  private mutating func wrap(to columns: Int) {
    rows = lines.flatMap { $0.wrapped(to: columns) }
    self.columns = columns
    invalidate()
  }

  /// What is on the screen was disturbed.
  mutating func invalidate() { isStale = !rows.isEmpty || drawnCount > 0 }

  /// Whether all rows fit.
  func isWhole(in height: Int) -> Bool { rows.count <= height }

  /// How many rows are drawn where there is room for some.
  func count(in height: Int) -> Int { height < Self.lowest ? 0 : min(rows.count, height) }

  /// With fewer rows there is only the heading.
  private static let lowest = 3

  private static let eraseRow = "\u{1B}[K"

  /// The rows that are drawn, over what was there. If they do not all fit, the last one says so.
  mutating func draw(_ count: Int) -> String {
    var shown = Array(rows.prefix(count))
    if count > 0, count < rows.count {
      shown[count - 1] = Line(cutText, .secondary).wrapped(to: columns)[0]
    }
    drawnWidths = shown.map(\.width)
    drawnCount = count
    isStale = false
    return shown.map { Self.eraseRow + style.text($0) + "\n" }.joined()
  }

  /// The card is not on the screen.
  mutating func wasErased() {
    drawnCount = 0
    drawnWidths = []
  }
}
