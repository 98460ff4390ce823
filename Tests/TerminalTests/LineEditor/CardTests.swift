import ExpectSupport
import StandardIO
import Terminal
import Testing

@Suite struct CardTests {
  private func terminal(columns: Int = 60, rows: Int = 24, card: [String] = ["head", "  Total: 3"]) -> EditedTerminal {
    var terminal = EditedTerminal(columns: columns, rows: rows)
    terminal.showCard(card)
    return terminal
  }

  @Test func `stays above the line, and below what is printed`() {
    var terminal = terminal()
    terminal.type("ab\u{2}")
    terminal.printAbove("one\n")
    terminal.printAbove("two\n")
    expectEqual(terminal.shown, "one\ntwo\nhead\n  Total: 3\n> a|b")
  }

  @Test func `is drawn again in place`() {
    var terminal = terminal()
    terminal.type("ab\u{2}")
    terminal.showCard(["head", "  Total: 4", "  More: yes"])
    expectEqual(terminal.shown, "head\n  Total: 4\n  More: yes\n> a|b")
    terminal.showCard(["head"])
    expectEqual(terminal.shown, "head\n> a|b")
    terminal.showCard([])
    expectEqual(terminal.shown, "> a|b")
  }

  @Test func `is drawn over itself, without an erasure before`() throws {
    var terminal = terminal(card: ["head", "  Total: 31"])
    let before = terminal.written.endIndex
    terminal.showCard(["head", "  Total: 4"])
    let drawn = terminal.written[before...]
    let erasure = try #require(drawn.firstRange(of: "\u{1B}[J"))
    #expect(drawn[..<erasure.lowerBound].hasSuffix("  Total: 4\n\r> "))
    expectEqual(terminal.shown, "head\n  Total: 4\n> |")
  }

  @Test func `is below a line that was entered`() {
    var terminal = terminal()
    terminal.type("first\rsecond\r\u{3}")
    expectEqual(terminal.shown, "> first\n> second\n>\nhead\n  Total: 3\n> |")
  }

  @Test func `a key draws the line alone`() {
    var terminal = terminal(card: ["head"] + (1...9).map { "row \($0) of many" })
    let before = terminal.written.utf8.count
    terminal.type("abcdefghij")
    for byte in "abcdefghij".utf8 { terminal.type([byte]) }
    let written = terminal.written.dropFirst(before)
    #expect(!written.contains("row"))
    // A key costs as much as the line is long.
    #expect(written.utf8.count < 11 * 40)
  }

  @Test func `what is the same is not drawn again`() {
    var terminal = terminal()
    let before = terminal.written
    terminal.showCard(["head", "  Total: 3"])
    expectEqual(terminal.written, before)
  }

  @Test func `is cut where the terminal is low, and makes room for a long line`() {
    var terminal = terminal(columns: 40, rows: 8, card: ["head"] + (1...9).map { "  Row: \($0)" })
    terminal.editor.cutCardText = "  … more"
    terminal.printAbove("")
    expectEqual(
      terminal.shown,
      """
      head
        Row: 1
        Row: 2
        Row: 3
        Row: 4
        … more
      > |
      """)
    terminal.type(String(repeating: "x", count: 90))
    expectEqual(terminal.screen.lines.prefix(3), ["head", "  Row: 1", "  Row: 2"])
    expectEqual(terminal.screen.lines.count { $0.hasPrefix("head") }, 1)
    terminal.type("\u{15}")
    expectEqual(terminal.screen.lines.filter { !$0.isEmpty }.count, 7)
    expectEqual(terminal.screen.lines.count { $0.hasPrefix("head") }, 1)
  }

  @Test(arguments: [(60, 30), (60, 12), (30, 60), (12, 61)])
  func `a resize leaves one copy`(old: Int, new: Int) {
    var terminal = terminal(columns: old, card: ["head", "  Description: Eleven inches of oak"])
    terminal.printAbove("above\n")
    terminal.type("open")
    terminal.resize(columns: new)
    let text = terminal.shownUnwrapped
    expectEqual(text, "aboveheadDescription:Eleveninchesofoak>open|")
    terminal.showCard(["head"])
    expectEqual(terminal.shownUnwrapped, "abovehead>open|")
  }

  @Test func `Control-L and a redraw draw it again`() {
    var terminal = terminal()
    terminal.printAbove("one\n")
    terminal.type("ab\u{C}")
    expectEqual(terminal.shown, "head\n  Total: 3\n> ab|")
    terminal.editor.redraw()
    expectEqual(terminal.shown, "head\n  Total: 3\n> ab|")
  }
}
