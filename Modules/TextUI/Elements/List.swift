import Foundation
public import Streams
import Words

/// Rows of text, each with an identity. A page of them is printed, numbered from 1 as they are shown; `rows FIRST` shows
/// another page.
///
/// A row of text is made only when its page is printed, so a list of many rows costs as much as its page.
///
/// ```swift
/// struct Book: Identifiable {
///   var id: Int
///   var title: String
/// }
///
/// let books = List<Int>("books", emptyText: "There are no books.")
/// books.setRows([Book(id: 7, title: "Emma"), Book(id: 9, title: "Persuasion")]) { $0.title }
/// books.lines.map(Style.plain.text)  // ["books: 2 rows", "  1. Emma", "  2. Persuasion"]
/// ```
@MainActor public final class List<ID: Hashable>: Control, LocalizedElement, TitledElement {
  public let name: String
  /// What is shown in place of rows while there are none.
  public var emptyText: String?
  /// Why rows could not be loaded, in a sentence; `nil` if they could. It is shown beside the rows that there are.
  public var failure: String?
  /// Whether there are rows that have not been loaded. The user asks for them with `rows`.
  public var hasMore = false
  /// Whether the last rows are shown, as in a chat, and stay in sight while rows come in, unless the user has asked for others.
  public var isAnchoredAtEnd = false
  /// Whether the list is hidden.
  public var isHidden = false
  /// The row that is marked as selected. It becomes `nil` when the row is no longer in the list.
  public var selection: ID?
  var words = Words.english
  var title: String?

  /// What the description of the rows says of them.
  var described = DescribedRows()
  /// Whether it is not known if there are rows, so that a list without any is not said to be empty.
  var isUnknown = false
  /// The command that loads rows.
  var moreCommand = "rows"
  /// Whether the rows that are loaded next come before the first one, and are to be shown.
  var showsEarlierRows = false
  /// How many rows have come behind the last one since the user has asked for others.
  private var newCount = 0
  /// Whether the user has changed what may decide which rows there are, such as a filter.
  private var mayGetOtherRows = false

  private var page: ListPage
  private var identity: (Int) -> ID = { _ in preconditionFailure("The list is empty.") }
  private var text: (Int) -> String = { _ in "" }
  /// The rows by the numbers with which they were printed last.
  private var printed: [Int: ID] = [:]
  /// Those that the user had seen when the command was entered.
  private var seen: [Int: ID]?
  /// Those that the user had seen when they began to type the command; `nil` if it is not typed.
  private var typedOver: [Int: ID]?
  private var moreActions = Actions<Void>()

  /// A list without rows.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - emptyText: what is shown in place of rows while there are none.
  ///   - pageSize: the number of rows in a page.
  public init(_ name: String, emptyText: String? = nil, pageSize: Int = 20) {
    precondition(pageSize > 0, "A page has at least one row.")
    self.name = name
    self.emptyText = emptyText
    page = ListPage(fixedSize: pageSize)
  }

  /// The number of rows in a page.
  public var pageSize: Int { page.fixedSize }

  /// How many rows there are.
  public var count: Int { page.count }

  /// The number of the first row of the page.
  public var firstNumber: Int { page.first }

  /// Publishes when the user asks for rows that have not been loaded, while ``hasMore`` is true. It never completes.
  public var morePublisher: AnyPublisher<Void, Never> { moreActions.publisher }

  /// Adds a closure that runs when the user asks for rows that have not been loaded, before ``morePublisher`` publishes.
  ///
  /// If it throws, the command fails, and the page stays.
  package func addMoreAction(_ action: @escaping () throws -> Void) { moreActions.add(action) }

  /// Replaces the rows.
  ///
  /// - Parameters:
  ///   - rows: the rows, each with an identity of its own.
  ///   - text: the text of a row. It runs for the rows of a page when that page is printed.
  public func setRows<Rows: RandomAccessCollection>(_ rows: Rows, text: @escaping (Rows.Element) -> String)
  where Rows.Element: Identifiable, Rows.Element.ID == ID {
    setRows(rows, id: \.id, text: text)
  }

  /// Replaces the rows.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - id: the identity of a row, which no other row has.
  ///   - text: the text of a row. It runs for the rows of a page when that page is printed.
  public func setRows<Rows: RandomAccessCollection>(
    _ rows: Rows, id: @escaping (Rows.Element) -> ID, text: @escaping (Rows.Element) -> String
  ) {
    let element = { rows[rows.index(rows.startIndex, offsetBy: $0)] }
    setRows(count: rows.count, id: { id(element($0)) }, text: { text(element($0)) })
  }

