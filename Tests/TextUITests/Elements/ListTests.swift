import ExpectSupport
import Testing

@testable import TextUI

@MainActor @Suite struct ListTests {
  private struct Book: Identifiable {
    var id: Int
    var title: String
  }

  private let list = List<Int>("books", emptyText: "There are no books.")
  private let canvas: Canvas

  init() { canvas = Canvas([list]) }

  private func books(_ ids: some Sequence<Int>) -> [Book] { ids.map { Book(id: $0, title: "Book \($0)") } }

  private var lines: [String] { list.lines.map(Style.plain.text) }

  @Test func `numbers its rows from 1`() {
    list.setRows(books([7, 9])) { $0.title }
    expectEqual(lines, ["books: 2 rows", "  1. Book 7", "  2. Book 9"])
    list.setRows(books([7])) { $0.title }
    expectEqual(lines, ["books: 1 row", "  1. Book 7"])
  }

  @Test func `shows a text without rows, and a failure beside the rows`() {
    expectEqual(lines, ["books: There are no books."])
    list.failure = "The page could not be loaded."
    expectEqual(lines, ["books: The page could not be loaded."])
    list.setRows(books([7])) { $0.title }
    expectEqual(lines, ["books: 1 row The page could not be loaded.", "  1. Book 7"])
    list.failure = nil
    list.isHidden = true
    #expect(!list.isVisible)
    expectEqual(lines, ["books: (hidden)"])
  }

  @Test func `a number that stands for another row while it is typed hits neither`() throws {
    list.setRows(books([7, 9, 11])) { $0.title }
    list.wasPrinted()
    list.beginTyping()
    list.setRows(books([9, 11, 13])) { $0.title }
    list.wasPrinted()
    list.beginCommand()
    #expect(throws: CommandError.self) { try list.row(2) }
    list.endCommand()
    // The next command is typed below what is shown.
    list.beginTyping()
    list.beginCommand()
    try expectEqual(list.row(2), 11)
  }

  @Test func `makes the texts of one page alone`() throws {
    var made = 0
    list.setRows(books(1...10_000)) { book in
      made += 1
      return book.title
    }
    expectEqual(made, 0)
    let first = lines
    expectEqual(made, 20)
    expectEqual(first.count, 21)
    expectEqual(first[0], "books: rows 1 to 20 of 10,000")
    expectEqual(first[20], "  20. Book 20")
    try list.showPage(from: 9_991)
    expectEqual(lines.first, "books: rows 9,991 to 10,000 of 10,000")
    expectEqual(lines.last, "  10000. Book 10000")
    expectEqual(made, 40)
  }

  @Test func `shows the next page, and the first one after the last`() throws {
    list.setRows(books(1...45)) { $0.title }
    var firstNumbers: [Int] = []
    for _ in 1...3 {
      try list.showPage()
      firstNumbers.append(list.firstNumber)
    }
    expectEqual(firstNumbers, [21, 41, 1])
    #expect(throws: CommandError("There is no such row. The list books has 45 rows.")) { try list.showPage(from: 46) }
    #expect(throws: CommandError("There is no such row. The list books has 45 rows.")) { try list.showPage(from: 0) }
    expectEqual(list.firstNumber, 1)
  }

  @Test func `asks for rows that have not been loaded`() throws {
    var requests = 0
    let cancellable = list.morePublisher.sink { requests += 1 }
    list.setRows(books(1...20)) { $0.title }
    list.hasMore = true
    expectEqual(lines[0], "books: 20 rows (more with \"rows\")")
    try list.showPage()
    expectEqual(requests, 1)
    list.setRows(books(1...40)) { $0.title }
    list.hasMore = false
    expectEqual(lines[0], "books: rows 21 to 40 of 40")
    try list.showPage()
    expectEqual(requests, 1)
    cancellable.cancel()
  }

  @Test func `goes back to the last page when the rows of its page are removed`() throws {
    list.setRows(books(1...45)) { $0.title }
    try list.showPage(from: 41)
    list.setRows(books(1...25)) { $0.title }
    expectEqual(lines[0], "books: rows 21 to 25 of 25")
    list.setRows(books([])) { $0.title }
    expectEqual(list.firstNumber, 1)
  }

  @Test(arguments: [25, 150])
  func `begins at the first row of another filter, wherever the page was`(step: Int) throws {
    list.setRows(books(1...1000)) { $0.title }
    try list.showPage(from: 500)
    list.setRows(books(stride(from: step, through: 1000, by: step).map { $0 })) { $0.title }
    expectEqual(list.firstNumber, 1)
    // Rows that come and go elsewhere leave the page where it is.
    list.setRows(books(1...1000)) { $0.title }
    try list.showPage(from: 981)
    list.setRows(books(2...1000)) { $0.title }
    expectEqual(list.firstNumber, 981)
  }

  @Test func `clears the selection when its row is removed`() {
    list.setRows(books(1...3)) { $0.title }
    list.selection = 2
    expectEqual(lines[2], "  2. Book 2 (selected)")
    list.setRows(books([3, 2])) { $0.title }
    expectEqual(lines[2], "  2. Book 2 (selected)")
    list.setRows(books([3])) { $0.title }
    #expect(list.selection == nil)
    expectEqual(lines, ["books: 1 row", "  1. Book 3"])
  }

