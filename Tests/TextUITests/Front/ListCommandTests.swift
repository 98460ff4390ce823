import ExpectSupport
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
      tap lend book 9
      tap lend 4
      tap submit 1
      tap submit

      """)
    expectEqual(
      text,
      """
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
      > tap lend book 9
      error: line 10: The button lend takes the number of a row. Did you mean "tap lend 3"?
      > tap lend 4
      error: line 11: There is no such row. The list books has 3 rows.
      > tap submit 1
      error: line 12: The button submit takes nothing: tap submit
      > tap submit

      """)
  }

  @Test func `rows shows a page, and a tap means the row that was shown`() async {
    let text = await play(
      "open shelf\ntap lend 41\nrows 41\nrows\nrows 99\nrows books 21\nrows film\nrows x 1 2\nreverse\ntap lend 41\nclear\ntap lend 41\n"
    )
    let output = text.split(separator: "\n").map(String.init)
    expectEqual(output[1...2], ["shelf", "  books: rows 1 to 20 of 45"])
    #expect(text.contains("> tap lend 41\nerror: line 2: Row 41 was not shown. \"rows 41\" shows it.\n"))
    #expect(text.contains("> rows 41\n  books: rows 41 to 45 of 45\n    41. Book 41\n"))
    #expect(text.contains("> rows\n  books: rows 1 to 20 of 45\n    1. Book 1\n"))
    #expect(text.contains("> rows 99\nerror: line 5: There is no such row. The list books has 45 rows.\n"))
    #expect(text.contains("> rows books 21\n  books: rows 21 to 40 of 45\n"))
    #expect(text.contains("> rows film\nerror: line 7: There is no such list. Known: books.\n"))
    #expect(text.contains("> rows x 1 2\nerror: line 8: Usage: rows [FIRST|all]\n"))
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
    expectEqual(app.shelf.info.text, "Book 7 was lent.")
    await front.repeatCommand("tap lend 1")
    expectEqual(app.shelf.info.text, "Book 9 was lent.")
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

  @Test(arguments: [
    ("tap lend ", "1   Book 1\n2   Book 2\n"), ("expect book", "expect books: 45 rows |"),
    ("expect not rat", "expect not rating: (empty) |"),
    ("tap \"Le", "tap \"Lend\" |"), ("choose genre ", "novel   poetry  play\n"),
  ])
  func `Tab completes rows, what is shown, and labels in quotes`(typed: String, completed: String) async {
    let conversation = await Conversation(
      app, rows: 60, [("> ", "open shelf\r"), ("shelf> ", typed + "\t|"), ("|", "\u{3}"), ("> ", "\u{4}")])
    #expect(conversation.screen.contains(completed))
  }

  // MARK: - The room of a terminal

  @Test(arguments: [(80, 24, 15), (80, 12, 3), (300, 100, 45)])
  func `a list has the room that the rest of the screen leaves`(columns: Int, rows: Int, shown: Int) async {
    let conversation = await Conversation(
      app, columns: columns, rows: rows, style: .plain,
      [("> ", "open shelf\r"), ("shelf> ", "ta"), ("ta", "\u{3}\u{4}")])
    let lines = conversation.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("\(shown). Book \(shown)") })
    #expect(!lines.contains { $0.contains("\(shown + 1). Book \(shown + 1)") })
    #expect(lines.contains { $0.contains("[submit]") })
    #expect(!conversation.output.contains("prints all"))
  }

  @Test func `a list follows the size of the terminal`() async {
    let prompt = TerminalPrompt(
      input: Transcript(""), output: Transcript(""), size: TerminalSize(columns: 80, rows: 24), setMode: { _ in },
      suspend: {})
    let front = TextFront(app, input: .prompt(prompt), display: Display(prompt, style: .plain))
    await front.repeatCommand("open shelf")
    expectEqual(app.shelf.list.lines.count, 1 + 15)
    prompt.terminalDidChange(size: TerminalSize(columns: 80, rows: 60))
    expectEqual(app.shelf.list.lines.count, 1 + 45)
  }

  @Test func `rows goes on where the shown ones end, and prints them once`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [("> ", "open shelf\r"), ("shelf> ", "rows\r"), ("30. Book 30", "rows\r"), ("45. Book 45", "\u{4}")])
    #expect(conversation.output.contains("rows 16 to 30 of 45"))
    expectEqual(conversation.output.components(separatedBy: "30. Book 30").count, 2)
  }

  @Test(arguments: [
    ("submit", "tap submit"), ("SUB MIT", "tap submit"), ("lend 1", "tap lend ROW"), ("rating", "type rating NUMBER"),
    ("genre po", "choose genre novel|poetry|play"),
  ])
  func `the name of a control alone is answered with the command for it`(line: String, usage: String) async {
    let text = await play("open shelf\n\(line)\n")
    #expect(text.hasSuffix("error: line 2: There is no such command. Did you mean \"\(usage)\"?\n"), "\(text)")
  }

  // MARK: - All rows

  @Test func `all rows are printed, and can be named by their numbers`() async {
    let text = await play("open shelf\nrows all\ntap lend 45\n")
    #expect(text.contains("> rows all\n  books: 45 rows\n    1. Book 1\n"))
    #expect(text.contains("   45. Book 45\n> tap lend 45\n  info: Book 45 was lent.\n"))
  }

  @Test(arguments: [true, false])
  func `at a prompt all rows go through a pager, or are printed without one`(isThere: Bool) async {
    let output = Transcript("")
    let prompt = TerminalPrompt(
      input: Transcript(""), output: output, size: TerminalSize(columns: 80, rows: 24), setMode: { _ in }, suspend: {})
    let front = TextFront(app, input: .prompt(prompt), display: Display(prompt, style: .plain))
    var paged: [String] = []
    front.pager = { text in
      paged.append(text)
      return isThere
    }
    await front.repeatCommand("open shelf")
    await front.repeatCommand("rows all")
    #expect(paged.count == 1 && paged[0].hasPrefix("books: 45 rows\n  1. Book 1\n"))
    #expect(paged[0].hasSuffix("  45. Book 45\n"))
    #expect(output.output.contains("45. Book 45") != isThere)
    await front.repeatCommand("tap lend 45")
    expectEqual(app.shelf.info.text, "Book 45 was lent.")
  }

  @Test func `nothing is written while another program has the terminal`() async {
    let output = Transcript("")
    var modes: [StandardTerminal.Mode] = []
    let prompt = TerminalPrompt(
      input: Transcript(""), output: output, size: TerminalSize(), setMode: { modes.append($0) }, suspend: {})
    await prompt.lend {
      prompt.print("Emma\n")
      #expect(output.output.isEmpty && modes == [.original])
    }
    #expect(output.output.contains("Emma") && modes == [.original, .editing])
  }

  // MARK: - Scripts

  @Test func `a script ends with a command after which a failure is shown`() async {
    for stops in [true, false] {
      let app = ShelfApp()
      app.shelf.info.role = .failure
      let (output, errors) = (Transcript(""), Transcript(""))
      let front = TextFront(
        app, input: .pipe(LineReader(text: "open shelf\ntap lend 1\ntap lend 2\n")),
        display: Display(output, style: .plain), errors: Display(errors, style: .plain))
      front.stopsAtFailure = stops
      await front.run()
      #expect(output.output.hasSuffix(stops ? "info: Book 1 was lent.\n" : "info: Book 2 was lent.\n"))
      #expect(
        errors.output
          == (stops ? "error: line 2: After this command the screen shows a failure: info: Book 1 was lent.\n" : ""))
      #expect(front.exitCode == (stops ? 1 : 0))
    }
  }

  @Test func `a failure that was there before does not end a script`() async {
    app.shelf.info.role = .failure
    app.shelf.info.text = "Book 1 was lent."
    let output = Transcript("")
    let front = TextFront(
      app, input: .commandLine(["open shelf", "tap lend 1", "type rating 5"]), display: Display(output, style: .plain),
      errors: Display(Transcript(""), style: .plain))
    // The screen that is opened shows it.
    front.stopsAtFailure = false
    await front.repeatCommand("open shelf")
    front.stopsAtFailure = true
    await front.run()
    expectEqual(front.exitCode, 0)
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
