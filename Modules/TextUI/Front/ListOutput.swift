import Terminal
import Words

/// A list as a table for other programs, which a front prints in place of everything else.
///
/// ```swift
/// @MainActor func printBooks(_ front: TextFront) async {
///   // The list of the screen that is on top when the session ends.
///   front.listOutput = ListOutput("books", as: .csv)
///   await front.run()
/// }
/// ```
public struct ListOutput: Equatable, Sendable {
  /// How rows and cells are separated. Characters that control a terminal are replaced by visible ones.
  public enum Format: String, Equatable, Sendable {
    /// Commas, and quotes where they are needed (RFC 4180).
    case csv
    /// Tabs. A tab or a line end within a cell becomes a blank.
    case tsv
  }

  /// The name of the list.
  public var list: String
  /// How rows and cells are separated.
  public var format: Format
  /// Whether a text that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-` or `@`, gets an apostrophe
  /// before it. Numbers stay as they are.
  public var isSafeForSpreadsheets: Bool

  /// A list as a table.
  ///
  /// - Parameters:
  ///   - list: the name of the list.
  ///   - format: how rows and cells are separated.
  ///   - isSafeForSpreadsheets: whether texts that look like formulas get an apostrophe before them.
  public init(_ list: String, as format: Format, isSafeForSpreadsheets: Bool = false) {
    self.list = list
    self.format = format
    self.isSafeForSpreadsheets = isSafeForSpreadsheets
  }

  private static let formulaBeginnings: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]

  /// A row, with its line end.
  ///
  /// - Parameter isNumber: whether the cell with an index is a number.
  func row(_ cells: [String], isNumber: (Int) -> Bool = { _ in false }) -> String {
    let texts = cells.enumerated().map { index, cell in
      let isFormula = !isNumber(index) && cell.first.map(Self.formulaBeginnings.contains) == true
      return written(isSafeForSpreadsheets && isFormula ? "'" + cell : cell)
    }
    switch format {
    case .csv: return texts.joined(separator: ",") + "\r\n"
    case .tsv: return texts.joined(separator: "\t") + "\n"
    }
  }

  private func written(_ cell: String) -> String {
    switch format {
    case .tsv: return String(cell.map { $0 == "\t" || $0.isNewline ? " " : $0 }).withVisibleControls
    case .csv:
      // NB: a cell has no control characters (RFC 4180), and a terminal that shows the list would obey them.
      let cell = cell.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        String($0).withVisibleControls
      }.joined(separator: "\n")
      let needsQuotes = cell.contains { $0 == "," || $0 == "\"" || $0.isNewline }
      return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }
  }

  /// A list as a text.
  @MainActor func text(of list: any AnyList) -> String {
    let columns = list.columns
    guard !columns.isEmpty else {
      return row([list.name]) + (0..<list.count).map { row([list.text(ofRow: $0)]) }.joined()
    }
    return row(columns.map(\.name))
      + (0..<list.count).map { row(list.cells($0, nil)) { columns[$0].isNumber } }.joined()
  }
}

extension TextFront {
  /// Writes the list of the top screen that was asked for.
  ///
  /// - Throws: a ``CommandError`` if there is none.
  func write(_ output: ListOutput) throws(CommandError) {
    let lists = stack.top?.view.canvas.elements.filter(\.isVisible).compactMap { $0 as? any AnyList } ?? []
    guard !lists.isEmpty else { throw CommandError(Words.text("The session ends on a screen without a list.")) }
    let name = try NameMatcher(kind: Words.text("list"), names: lists.map(\.name)).match(output.list)
    guard let list = lists.first(where: { $0.name == name }) else { return }
    display.write(output.text(of: list))
    if list.hasMore {
      let text = Words.text(
        "The list \(name) has more rows than the \(count: list.count) that are loaded: \"\(list.moreCommand)\" loads some more."
      )
      if stopsAtFailure { throw CommandError(text) }
      report(words.string(text))
    }
  }
}
