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

/// The rows of a list, by their description.
struct ListRows {
  let form: RowText
  /// The names of the columns that are described.
  let columns: [String]
  /// A row in JSON.
  let json: @MainActor (Int) -> JSONText
}

/// A value of a row that a program reads in a cell.
struct RowCell {
  /// The names of the members that lead to it.
  let path: [String]

  var name: String { path.joined(separator: ".") }

  /// The values of a record: one for each member, and for a member with members one for each of these.
  static func all(of members: [Shape.Member], in path: [String] = []) -> [RowCell] {
    members.flatMap { member -> [RowCell] in
      let path = path + [member.name]
      let inner = member.shape.unwrapped.members
      return inner.isEmpty ? [RowCell(path: path)] : all(of: inner, in: path)
    }
  }

  /// The value as JSON has it; empty for none.
  func text(in row: JSONText) -> String {
    var value = row
    for name in path {
      guard value.kind == .object, let member = value[name] else { return "" }
      value = member
    }
    return value.isNull ? "" : value.string ?? String(decoding: value.bytes, as: UTF8.self)
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
    display.write(try output.text(of: list, words))
    if list.hasMore {
      let text = Words.text(
        "The list \(name) has more rows than the \(count: list.count) that are loaded: \"\(list.moreCommand)\" loads some more."
      )
      if stopsAtFailure { throw CommandError(text) }
      report(words.string(text))
    }
  }
}
