/// The width and the height of a terminal, in cells.
public struct TerminalSize: Equatable, Sendable {
  /// The width.
  public var columns: Int
  /// The height.
  public var rows: Int

  /// A size. A terminal that does not know its size has 80 columns and 24 rows.
  public init(columns: Int = 80, rows: Int = 24) {
    // A wide character needs two columns.
    self.columns = max(2, columns)
    self.rows = max(1, rows)
  }
}