  @Test func `prints the rows of the page that changed`() {
    var printed: [String] = []
    list.setRows(books(1...10_000)) { $0.title }
    _ = canvas.show()
    canvas.onChange = { printed += $0.map(Style.plain.text) }
    var rows = books(1...10_000)
    rows[2].title = "Emma"
    rows[500].title = "Persuasion"
    list.setRows(rows) { $0.title }
    canvas.display()
    expectEqual(printed, ["  3. Emma"])
    rows.removeLast()
    list.setRows(rows) { $0.title }
    canvas.display()
    expectEqual(printed.last, "books: rows 1 to 20 of 9,999")
    expectEqual(printed.count, 2)
  }

  @Test func `names the list of a changed row where there are several`() {
    let other = List<Int>("films")
    let canvas = Canvas([list, other])
    var printed: [String] = []
    list.setRows(books(1...2)) { $0.title }
    _ = canvas.show()
    canvas.onChange = { printed += $0.map(Style.plain.text) }
    list.setRows([Book(id: 1, title: "Emma"), Book(id: 2, title: "Book 2")]) { $0.title }
    canvas.display()
    expectEqual(printed, ["books: 2 rows", "  1. Emma"])
  }

  @Test func `a number stands for the row that was printed with it`() throws {
    list.setRows(books([7, 8, 9])) { $0.title }
    _ = canvas.show()
    list.setRows(books([9, 8])) { $0.title }
    try expectEqual(list.row(2), 8)
    try expectEqual(list.row(3), 9)
    #expect(throws: CommandError("Row 1 is no longer in the list books.")) { try list.row(1) }
    _ = canvas.show()
    try expectEqual(list.row(1), 9)
    #expect(throws: CommandError("Row 1 is no longer in the list books.")) {
      list.setRows(books([8])) { $0.title }
      _ = try list.row(1)
    }
  }

  @Test func `a number that was not printed stands for no row`() throws {
    list.setRows(books(1...45)) { $0.title }
    _ = canvas.show()
    #expect(throws: CommandError("Row 21 was not shown. \"rows 21\" shows it.")) { try list.row(21) }
    #expect(throws: CommandError("There is no such row. The list books has 45 rows.")) { try list.row(46) }
    #expect(throws: CommandError("There is no such row. The list books has 45 rows.")) { try list.row(0) }
    try list.showPage(from: 21)
    _ = canvas.show()
    try expectEqual(list.row(21), 21)
    // The page before it was seen as well.
    try expectEqual(list.row(1), 1)
  }

  @Test func `a list that is anchored at its end shows its last rows until the user asks for others`() throws {
    list.isAnchoredAtEnd = true
    list.setRows(books(1...45)) { $0.title }
    expectEqual(list.firstNumber, 26)
    list.setRows(books(1...50)) { $0.title }
    expectEqual(list.firstNumber, 31)
    try list.showPage(from: 3)
    list.setRows(books(1...60)) { $0.title }
    expectEqual(list.firstNumber, 3)
    list.setRows(books(1...2)) { $0.title }
    expectEqual(list.firstNumber, 1)
  }

  @Test func `shows the rows before the first one where the user has asked for them`() {
    let list = List<Int>("messages", pageSize: 3)
    list.isAnchoredAtEnd = true
    list.setRows(books(5...9)) { $0.title }
    expectEqual(list.firstNumber, 3)
    list.showsEarlierRows = true
    list.setRows(books(0...9)) { $0.title }
    expectEqual(
      list.lines.map(Style.plain.text), ["messages: rows 3 to 5 of 10", "  3. Book 2", "  4. Book 3", "  5. Book 4"])
    // What comes in does not move them away.
    list.setRows(books(0...10)) { $0.title }
    expectEqual(list.firstNumber, 3)
  }

  @Test func `shows the first rows where a filter leaves fewer, and stays where rows were removed`() {
    let list = List<Int>("books", pageSize: 3)
    list.setRows(books(0...20)) { $0.title }
    try? list.showPage(from: 10)
    list.setRows(books(0...19)) { $0.title }
    expectEqual(list.firstNumber, 10)
    list.expectOtherRows()
    list.setRows(books(0...15)) { $0.title }
    expectEqual(list.firstNumber, 1)
  }

  @Test func `shows a row as a whole, and says how where one is cut`() throws {
    let list = List<Int>("books")
    list.described.columns = [TableColumn(name: "title", title: "Title")]
    list.setRows(books(0...1)) { $0.title }
    list.described.cells = { index, _ in [index == 0 ? String(repeating: "long ", count: 20) : "short"] }
    list.described.whole = { [Line("  Title: \($0)")] }
    expectEqual(Style.plain.text(list.lines(fitting: 60)[0]), "books: 2 rows  (\"show 2\" shows a whole row)")
    expectEqual(Style.plain.text(list.lines(fitting: 120)[0]), "books: 2 rows")
    list.wasPrinted()
    try expectEqual(list.wholeRow(1).map(Style.plain.text), ["books: 1", "  Title: 0"])
    #expect(throws: CommandError("There is no such row. The list books has 2 rows.")) { try list.wholeRow(3) }
  }
}