  /// Replaces the rows by closures that make them, each of the index of a row.
  func setRows(count: Int, id: @escaping (Int) -> ID, text: @escaping (Int) -> String) {
    // NB: where the selected row was is the first place to look: it rarely moves.
    let index = selection.flatMap(self.index)
    let wasAtEnd = page.isAtEnd
    let added = count - self.count
    let old =
      firstNumber > 1
      ? (count: self.count, shown: page.indices.map(identity), first: page.indicesAtStart.map(identity)) : nil
    page.count = count
    identity = id
    self.text = text
    if let selection, index.map({ $0 < count && id($0) == selection }) != true, self.index(of: selection) == nil {
      self.selection = nil
    }
    newCount = !isAnchoredAtEnd || wasAtEnd || showsEarlierRows ? 0 : newCount + max(0, added)
    if showsEarlierRows, added > 0 {
      showsEarlierRows = false
      page.first = max(1, added - page.size + 1)
    } else if isAnchoredAtEnd, wasAtEnd {
      page.showEnd()
    }
    if mayGetOtherRows, !isAnchoredAtEnd, added < 0 {
      mayGetOtherRows = false
      page.first = 1
    } else if let old, !isAnchoredAtEnd, !old.shown.isEmpty, page.indicesAtStart.map(id) != old.first,
      firstNumber > count ? old.count - count > page.size : !hasAny(of: old.shown)
    {
      // These are other rows, such as those of another filter. They are read from the first one on.
      page.first = 1
    }
    if firstNumber > count, !hasMore { page.first = count == 0 ? 1 : (count - 1) / page.size * page.size + 1 }
  }

  /// Whether one of some rows is still in the list.
  private func hasAny(of rows: [ID]) -> Bool {
    if firstNumber <= count, let first = rows.first, identity(firstNumber - 1) == first { return true }
    let rows = Set(rows)
    return (0..<count).contains { rows.contains(identity($0)) }
  }

  func fit(to room: Int) {
    let wasAtEnd = page.isAtEnd
    page.room = max(1, room)
    if isAnchoredAtEnd, wasAtEnd { page.showEnd() }
    guard described.heading != nil else { return }
    // The headings of sections take room from the rows.
    let rows = page.indices.map { _ in Line("") }
    page.room = max(1, room - (headed(page.indices, rows, in: words.locale).count - rows.count))
    if isAnchoredAtEnd, wasAtEnd { page.showEnd() }
  }

  /// The identity of the row that was printed with a number.
  ///
  /// - Throws: a ``CommandError`` if no row was printed with it, if that row is no longer in the list, or if another one was printed with
  ///   it while the user typed.
  public func row(_ number: Int) throws(CommandError) -> ID {
    guard let row = (seen ?? printed)[number] else {
      guard (1...max(count, 1)).contains(number), count > 0 else {
        throw CommandError(Words.text("There is no such row. The list \(said) has \(rowCount)."))
      }
      throw CommandError(Words.text("Row \(String(number)) was not shown. \"rows \(String(number))\" shows it."))
    }
    if let typedOver, let known = typedOver[number], known != row {
      throw CommandError(
        Words.text(
          "Row \(String(number)) is another one than when you began to type: the list \(said) has changed. Nothing was done."
        ))
    }
    guard number <= count && identity(number - 1) == row || index(of: row) != nil else {
      throw CommandError(Words.text("Row \(String(number)) is no longer in the list \(said)."))
    }
    return row
  }

