import ExpectSupport
import Screens
import ScreensSupport
import StandardIO
import Support
import Testing
import TextUI

/// Screens that open and close of the app's own accord, and parameters by name.
@MainActor @Suite struct NavigationTests {
  private let app = LibraryApp()

  private func play(_ script: String, opening firstScreen: String? = nil) async -> String {
    let transcript = Transcript(script)
    let front = TextFront(
      app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain), opening: firstScreen)
    await front.run()
    return transcript.text
  }

  private static let shelf = """
      greeting: Welcome.
      books: 3 rows
        1. Book 1, pages 0
        2. Book 2, pages 10
        3. Book 3, pages 20

    """

  @Test func `a screen that the app opens is on top, and back closes it`() async {
    let text = await play("open shelf\ntap book 2\nscreens\nback\nback\n")
    #expect(
      text.contains("> tap book 2\nbook\n  title: Book 101 byTitle\n  price: 12.50 EUR\n  dueDate: (empty)\n"))
    #expect(text.contains("open\n  shelf\n  book (on top)\n> back\nbook closed\nshelf\n\(Self.shelf)"))
    #expect(text.hasSuffix("> back\nshelf closed\n"))
    #expect(app.core.instances.isEmpty)
  }

  @Test func `a person who goes back from the last screen hears how to go on`() async {
    let conversation = await Conversation(
      app, style: .plain, [("> ", "open pile\r"), ("book> ", "back\r"), ("pile> ", "back\r"), ("opened.", "\u{4}")])
    #expect(conversation.screen.contains("pile closed\nNo screen is open. \"screens\" lists what can be opened."))
    #expect(await !play("open pile\nback\nback\n").contains("No screen is open."))
  }

  @Test func `a number behind open is that of a row`() async {
    let transcript = Transcript("open 1\nopen list\nopen 1\nopen 7\n")
    let front = TextFront(
      RowsApp(), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(transcript.output.contains("error: line 1: There is no such screen. Known: list.\n"))
    #expect(transcript.output.contains("error: line 3: There is no such screen. Did you mean \"tap open 1\"?\n"))
  }

  @Test func `opens as many screens as the app may have open`() async {
    let text = await play(String(repeating: "open editor\n", count: 257) + "back\nopen editor\n")
    #expect(text.contains("error: line 257: 256 screens are open, and that is the most there can be.\n"))
    #expect(text.contains("editor 256 closed\n"))
    expectEqual(app.core.instances.count, 256)
  }

  @Test func `a form asks before it is left, and closes itself with a result`() async {
    let text = await play("open shelf\ntap add\ntype title Emma\nback\ntap save\ntap add\nback\n")
    #expect(
      text.contains(
        "> back\n  question: Discard the draft?\neditor stays open\n> tap save\neditor closed\nshelf\n\(Self.shelf)"))
    #expect(text.contains("  results: Emma\n"))
    #expect(text.contains("> back\neditor closed\nshelf\n"))
    #expect(text.contains("  results: Emma, nothing\n"))
  }

  @Test func `what a screen opens while it is made is above it`() async {
    let text = await play("open pile\nback\nback\nscreens\n")
    #expect(text.hasPrefix("> open pile\npile\n  count: 0\n"))
    #expect(text.contains("  [replace]\nbook\n  title: Book 1 byTitle\n"))
    #expect(text.contains("> back\nbook closed\npile\n"))
    #expect(text.contains("> back\npile closed\n> screens\n"))
    #expect(!text.contains("(on top)"))
  }

  @Test func `a screen is closed wherever it is, with a line that says so`() async {
    let transcript = Transcript("open pile\nopen editor\n")
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    try? app.core.instances.first { $0.name == "pile" }?
      .send(JSONText(scanning: #"{"type":"closeOpenedButtonWasTapped"}"#.utf8))
    #expect(transcript.output.hasSuffix("book closed\n"))
    await front.repeatCommand("screens")
    #expect(transcript.output.hasSuffix("open\n  pile\n  editor (on top)\n"))
  }

  @Test func `two hundred and fifty-six screens are open, and no more`() async {
    let text = await play("open pile\nback\ntap grow\nopen shelf\n")
    expectEqual(app.core.instances.count, 256)
    #expect(text.hasSuffix("error: line 4: 256 screens are open, and that is the most there can be.\n"))
  }

  @Test func `the app shows no screen beyond its limit, and closes those that it opened`() async {
    let transcript = Transcript("")
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    for command in ["open pile", "back", "tap grow"] { await front.repeatCommand(command) }
    expectEqual(app.core.instances.count, 256)
    expectEqual(transcript.output.components(separatedBy: "\n  title: ").count - 1, 256)
    let pile = app.core.instances[0]
    try? pile.send(JSONText(scanning: #"{"type":"closeOpenedButtonWasTapped"}"#.utf8))
    #expect(await front.showHeldBack())
    #expect(
      transcript.output.hasSuffix(
        "  count: 255\n  failure: tooManyScreens(limit: 256)\n  [grow]\n  [closeOpened]\n  [replace]\n"))
    expectEqual(app.core.instances.count, 1)
  }

  @Test func `a screen that replaces itself takes its place`() async {
    let text = await play("open pile\nback\ntap replace\n")
    #expect(text.contains("> tap replace\npile closed\neditor\n  has PIN: no\n"))
    expectEqual(app.core.instances.map(\.name), ["editor"])
  }

  /// A club whose member changes while another one signs in.
  private struct ClubApp: TextApp {
    let core: AppCore

    var commands: [Command] {
      [
        Command("ring", "let a member in") { [core] _, _ in
          core.appInstance(of: ClubModel.self)?.model.state.member = "Eve"
        }
      ]
    }
  }

  @Test func `a prompt prints no change of a screen that a sign-in covers, and shows it after that`() async {
    let club = ClubApp(core: AppCore(AppEnvironment(), .club))
    let conversation = await Conversation(
      club, style: .plain,
      [
        ("> ", "open room id=7\r"), ("room> ", "tap enter\r"), ("login 2> ", "ring\r"), ("login 2> ", "back\r"),
        ("room> ", "\u{4}"),
      ])
    #expect(!conversation.output.contains("room: "), "\(conversation.screen)")
    #expect(conversation.screen.contains("  Member: Eve\n"), "\(conversation.screen)")
  }

  @Test func `a screen is open when the first command is read`() async {
    let text = await play("show\nopn\n", opening: "book 7")
    #expect(text.hasPrefix("book\n  title: Book 7 byTitle\n"))
    #expect(text.hasSuffix("error: line 2: There is no such command. Did you mean \"open\"?\n"))
  }

  @Test func `a prompt shows what the app has opened`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [
        ("> ", "open shelf\r"), ("shelf> ", "tap add\r"), ("  Has PIN: no", "b\r"),
        ("editor closed", "quit\r"),
      ])
    #expect(conversation.screen.contains("shelf> tap add\neditor> b\neditor closed\nshelf> quit\nshelf\n"))
  }

  @Test func `a prompt names the screen that the app opens or closes while a line is typed`() async {
    // Control-Z gives the test a moment between two commands.
    var events = [
      ("shelf", "addButtonWasTapped"), ("editor", "discardButtonWasTapped"), ("shelf", "pileButtonWasTapped"),
    ]
    let conversation = await Conversation(
      app, style: .plain,
      suspend: { [app] in
        let (screen, type) = events.removeFirst()
        let instance = app.core.instances.last { $0.name == screen }
        try? instance?.send(JSONText(scanning: #"{"type":"\#(type)"}"#.utf8))
      },
      [
        ("> ", "open shelf\r"), ("shelf> ", "\u{1A}"), ("Has PIN: no", "sho\u{1A}"), ("Results: nothing", "w\r"),
        ("shelf> show", "\u{1A}"), ("Book 1 byTitle", "quit\r"),
      ])
    #expect(conversation.output.contains("editor> "))
    #expect(conversation.screen.contains("shelf> show\n"))
    #expect(conversation.screen.contains("book> quit\n"))
    #expect(!conversation.screen.contains("editor> show"))
  }

  @Test(arguments: [
    ("open book id=3", "Book 3 byTitle"), ("open book 3", "Book 3 byTitle"),
    ("open book mode=byP id=3", "Book 3 byPages"),
    ("open book 3 mode=byPages", "Book 3 byPages"),
    ("open book id=\"3\" since=2026-11-21T00:00:00Z", "since 1795219200"),
  ])
  func `parameters are given by name`(command: String, title: String) async {
    #expect(await play(command + "\n").contains(title))
  }

  @Test(arguments: [
    ("open book", "The parameter id is missing: id=NUMBER [mode=byTitle|byPages] [since=DATE]"),
    ("open book mode=byPages", "The parameter id is missing: id=NUMBER [mode=byTitle|byPages] [since=DATE]"),
    ("open book id=three", "The parameter id takes a whole number."),
    ("open book idd=3", "There is no such parameter. Did you mean \"id\"?"),
    ("open book id=3 size=4", "There is no such parameter. Known: id, mode, since."),
    ("open book id=3 mode=byColour", "The parameter mode takes one of byTitle, byPages."),
    (
      "open book id=3 since=soon",
      "The parameter since takes a date, such as 2026-11-21 or 2026-11-21 15:04, or nothing."
    ),
    ("open book 3 id=4", "The parameter id is given twice."), ("open shelf 3", "This screen takes no argument."),
  ])
  func `says what is wrong with the parameters`(command: String, message: String) async {
    await expectEqual(play(command + "\n"), "> \(command)\nerror: line 1: \(message)\n")
    #expect(app.core.instances.isEmpty)
  }

  @Test func `an own view has the parameters of its screen, and gets the reason of a refused event`() async {
    let own = OwnViewApp(core: app.core)
    let transcript = Transcript("open editor\ntap save\nopen book id=4\nopen book 5\nopen shelf\nscreens\n")
    let front = TextFront(own, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(
      transcript.output.hasPrefix("editor\n  [save]\nerror: line 2: The title is missing.\nbook\n  title: Book 4"))
    #expect(transcript.output.contains("book 2\n  title: Book 5"))
    #expect(transcript.output.contains("editor  A form.\nbook    A book.\nshelf   The books.\npile    A pile.\n"))
  }

  @Test func `an own view is that of a screen that the app opens`() async {
    let own = OwnViewApp(core: app.core)
    let transcript = Transcript("open shelf\ntap add\n")
    let front = TextFront(own, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(transcript.output.hasSuffix("editor\n  [save]\n"))
  }
}

/// An app with views for two of the four screens.
@MainActor private struct OwnViewApp: TextApp {
  let core: AppCore

  var screens: [TextScreen] {
    [
      TextScreen(.editor, of: core, SaveView.init),
      TextScreen(.book, of: core, argument: "ID", TitleView.init) { BookParameters(id: $0.flatMap { Int($0) } ?? 0) },
    ]
  }
}

@MainActor private final class SaveView: ScreenView {
  let canvas: Canvas

  init(_ screen: ScreenInstance<EditorViewModel>) {
    let button = Button("save")
    button.addAction { [unowned screen] in try screen.send(.saveButtonWasTapped) }
    canvas = Canvas([button])
  }
}

@MainActor private final class TitleView: ScreenView {
  let canvas: Canvas

  init(_ screen: ScreenInstance<BookViewModel>) {
    let label = Label("title")
    label.text = screen.state.title
    canvas = Canvas([label])
  }
}

/// A prompt beside other fronts of its app.
@MainActor @Suite struct SharedNavigationTests {
  private let app = LibraryApp()

  private func front(_ script: String, isShared: Bool = true) -> (front: TextFront, transcript: Transcript) {
    let transcript = Transcript(script)
    let front = TextFront(
      app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain), isShared: isShared)
    return (front, transcript)
  }

  @Test func `lists what others have open, and shows none of it by itself`() async throws {
    let (front, transcript) = front("open editor\nscreens\n")
    _ = try app.core.attach(.page).open("shelf")
    await front.run()
    _ = try app.core.attach(.client).open("pile")
    #expect(!transcript.output.contains("books: 3 rows"))
    await front.repeatCommand("screens")
    #expect(
      transcript.output.hasSuffix(
        "open\n  editor (on top)\nopen elsewhere\n  shelf-1 (opened by page-2)\n  pile-3 (opened by client-3)\n"
          + "  book-4 (opened by client-3)\n"))
  }

  @Test func `shows a screen of another front, follows it, and lets go of it`() async throws {
    let (front, transcript) = front("")
    let page = app.core.attach(.page)
    let shelf = try page.open("shelf")
    await front.run()
    await front.repeatCommand("show shelf-1")
    #expect(transcript.output.contains("shelf\n  greeting: Welcome.\n  books: 3 rows\n"))
    expectEqual(front.coreFront.currentScreen?.id, "shelf-1")
    try shelf.send(JSONText(scanning: #"{"type":"closeButtonWasTapped"}"#.utf8))
    page.leave()
    #expect(app.core.instance("shelf-1") != nil, "The prompt holds it, too.")
    await front.repeatCommand("show shelf-1")
    #expect(transcript.output.contains("error: line 2: There is no screen here."))
    #expect(transcript.output.contains("  [lend ROW] (disabled: The library is closed.)\n"))
    await front.repeatCommand("back")
    #expect(app.core.instances.isEmpty)
  }

  @Test func `shows whole what is on top, and names what others have open`() async throws {
    let (front, transcript) = front("open editor\n")
    await front.run()
    _ = try app.core.attach(.page).open("shelf")
    let shown = transcript.output
    await front.repeatCommand("show")
    #expect(shown.hasSuffix(transcript.output.dropFirst(shown.count)) && transcript.output != shown)
    await front.repeatCommand("help show")
    #expect(transcript.output.contains("  INSTANCE: shelf-2\n"))
  }

  @Test func `a front that is not shared knows no screen of another one`() async throws {
    _ = try app.core.attach(.page).open("shelf")
    let (front, transcript) = front("screens\nshow shelf-1\n", isShared: false)
    await front.run()
    #expect(!transcript.output.contains("open elsewhere"))
    #expect(transcript.output.contains("Usage: show [ROW]\n"))
  }
}

/// A list whose rows can be opened.
@MainActor private struct RowsApp: TextApp {
  final class RowsView: ScreenView {
    let canvas: Canvas

    init() {
      let list = List<Int>("numbers", emptyText: "None.")
      canvas = Canvas([list, RowButton("open", in: list)])
      list.setRows([1, 2], id: { $0 }, text: { "Number \($0)" })
    }
  }

  let core = AppCore(AppEnvironment(), AppDefinition(screens: []))
  let commands: [Command] = []
  let screens = [TextScreen("list", about: "Numbers.") { _ in TextScreenInstance(RowsView()) }]
}
