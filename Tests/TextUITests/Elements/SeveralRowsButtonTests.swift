import ExpectSupport
import Testing

@testable import TextUI

@MainActor @Suite struct SeveralRowsButtonTests {
  private let list = List<String>("books", emptyText: "No books.")
  private let remove: RowButton<String>

  init() {
    remove = RowButton("remove", in: list, takesSeveral: true)
    set(["emma", "persuasion", "mansfield"])
    _ = Canvas([list, remove]).show()
  }

  private func set(_ rows: [String]) { list.setRows(rows, id: { $0 }, text: { $0 }) }

  @Test func `publishes the identities of the rows that were printed with the numbers`() throws {
    var calls: [[String]] = []
    remove.addAction(forRows: { calls.append($0) })
    try remove.tap(Tap(text: "3 1"))
    set(["persuasion", "mansfield", "emma"])
    try remove.tap(Tap(text: "1-2 2"))
    expectEqual(calls, [["emma", "mansfield"], ["emma", "persuasion"]])
    set(["persuasion"])
    #expect(throws: CommandError("Row 1 is no longer in the list books.")) { try remove.tap(Tap(text: "1 2")) }
    expectEqual(calls.count, 2)
  }

  @Test(arguments: ["", "x", "1 x", "2-1", "0", "-1", "1-", "1-99999999999999999999", "1-900000000"])
  func `refuses what names no rows`(_ text: String) {
    #expect(throws: CommandError("The button remove takes the numbers of rows: tap remove 1 3 5-7")) {
      try remove.tap(Tap(text: text))
    }
  }

  @Test func `says how it is tapped and why it cannot be`() {
    expectEqual(Style.plain.text(remove.line), "[remove ROW…]")
    remove.disabledReason = "The library is closed."
    #expect(throws: CommandError("The library is closed.")) { try remove.tap(rows: [1]) }
    #expect(remove.example == nil)
  }
}