  /// Shows the page that begins with a row.
  ///
  /// - Parameter number: the number of the row; `nil` for the page after the one that is shown, and after the last page the
  ///   first one.
  /// - Throws: a ``CommandError`` if there is no such row, and none that could be loaded.
  package func showPage(from number: Int? = nil) throws(CommandError) {
    mayGetOtherRows = false
    let next = firstNumber + page.size
    let number = number ?? (next <= count || hasMore ? next : 1)
    guard number == 1 || (1...max(count, 1)).contains(number) else {
      guard hasMore, number > count else {
        throw CommandError(Words.text("There is no such row. The list \(said) has \(rowCount)."))
      }
      let old = firstNumber
      page.first = count + 1
      do throws(CommandError) { return try moreActions.run(()) } catch {
        page.first = old
        throw error
      }
    }
    page.first = number
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line {
    let line = Line("\(name): ")
    if saysNothing { return Line("\(name):") }
    if isHidden { return line.appending(words.text("(hidden)"), .secondary) }
    var summary = line
    if count == 0, failure == nil {
      let text = emptyText.map { words.string(LocalizedText(english: $0)) } ?? words.text("(empty)")
      summary = line.appending(text, .secondary)
    }
    if count > 0 {
      summary = summary.appending(
        page.indices == 0..<count || page.indices.isEmpty
          ? words.string(rowCount)
          : words.text("rows \(count: firstNumber) to \(count: page.indices.upperBound) of \(count: count)"))
    }
    if newCount > 0, !page.isAtEnd {
      summary = summary.appending(", " + words.text("\(count: newCount) new"), .emphasis)
    }
    if hasMore { summary = summary.appending(" " + words.text("(more with \"rows\")"), .secondary) }
    return failure.map { summary.appending((count > 0 ? " " : "") + $0, .failure) } ?? summary
  }

  public var lines: [Line] {
    guard !isHidden else { return [line] }
    return [line] + headed(page.indices, page.indices.map { rowLine($0, text) }, in: nil)
  }

  /// The lines of rows, with the heading of each section above its first one that is shown.
  private func headed(_ indices: Range<Int>, _ rows: [Line], in locale: Locale?) -> [Line] {
    guard let heading = described.heading else { return rows }
    var last: String?
    return zip(indices, rows).flatMap { index, row in
      guard let text = heading(index, locale), text != last else { return [row] }
      last = text
      return [Line("  ").appending(words.isolated(text), .heading), row]
    }
  }

  /// Whether there are no rows, and it is not known yet whether that is so.
  private var saysNothing: Bool { !isHidden && count == 0 && isUnknown && failure == nil }

  /// The lines in a width, in cells of a terminal: a table if there are columns, and otherwise each row in a line.
  func lines(fitting width: Int) -> [Line] {
    if saysNothing { return [line] }
    let indices = page.indices
    if !isHidden, let talk = described.talk {
      return [line] + headed(indices, indices.map { talkLine($0, talk).cut(to: width) }, in: words.locale)
    }
    guard !isHidden, !described.columns.isEmpty, !indices.isEmpty else {
      let rows = isHidden ? [] : indices.map { rowLine($0, described.localText ?? text).cut(to: width) }
      return [line] + headed(indices, rows, in: words.locale)
    }
    let table = table(indices)
    let hint = "  " + words.text("(\"show \(String(indices.upperBound))\" shows a whole row)")
    let hasRoom = Style.plain.text(line).terminalWidth + hint.terminalWidth <= width
    return [table.isCut(to: width) && hasRoom && described.whole != nil ? line.appending(hint, .secondary) : line]
      + lines(of: table, indices, fitting: width)
  }

  /// The headings of the columns, and the rows below those of their sections.
  private func lines(of table: Table, _ indices: Range<Int>, fitting width: Int) -> [Line] {
    let lines = table.lines(fitting: width)
    return lines.prefix(1) + headed(indices, Array(lines.dropFirst()), in: words.locale)
  }

  func wholeRow(_ number: Int) throws(CommandError) -> [Line] {
    let row = try row(number)
    guard let index = index(of: row) else { return [] }
    return [Line("\(said): \(number)", .heading)]
      + (described.whole?(index) ?? [rowLine(index, described.localText ?? text)])
  }

  func expectOtherRows() { mayGetOtherRows = true }

  func allLines(fitting width: Int?) -> [Line] {
    guard !isHidden, count > 0 else { return [line] }
    for index in 0..<count { printed[index + 1] = identity(index) }
    let heading = Line("\(name): ").appending(words.string(rowCount))
      .appending(hasMore ? " " + words.text("(\"\(moreCommand)\" loads some more)") : "", .secondary)
    if width != nil, let talk = described.talk {
      return [heading] + headed(0..<count, (0..<count).map { talkLine($0, talk) }, in: words.locale)
    }
    guard let width, !described.columns.isEmpty else {
      return [heading] + headed(0..<count, (0..<count).map { rowLine($0, text) }, in: nil)
    }
    return [heading] + lines(of: table(0..<count), 0..<count, fitting: width)
  }

  private func table(_ indices: Range<Int>) -> Table {
    let rows = indices.map {
      Table.Row(
        $0 + 1, described.cells($0, words.locale), remark: described.remark($0),
        mark: isSelected($0) ? " \(selectionMark)" : "")
    }
    return Table(columns: described.columns.map { $0.said(in: words) }, rows: rows)
  }

  private func rowLine(_ index: Int, _ text: (Int) -> String) -> Line {
    marked(Line("  \(index + 1). ").appending(words.isolated(text(index))), index)
  }

  private func talkLine(_ index: Int, _ line: (Int) -> Line) -> Line {
    marked(Line("  \(index + 1). ").appending(line(index)), index)
  }

  private func marked(_ row: Line, _ index: Int) -> Line {
    isSelected(index) ? row.appending(" " + selectionMark, .secondary) : row
  }

  private func isSelected(_ index: Int) -> Bool { selection != nil && identity(index) == selection }

  private var selectionMark: String { words.text("(selected)") }

  public var usage: String { "rows \(name) [FIRST]" }

  public var example: String? { count > page.size ? "rows \(name) \(page.size + 1)" : nil }

  private var rowCount: LocalizedText { Words.text("\(count: count) rows") }

  private func index(of row: ID) -> Int? { (0..<count).first { identity($0) == row } }
}

/// A list of rows of any identity.
@MainActor protocol AnyList: Control {
  func showPage(from number: Int?) throws(CommandError)
  /// Remembers which rows the user has seen who begins to type a command.
  func beginTyping()
  /// Remembers which rows have been printed, until the command has ended: what is printed in the meantime has not been
  /// seen by the user who entered it.
  func beginCommand()
  func endCommand()
  /// How many rows there are.
  var count: Int { get }
  /// Whether there are rows that have not been loaded.
  var hasMore: Bool { get }
  /// The rows that are shown, by their numbers.
  var printedRows: [(number: Int, text: String)] { get }
  /// Shows as many rows at once as there is room for.
  func fit(to room: Int)
  /// How many lines stand above the rows.
  var headingCount: Int { get }
  func lines(fitting width: Int) -> [Line]
  /// The lines of all rows, which then count as printed: in a width as a table if there are columns.
  func allLines(fitting width: Int?) -> [Line]
  /// The row that was printed with a number as a whole.
  func wholeRow(_ number: Int) throws(CommandError) -> [Line]
  /// The user changes what may decide which rows there are: if they get fewer, the first ones are shown.
  func expectOtherRows()
  /// The command that loads rows.
  var moreCommand: String { get }
  /// Whether a button is hidden in each row that is shown; `false` where none is.
  func hidesInShownRows(_ button: String) -> Bool
  /// The lines were printed.
  func wasPrinted()
  /// The text of the row with an index.
  func text(ofRow index: Int) -> String
  var described: DescribedRows { get }
}

extension List: AnyList {
  var printedRows: [(number: Int, text: String)] { page.indices.map { ($0 + 1, text($0)) } }

