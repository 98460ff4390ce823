import ExpectSupport
import Testing
import TextUI

@MainActor @Suite struct RowButtonTests {
  private let list = List<String>("books")
  private let lend: RowButton<String>

  init() {
    lend = RowButton("lend", in: list)
    set(["emma", "persuasion"])
    _ = Canvas([list, lend]).show()
  }

  private func set(_ rows: [String]) { list.setRows(rows, id: { $0 }, text: { $0 }) }

  @Test func `publishes the identity of the row that was printed with the number`() throws {
    var calls: [String] = []
    lend.addAction { calls.append("action \($0)") }
    let cancellable = lend.rowPublisher.sink { calls.append($0) }
    try lend.tap(row: 2)
    set(["persuasion", "emma"])
    try lend.tap(row: 2)
    expectEqual(calls, ["action persuasion", "persuasion", "action persuasion", "persuasion"])
    set(["emma"])
    #expect(throws: CommandError("Row 2 is no longer in the list books.")) { try lend.tap(row: 2) }
    expectEqual(calls.count, 4)
    cancellable.cancel()
  }

  @Test func `says how it is tapped and why it cannot be`() {
    expectEqual(Style.plain.text(lend.line), "[lend ROW]")
    expectEqual(lend.usage, "tap lend ROW")
    expectEqual(lend.example, "tap lend 1")
    lend.disabledReason = "The library is closed."
    expectEqual(Style.plain.text(lend.line), "[lend ROW] (disabled: The library is closed.)")
    #expect(throws: CommandError("The library is closed.")) { try lend.tap(row: 1) }
    #expect(lend.example == nil)
  }
}
