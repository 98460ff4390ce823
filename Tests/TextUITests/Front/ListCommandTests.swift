import StandardIO
import Support
import Testing
import TextUI

/// Lists, choices, numbers and dates by commands.
@MainActor @Suite struct ListCommandTests {
  private let app = ShelfApp()

  private func play(_ script: String) async -> String {
    let transcript = Transcript(script)
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return transcript.text
  }

  @Test func `a script fills a form and taps a row`() async {
    app.shelf.books = [7, 8, 9]
    let text = await play(
      """
      open shelf
      tap submit
      choose genre po
      type rating 6
      type rating 5
      type due 2026-11-21
      tap lend 2
      tap lend
      tap lend two
      tap lend 4
      tap submit 1
      tap submit

      """)
    #expect(
      text == """
        > open shelf
        shelf
          books: 3 rows
            1. Book 7
            2. Book 8
            3. Book 9
          [lend ROW]
          genre: (none)
          rating: (empty)
          due: (empty)
          [submit] (disabled: No genre was chosen.)
        > tap submit
        error: line 2: No genre was chosen.
        > choose genre po
          genre: poetry
          [submit]
        > type rating 6
        error: line 4: The field rating takes a whole number from 1 to 5.
        > type rating 5
          rating: 5
        > type due 2026-11-21
          due: 2026-11-21T00:00:00Z
        > tap lend 2
          info: Book 8 was lent.
        > tap lend
        error: line 8: The button lend takes the number of a row: tap lend ROW
        > tap lend two
        error: line 9: The button lend takes the number of a row: tap lend ROW
        > tap lend 4
        error: line 10: There is no such row. The list books has 3 rows.
        > tap submit 1
        error: line 11: The button submit takes nothing: tap submit
        > tap submit

        """)
  }

  @Test func `rows shows a page, and a tap means the row that was shown`() async {
    let text = await play(
      "open shelf\ntap lend 41\nrows 41\nrows\nrows 99\nrows books 21\nrows film\nrows x 1 2\nreverse\ntap lend 41\nclear\ntap lend 41\n"
    )
    let output = text.split(separator: "\n").map(String.init)
    #expect(output[1...2] == ["shelf", "  books: rows 1 to 20 of 45"])
    #expect(text.contains("> tap lend 41\nerror: line 2: Row 41 was not shown. \"rows 41\" shows it.\n"))
    #expect(text.contains("> rows 41\n  books: rows 41 to 45 of 45\n    41. Book 41\n"))
    #expect(text.contains("> rows\n  books: rows 1 to 20 of 45\n    1. Book 1\n"))
    #expect(text.contains("> rows 99\nerror: line 5: There is no such row. The list books has 45 rows.\n"))
    #expect(text.contains("> rows books 21\n  books: rows 21 to 40 of 45\n"))
    #expect(text.contains("> rows film\nerror: line 7: There is no such list. Known: books.\n"))
    #expect(text.contains("> rows x 1 2\nerror: line 8: Usage: rows [FIRST]\n"))
    // The 41st of 45 books is the fifth after they were turned around.
    #expect(text.contains("> tap lend 41\n  info: Book 41 was lent.\n> clear\n  books: There are no books.\n"))
    #expect(text.hasSuffix("> tap lend 41\nerror: line 12: Row 41 is no longer in the list books.\n"))
  }

  @Test func `ten thousand rows print a page`() async {
    app.shelf.books = Array(1...10_000)
    let text = await play("open shelf\nreverse\nshow\n")
    #expect(text.split(separator: "\n").count < 80)
    #expect(text.contains("> reverse\n    1. Book 10000\n    2. Book 9999\n"))
  }

  @Test func `a tap at a prompt means the row that was on the screen when it was entered`() async {
    app.shelf.books = [7, 8, 9]
    // The change is deferred by a thirtieth of a second, so it comes after the list was printed and before the tap.
    let prompt = TerminalPrompt(
      input: Transcript(""), output: Transcript(""), size: TerminalSize(), setMode: { _ in }, suspend: {})
    let front = TextFront(app, input: .prompt(prompt), display: Display(Transcript(""), style: .plain))
    await front.repeatCommand("open shelf")
    app.shelf.books = [9, 8, 7]
    await front.repeatCommand("tap lend 1")
    #expect(app.shelf.info.text == "Book 7 was lent.")
    await front.repeatCommand("tap lend 1")
    #expect(app.shelf.info.text == "Book 9 was lent.")
  }

  @Test(arguments: [
    ("choose ", "choose genre |"), ("choose genre po", "choose genre poetry |"), ("choose g pl", "choose g play |"),
    ("type ra", "type rating |"), ("tap l", "tap lend |"), ("row", "rows |"),
  ])
  func `Tab completes choices and fields`(typed: String, completed: String) async {
    let conversation = await Conversation(
      app, [("> ", "open shelf\r"), ("shelf> ", typed + "\t|"), ("|", "\u{3}"), ("> ", "\u{4}")])
    #expect(conversation.screen.contains("shelf> \(completed)\n"))
  }

  @Test func `help lists what can be done`() async {
    app.shelf.books = [7]
    let text = await play("open shelf\nhelp\nhelp choose\n")
    #expect(
      text.contains(
        """
        shelf
          rows books [FIRST]
          tap lend ROW
          choose genre novel|poetry|play
          type rating NUMBER
          type due DATE
          tap submit (disabled: No genre was chosen.)

        """))
    #expect(text.contains("  NAME: genre\n  OPTION: novel, poetry, play\nFor example: choose genre novel\n"))
  }

  @Test func `expect compares what the top screen shows`() async {
    app.shelf.books = [7]
    let text = await play(
      "expect x\nopen shelf\nexpect 1. Book 7\nexpect shelf\nexpect not Book 8\nexpect Book 8\nexpect not Book 7\nexpect\nexpect not\n"
    )
    #expect(
      text.hasSuffix(
        """
        > expect 1. Book 7
        > expect shelf
        > expect not Book 8
        > expect Book 8
        error: line 6: The screen shelf does not show this text.
        > expect not Book 7
        error: line 7: The screen shelf shows this text.
        > expect
        error: line 8: Usage: expect TEXT
        > expect not
        error: line 9: The screen shelf does not show this text.

        """))
    #expect(text.hasPrefix("> expect x\nerror: line 1: No screen is open."))
  }
}
