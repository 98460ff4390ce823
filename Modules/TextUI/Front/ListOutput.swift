import Screens
import Terminal
import Words

/// A list as comma-separated values (RFC 4180), which a front prints in place of everything else.
///
/// ```swift
/// @MainActor func printBooks(_ front: TextFront) async throws {
///   // The list of the screen that is on top when the session ends.
///   front.format = .list(try ListOutput("books:id,title"))
///   await front.run()
/// }
/// ```
///
/// For programs, each member of a row is a cell, in the order of the description and as JSON has it: a number in digits with a point, a date in
/// RFC 3339. A member that has members itself, such as an amount, is a cell for each, `price.amount` and `price.currency`; a list is JSON.
/// For a spreadsheet, a list has the columns that people see, in their language and as their locale writes values. Characters that control a
/// terminal are replaced by visible ones.
public struct ListOutput: Equatable, Sendable {
  /// The name of the list.
  public var list: String
  /// Which members of a row are printed, such as `title` or `price.amount`; `nil` for all.
  public var members: [String]?
  /// Whether it is for a person's spreadsheet. A text that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-` or
  /// `@`, gets an apostrophe before it. Where people write a decimal comma, there are semicolons between the cells, as spreadsheets there
  /// expect it.
  public var isForSpreadsheets: Bool

  /// A list for a program, as `--csv` names it: `books`, or `books:id,title` for some members of its rows.
  ///
  /// - Throws: a ``CommandError`` if a name is missing.
  public init(_ text: String) throws(CommandError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    list = parts[0]
    members = parts.count > 1 ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init) : nil
    isForSpreadsheets = false
    guard !list.isEmpty, members?.contains("") != true else {
      throw CommandError(Words.text("A list is written with the members of its rows: books, books:id,title"))
    }
  }

  /// A list for a spreadsheet.
  public init(spreadsheet list: String) {
    self.list = list
    isForSpreadsheets = true
  }

  private static let formulaBeginnings: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]

  /// A row, with its line end.
  ///
  /// - Parameter isNumber: whether the cell with an index is a number.
  func row(_ cells: [String], separator: Character = ",", isNumber: (Int) -> Bool = { _ in false }) -> String {
    let texts = cells.enumerated().map { index, cell in
      let isFormula = !isNumber(index) && cell.first.map(Self.formulaBeginnings.contains) == true
      return Self.written(isForSpreadsheets && isFormula ? "'" + cell : cell, separator)
    }
    return texts.joined(separator: String(separator)) + "\r\n"
  }

  private static func written(_ cell: String, _ separator: Character) -> String {
    // NB: a cell has no control characters (RFC 4180), and a terminal that shows the list would obey them.
    let cell = cell.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String($0).withVisibleControls
    }.joined(separator: "\n")
    let needsQuotes = cell.contains { $0 == separator || $0 == "\"" || $0.isNewline }
    return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
  }

  /// A list as a text.
  @MainActor func text(of list: any AnyList, _ words: Words) throws(CommandError) -> String {
    guard let rows = list.described.json, !rows.form.members.isEmpty else {
      return row([list.name]) + (0..<list.count).map { row([list.text(ofRow: $0)]) }.joined()
    }
    return isForSpreadsheets ? spreadsheet(of: rows, list.count, words) : try table(of: rows, list.count)
  }

  @MainActor private func table(of rows: ListRows, _ count: Int) throws(CommandError) -> String {
    var cells = rows.form.cells
    if let members {
      var chosen: [RowCell] = []
      for member in members {
        // A member with members is all of them.
        var found = cells.filter { $0.name == member || $0.name.hasPrefix(member + ".") }
        if found.isEmpty {
          let name = try NameMatcher(kind: Words.text("member"), names: cells.map(\.name)).match(member)
          found = cells.filter { $0.name == name }
        }
        chosen += found
      }
      cells = chosen
    }
    return row(cells.map(\.name))
      + (0..<count).map { index in
        let json = rows.json(index)
        return row(cells.map { $0.text(in: json) })
      }.joined()
  }

  @MainActor private func spreadsheet(of rows: ListRows, _ count: Int, _ words: Words) -> String {
    let columns = rows.form.spreadsheetColumns(described: rows.columns).map { $0.said(in: words) }
    let separator: Character = words.numbers.text("1.5").contains(",") ? ";" : ","
    // NB: with this mark, spreadsheets read the rest as UTF-8.
    return "\u{FEFF}" + row(columns.map(\.title), separator: separator)
      + (0..<count).map { index in
        row(rows.form.cells(rows.json(index), columns, words, in: words.locale), separator: separator) {
          columns[$0].isNumber
        }
      }.joined()
  }
}