  var headingCount: Int { described.columns.isEmpty || described.talk != nil ? 1 : 2 }

  func hidesInShownRows(_ button: String) -> Bool {
    !page.indices.isEmpty && page.indices.allSatisfy { described.hides(button, $0) }
  }

  func text(ofRow index: Int) -> String { text(index) }

  func beginTyping() { typedOver = printed }

  func beginCommand() { seen = printed }

  func endCommand() {
    seen = nil
    typedOver = nil
  }

  func wasPrinted() {
    guard !isHidden else { return }
    for index in page.indices { printed[index + 1] = identity(index) }
  }
}

/// The rows of a list that are shown at once.
private struct ListPage {
  /// How many they are in a pipe.
  let fixedSize: Int
  /// How many rows there is room for at a prompt; `nil` in a pipe.
  var room: Int?
  /// How many rows the list has.
  var count = 0
  /// The number of the first row.
  var first = 1

  var size: Int { room ?? fixedSize }

  var indices: Range<Int> {
    let start = min(first - 1, count)
    return start..<min(start + size, count)
  }

  /// The indices of the rows of the first page.
  var indicesAtStart: Range<Int> { 0..<min(size, count) }

  var isAtEnd: Bool { first + size > count }

  mutating func showEnd() { first = max(1, count - size + 1) }
}

/// What the description of the rows of a list says of them; rows of text have none.
struct DescribedRows {
  /// The rows as JSON.
  var json: ListRows?
  /// The line of a row without its number, at a prompt, where the rows are a conversation.
  var talk: ((Int) -> Line)?
  /// The columns where the rows are shown as a table, at a prompt.
  var columns: [TableColumn] = []
  /// The texts of a row in the columns: with a locale as people there write them, and without one as they are typed.
  var cells: (_ index: Int, _ locale: Locale?) -> [String] = { _, _ in [] }
  /// What is said of a row behind its columns.
  var remark: (Int) -> String = { _ in "" }
  /// The heading over a row, with a locale as people there write it; the row goes with the one before it if it has none. `nil` if the list has
  /// no sections.
  var heading: ((_ index: Int, _ locale: Locale?) -> String?)?
  /// The text of a row as people in the locale write it, at a prompt; `nil` if it is the same.
  var localText: ((Int) -> String)?
  /// A row as a whole, in several lines; `nil` if it is no more than a text.
  var whole: ((Int) -> [Line])?
  /// Whether a button is hidden in the row with an index.
  var hides: (_ button: String, _ index: Int) -> Bool = { _, _ in false }
}

extension Int {
  /// The number with a comma between groups of three digits.
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = digits.enumerated().map { index, digit in
      (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digit)
    }
    return (self < 0 ? "-" : "") + groups.joined()
  }
}
