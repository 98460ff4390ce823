import ExpectSupport
import Screens
import StandardIO
import Support
import Testing
import TextUI

/// A view that is made from the description of a screen.
@MainActor @Suite struct DescribedViewTests {
  private func play(_ script: String, bookCount: Int = 3) async -> String {
    let app = LibraryApp(bookCount: bookCount)
    let transcript = Transcript(script)
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return transcript.text
  }

  @Test func `shows a list, a choice, and the buttons of rows`() async {
    let text = await play(
      """
      open shelf
      type filter so good
      choose sorting byp
      tap lend 2
      tap review 3 rating=5 text=a "good" book, really
      tap close
      tap lend 1
      help

      """)
    #expect(
      text.hasPrefix(
        """
        > open shelf
        shelf
          greeting: Welcome.
          books: 3 rows
            1. Book 1, pages 0
            2. Book 2, pages 10
            3. Book 3, pages 20
          filter: (empty)
          sorting: title, A to Z
          [book ROW]
          [lend ROW]
          [review ROW]
          [reverse]
          [clear]
          [close]
          [add]
          [pile]
        > type filter so good
          filter: so good
        > choose sorting byp
          sorting: shortest first
        > tap lend 2
            2. Book 2, pages 10, lent
        > tap review 3 rating=5 text=a "good" book, really
          last review: 102: 5 stars, a "good" book, really
        > tap close
          [lend ROW] (disabled: The library is closed.)
        > tap lend 1
        error: line 7: The library is closed.
        > help
        """))
    #expect(
      text.hasSuffix(
        """
        shelf
          rows books [FIRST]
          type filter TEXT
          choose sorting byTitle|byPages
          tap book ROW
          tap lend ROW (disabled: The library is closed.)
          tap review ROW rating=NUMBER text=TEXT
          tap reverse
          tap clear
          tap close
          tap add
          tap pile

        """))
  }

  @Test(arguments: [
    ("tap review 3 rating=5", "The value text is missing: rating=NUMBER text=TEXT"),
    ("tap review 3", "The values rating and text are missing: rating=NUMBER text=TEXT"),
    (
      "tap review rating=5 text=x",
      "The button review takes the number of a row: tap review ROW rating=NUMBER text=TEXT"
    ),
    ("tap review 4 rating=5 text=x", "There is no such row. The list books has 3 rows."),
    ("tap review 3 rating=many text=x", "The value rating takes a whole number."),
    ("tap review 3 ratin=5 text=x", nil),
    ("tap review 3 stars=5 text=x", "There is no such value. Known: rating, text."),
    ("tap review 3 rating=5 rating=4 text=x", "The value rating is given twice."),
    ("tap review 3 good rating=5 text=x", "Give each value its name: rating=NUMBER text=TEXT"),
    ("tap review 3 text=\"a=b c=d\" rating=5", nil),
    ("tap clear now", "The button clear takes nothing: tap clear"),
  ])
  func `says what is wrong with the values of an event`(command: String, message: String?) async {
    let text = await play("open shelf\n\(command)\n")
    if let message {
      #expect(text.hasSuffix("\nerror: line 2: \(message)\n"))
    } else {
      #expect(!text.contains("error:"))
      #expect(text.contains("  last review: 102: 5 stars, "))
    }
  }

  @Test func `ten thousand rows print a page, and a reorder between the list and a tap hits nothing else`() async {
    let text = await play("open shelf\nrows 9981\ntap reverse\ntap lend 9990\nrows 1\ntap lend 1\n", bookCount: 10_000)
    #expect(text.split(separator: "\n").count < 120)
    #expect(text.contains("  books: rows 9,981 to 10,000 of 10,000\n    9981. Book 9981, pages 99,800\n"))
    // The rows were printed again by the change, so the number means the row that has it since then.
    #expect(text.contains("    9990. Book 11, pages 100, lent\n"))
    #expect(text.contains("> tap lend 1\n    1. Book 10000, pages 99,990, lent\n"))
  }

  @Test func `a row that is gone is refused`() async {
    let text = await play("open shelf\ntap clear\ntap lend 2\n")
    #expect(text.contains("> tap clear\n  books: (empty)\n"))
    #expect(text.hasSuffix("error: line 3: Row 2 is no longer in the list books.\n"))
  }

  @Test func `shows dates, numbers, nested values, and what is private as the snapshot has it`() async {
    let text = await play(
      """
      open book id=7 since=2026-11-21
      type dueDate 2026-11-22
      type dueDate soon
      type dueDate
      type weight 0.75
      tap publish
      background
      foreground

      """)
    expectEqual(
      text,
      """
      > open book id=7 since=2026-11-21
      book
        title: Book 7 byTitle since 1795219200
        price: 12.50 EUR
        dueDate: (empty)
        weight: 0.5
        [publish]
        [again]
      > type dueDate 2026-11-22
        dueDate: 2026-11-22T00:00:00Z
      > type dueDate soon
      error: line 3: The field dueDate takes a date, such as 2026-11-21 or 2026-11-21 15:04, or nothing.
      > type dueDate
        dueDate: (empty)
      > type weight 0.75
        weight: 0.75
      > tap publish
        publisher:
          name: Virago
          city: (none)
      > background
        price: ••••••
      > foreground
        price: 12.50 EUR

      """)
  }

  @Test func `a form has a secure field, and its refused events fail with the reason`() async {
    let text = await play(
      """
      open editor
      tap save
      type pin 1234
      type rating 6
      type rating 4
      switch isPublic on
      tap unlock name=Ada pin=1234
      type title Emma
      expect not 1234
      help tap

      """)
    #expect(
      text.hasPrefix(
        """
        > open editor
        editor
          has PIN: no
          title: (empty)
          rating: 0
          isPublic: off
          pin: (empty)
          [unlock]
          [save] (disabled: The title is missing.)
          [discard]
        > tap save
        error: line 2: The title is missing.
        > type pin 1234
          has PIN: yes
          pin: (secret)
        > type rating 6
        error: line 4: A rating has at most 5 stars.
        > type rating 4
          rating: 4
        > switch isPublic on
          isPublic: on
        > tap unlock name=Ada pin=1234
        > type title Emma
          title: Emma
          [save]
        > expect not 1234
        > help tap

        """))
  }

  @Test func `a terminal asks for the values that are left out, and takes no secret in a command`() async {
    let conversation = await Conversation(
      LibraryApp(), style: .plain,
      [
        ("> ", "open editor\r"), ("editor> ", "tap unlock name=Ada pin=1234\r"), ("asked for", "tap unlock\r"),
        ("\rName: ", "Ada\r"), ("Pin: ", "1234\r"), ("Has PIN: yes", "quit\r"),
      ])
    #expect(conversation.screen.contains("Leave the secret out: then it is asked for, and not shown."))
    #expect(conversation.screen.contains("Name: Ada\nPin:\neditor> quit\neditor\n  Has PIN: yes\n"))
  }

  @Test func `a prompt has the labels of the description, and the options of a choice`() async {
    let conversation = await Conversation(
      LibraryApp(), style: .plain,
      [("> ", "open shelf\r"), ("  Search: (empty)", "type filter Emma\r"), ("  Search: Emma", "quit\r")])
    #expect(
      conversation.screen.contains("\n  Sorting: title, A to Z  (byTitle: title, A to Z; byPages: shortest first)\n"))
  }

  @Test func `show prints a whole row, and type takes a label of several words without quotes`() async {
    let transcript = Transcript("open shelf\nshow 2\nshow 9\nopen book id=3\ntype Due date 2026-11-22\nshow 1\n")
    await TextFront(LibraryApp(), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
      .run()
    #expect(transcript.text.contains("> show 2\nbooks: 2\n  Title: Book 2\n  Pages: 10\n"), "\(transcript.text)")
    #expect(transcript.text.contains("> show 9\nerror: line 3: There is no such row. The list books has 3 rows.\n"))
    #expect(transcript.text.contains("dueDate: 2026-11-22T00:00:00Z\n"), "\(transcript.text)")
    #expect(transcript.text.contains("> show 1\nerror: line 6: There is no list here.\n"))
  }

  @Test func `follows the states of its screen, and formats the rows of a page alone`() throws {
    let app = LibraryApp(bookCount: 10_000)
    let instance = try app.core.attach(.prompt).open("shelf")
    let view = DescribedView(instance, app.core.offeredScreens[0])
    let list = try #require(view.canvas.elements.first { $0.name == "books" })
    expectEqual(list.lines.count, 21)
    instance.viewDidAppear()
    try instance.send(JSONText(scanning: #"{"type":"clearButtonWasTapped"}"#.utf8))
    expectEqual(list.lines.map(Style.plain.text), ["books: (empty)"])
  }

  @Test func `an event is the front's because the screen says so, and not by its name`() throws {
    let app = LibraryApp()
    let other = Screen<LibraryViewModel>("shelf", about: "The books.", appearance: .clearButtonWasTapped) {
      _, environment in
      LibraryViewModel(0, environment)
    }
    let view = DescribedView(try app.core.attach(.prompt).open("shelf"), AnyScreen(other))
    let buttons = view.canvas.elements.compactMap { $0 as? Button }.map(\.name)
    #expect(buttons.contains("viewDidAppear"))
    #expect(!buttons.contains("clear"))
  }

  @Test func `without the events of its screen there are no controls`() throws {
    let app = LibraryApp()
    let view = DescribedView(try app.core.attach(.prompt).open("shelf"), nil)
    expectEqual(view.canvas.elements.map(\.name).prefix(3), ["greeting", "books", "filter"])
    #expect(!view.canvas.elements.contains { $0 is Button })
  }
}
