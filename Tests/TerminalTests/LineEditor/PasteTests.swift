import ExpectSupport
import StandardIO
import Terminal
import TerminalSupport
import Testing

/// Texts that are pasted into the line that a user edits.
@Suite struct PasteTests {
  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a pasted text runs line by line`(end: String) {
    var terminal = EditedTerminal()
    let text = ["one", "two", "", "three"].joined(separator: end)
    expectEqual(
      terminal.type("a\u{1B}[200~\(text)\u{1B}[201~b"), [.line(.text("aone")), .line(.text("two")), .line(.text(""))])
    expectEqual(terminal.shown, "> aone\n> two\n>\n> threeb|")
    expectEqual(terminal.type("\r"), [.line(.text("threeb"))])
    #expect(!terminal.editor.lineWasPasted)
  }

  @Test func `a paste reports the line that cannot be used, and goes on`() {
    var terminal = EditedTerminal()
    expectEqual(
      terminal.type("\u{1B}[200~one\ntwo\u{1B}[2J\nthree\n\u{1B}[201~"),
      [.line(.text("one")), .line(.damaged(.controlCharacter)), .line(.text("three"))])
    #expect(terminal.editor.lineWasPasted)
  }

  @Test(arguments: [LineEditor.Kind.answer, .secret])
  func `an answer takes one pasted line, and none of several`(kind: LineEditor.Kind) {
    var terminal = EditedTerminal()
    terminal.begin("note: ", as: kind)
    expectEqual(terminal.type("\u{1B}[200~one\n\u{1B}[201~\r"), [.line(.text("one"))])
    terminal.begin("note: ", as: kind)
    // What follows the first line would be a command, or be shown where a secret is not.
    expectEqual(terminal.type("\u{1B}[200~one\nquit\n\u{1B}[201~\r"), [.line(.damaged(.severalLines))])
    terminal.begin("> ")
    expectEqual(terminal.type("x\r"), [.line(.text("x"))])
  }

  @Test func `Control-C drops the rest of a paste`() {
    var terminal = EditedTerminal()
    terminal.editor.receive(Array("\u{1B}[200~one\ntwo\nthree\n\u{1B}[201~".utf8))
    expectEqual(terminal.editor.nextEvent(), .line(.text("one")))
    terminal.editor.dropInput()
    terminal.begin("> ")
    expectEqual(terminal.type("x\r"), [.line(.text("x"))])
  }

  @Test func `Control-C ends a paste whose end was lost`() {
    var terminal = EditedTerminal()
    expectEqual(terminal.type("\u{1B}[200~one\ntwo\u{3}"), [.interrupt(lineWasEmpty: true)])
    expectEqual(terminal.type("x\r"), [.line(.text("x"))])
  }

  @Test func `a paste that is too long is refused as a whole, and what was typed stays`() {
    var terminal = EditedTerminal()
    let events = terminal.type("typed\u{1B}[200~" + String(repeating: "0123456789\n", count: 100_000) + "\u{1B}[201~")
    expectEqual(events, [.line(.damaged(.pasteTooLong))])
    expectEqual(terminal.shown, "> typed\n> typed|")
  }

  @Test func `a line has a greatest length`() {
    var terminal = EditedTerminal()
    let longest = String(repeating: "x", count: LineBuffer.longestLine)
    terminal.editor.receive(Array("\u{1B}[200~\(longest)\u{1B}[201~\r".utf8))
    expectEqual(terminal.editor.nextEvent(), .line(.text(longest)))
  }
}
