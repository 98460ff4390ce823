import Words

/// A column of a list that is shown as a table.
struct TableColumn: Equatable {
  /// The name of the member.
  var name: String
  /// The heading, for people.
  var title: String
  /// Whether the texts are numbers or amounts, which stand at the right.
  var isNumber = false

  /// The column with its heading in a language.
  func said(in words: Words) -> TableColumn {
    var column = self
    column.title = words.string(LocalizedText(english: title))
    return column
  }
}

/// Rows with their numbers in aligned columns, below a row of headings.
struct Table {
  struct Row {
    let number: Int
    /// The texts in the columns.
    let cells: [String]
    /// What is said behind them, where there is room for all of it in the line, such as that a button is not for the row.
    let remark: String
    /// What is always said behind them.
    let mark: String

    init(_ number: Int, _ cells: [String], remark: String = "", mark: String = "") {
      self.number = number
      self.cells = cells
      self.remark = remark
      self.mark = mark
    }
  }

  let columns: [TableColumn]
  let rows: [Row]

  private static let gap = "  "
  private static let narrowestColumn = 6
  /// How many rows are looked at to know what is in a column.
  private static let judgedRows = 100

  /// Whether something in the rows does not fit into a width.
  func isCut(to width: Int) -> Bool {
    let natural = columns.indices.map { index in rows.map { $0.cells[index].terminalWidth }.max() ?? 0 }.filter {
      $0 > 0
    }
    let numberWidth = rows.map { String($0.number).count }.max() ?? 1
    return 4 + numberWidth + natural.reduce(0, +) + Self.gap.count * max(0, natural.count - 1) > width
  }

  /// The lines in a width, in cells of a terminal. Where the columns need more, the widest ones are cut.
  func lines(fitting width: Int) -> [Line] {
    // A column of blanks says nothing.
    var shown = columns.indices.filter { index in rows.contains { !$0.cells[index].isEmpty } }
    let isAtRight = columns.indices.map { index in
      columns[index].isNumber || rows.prefix(Self.judgedRows).hasAmounts(in: index)
    }
    let numberWidth = rows.map { String($0.number).count }.max() ?? 1
    let indent = 2 + numberWidth + 2
    var room: Int { width - indent - Self.gap.count * max(0, shown.count - 1) }
    let natural = columns.indices.map { index in
      max(columns[index].title.terminalWidth, rows.map { $0.cells[index].terminalWidth }.max() ?? 0)
    }
    func narrowest(_ index: Int) -> Int {
      isAtRight[index] ? natural[index] : min(natural[index], Self.narrowestColumn)
    }
    // A part of an amount would be another amount: a column of words, the last one first, goes before one is cut.
    while shown.reduce(0, { $0 + narrowest($1) }) > room,
      let last = shown.dropFirst().last(where: { !isAtRight[$0] })
    {
      shown.removeAll { $0 == last }
    }
    let widths = Self.fit(shown.map { natural[$0] }, keeping: shown.map { isAtRight[$0] }, into: room)
    let heading = zip(shown, widths).map { columns[$0].title.aligned(in: $1, right: isAtRight[$0]) }
    let blanks = String(repeating: " ", count: indent)
    return [Line(blanks + heading.joined(separator: Self.gap).trimmingEnd, .secondary)]
      + rows.map { row in
        let cells = zip(shown, widths).map { row.cells[$0].aligned(in: $1, right: isAtRight[$0]) }
        let number = String(row.number).aligned(in: numberWidth, right: true)
        let text = "  \(number). " + cells.joined(separator: Self.gap).trimmingEnd
        let hasRoom = [text, row.remark, row.mark].reduce(0) { $0 + $1.terminalWidth } <= width
        let remarks = (hasRoom ? row.remark : "") + row.mark
        return remarks.isEmpty ? Line(text) : Line(text).appending(remarks, .secondary)
      }
  }

  /// The widths of columns that need more room than there is: the widest ones give some up, and those of numbers only if the others
  /// have nothing left.
  private static func fit(_ widths: [Int], keeping isNumber: [Bool], into room: Int) -> [Int] {
    let words = widths.indices.filter { !isNumber[$0] }
    let numbers = zip(widths, isNumber).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
    let fitted = fit(words.map { widths[$0] }, into: room - numbers)
    var widths = widths
    for (index, width) in zip(words, fitted) { widths[index] = width }
    return fit(widths, into: room)
  }

  /// The widths of columns that need more room than there is: the widest ones give some up.
  private static func fit(_ widths: [Int], into room: Int) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) - room
    while excess > 0, let widest = widths.max(), widest > narrowestColumn {
      // One step takes the widest columns to the next ones.
      let next = max(narrowestColumn, widths.filter { $0 < widest }.max() ?? 0)
      let indices = widths.indices.filter { widths[$0] == widest }
      let step = max(1, min(widest - next, (excess + indices.count - 1) / indices.count))
      for index in indices where excess > 0 {
        widths[index] -= min(step, excess)
        excess -= min(step, excess)
      }
    }
    return widths
  }
}

extension Sequence<Table.Row> {
  /// Whether a column has amounts that the app has written as texts, or that are hidden, and nothing else.
  fileprivate func hasAmounts(in index: Int) -> Bool {
    let texts = map { $0.cells[index] }.filter { !$0.isEmpty }
    return !texts.isEmpty && texts.allSatisfy(\.isAmountText)
  }
}

extension String {
  /// Whether it is a number with a currency: "12.50 EUR", "$3.20", "-7,00 €", "•••".
  fileprivate var isAmountText: Bool {
    let form = /[-+−]?(?:\p{Sc}\s?|[A-Z]{3}\s)?\d[\d.,'’\s]*(?:\s?\p{Sc}|\s[A-Z]{3})?/
    let hasCurrency = contains(/\p{Sc}|[A-Z]{3}/)
    return wholeMatch(of: form) != nil && hasCurrency || !isEmpty && allSatisfy { $0 == "•" }
  }

  /// The text in a column: cut, or with blanks around it.
  fileprivate func aligned(in width: Int, right: Bool) -> String {
    // A cell does not turn the direction of the others.
    let text = Words.english.isolated(withVisibleControls.cut(to: width))
    let blanks = String(repeating: " ", count: max(0, width - text.terminalWidth))
    return right ? blanks + text : text + blanks
  }

  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
