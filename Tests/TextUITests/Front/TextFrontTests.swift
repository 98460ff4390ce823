import ExpectSupport
import StandardIO
import StreamsTesting
import Support
import Testing

@testable import TextUI

@MainActor @Suite struct TextFrontTests {
  private let app = FormApp()

  /// Plays a script as a pipe does.
  private func play(_ transcript: Transcript) async -> (text: String, output: String, hasFailed: Bool) {
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return (transcript.text, transcript.output, front.hasFailed)
  }

  private func play(_ script: String) async -> (text: String, output: String, hasFailed: Bool) {
    await play(Transcript(script))
  }

  @Test func `prints what changes after each command`() async {
    let session = await play("open form\ntype name Ada\nswitch terms on\ntap submit\nshow\n")
    expectEqual(
      session.text,
      """
      > open form
      form
        name: (empty)
        password: (empty)
        acceptedTerms: off
        acceptedPrivacy: off
        [submit] (disabled)
      > type name Ada
        name: Ada
      > switch terms on
        acceptedTerms: on
        [submit]
      > tap submit
        label: Ada
      > show
      form
        label: Ada
        name: Ada
        password: (empty)
        acceptedTerms: on
        acceptedPrivacy: off
        [submit]

      """)
    #expect(!session.hasFailed)
  }

  @Test func `waits after each command until the app is idle`() async {
    let session = await play("open form\nwork\nshow\n")
    #expect(session.text.contains("> work\n  label: done\n> show\n"))
  }

  @Test func `prints the changes of lower screens below the command, with their titles`() async {
    let session = await play("open form\nopen note a\nopen note b\n")
    #expect(session.text.hasSuffix("> open note b\nnote 2\n  text: b\nform: label: b\n"))
  }

  @Test func `below a card, what is read on a screen is printed in the words of the card, and no control`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [("> ", "open form\r"), ("form> ", "open note a\r"), ("form: Label: a", "back\r"), ("form> ", "\u{4}")])
    #expect(conversation.output.matches(of: /form: (?!Label: a)/).isEmpty, "\(conversation.output)")
  }

  @Test func `quit says once at a prompt that the app is not done`() async {
    let conversation = await Conversation(
      app, style: .plain, [("> ", "hang\r"), ("> hang", "quit\r"), ("is not done yet", "quit\r")])
    expectEqual(conversation.output.matches(of: /is not done yet/).count, 1)
  }

  @Test func `show prints nothing that is in view above the prompt`() async {
    let conversation = await Conversation(
      app, style: .plain, [("> ", "open form\r"), ("form> ", "show\r"), ("form> ", "\u{4}")])
    expectEqual(conversation.screen.matches(of: /Password:/).count, 1, "\(conversation.screen)")
    let low = await Conversation(
      app, rows: 5, style: .plain, [("> ", "open form\r"), ("form> ", "show\r"), ("form> ", "\u{4}")])
    #expect(low.output.contains("  Password: (empty)"))
  }

  @Test func `closes a screen and shows the one below`() async {
    let session = await play("open note a\nopen note\nback\nback\nback\n")
    #expect(
      session.text.hasSuffix(
        """
        > back
        note 2 closed
        note
          text: a
        > back
        note closed
        > back
        error: line 5: No screen is open. "screens" lists what can be opened.

        """))
    expectEqual(app.openCount, 0)
    expectEqual(app.appearances, 3)
  }

  @Test func `screens lists the screens and the open ones`() async {
    let session = await play("open form\nopen note\nscreens\n")
    #expect(
      session.output.hasSuffix("form  All kinds of elements.\nnote  A text.\nopen\n  form\n  note (on top)\n"))
  }

  @Test(arguments: [
    ("show", "No screen is open. \"screens\" lists what can be opened."),
    ("tap x", "No screen is open. \"screens\" lists what can be opened."),
    ("open fomr", "There is no such screen. Did you mean \"open form\"?"),
    ("open form now", "This screen takes no argument."), ("open note bad", "This is not a note."),
    ("opne form", "There is no such command. Did you mean \"open form\"?"),
    ("opne hunter2", "There is no such command. Did you mean \"open\"?"),
    ("fomr", "There is no such command. Did you mean \"open form\"?"),
    ("Fomr now", "There is no such command. Did you mean \"open form\"?"),
    ("notee", "There is no such command. Did you mean \"open note\"?"),
    ("not", "There is no such command. Did you mean \"open note\"?"),
    ("form", "There is no such command. \"open form\" opens the screen of this name."),
  ])
  func `a command that fails reports why and changes nothing`(command: String, message: String) async {
    let session = await play("\(command)\nscreens\n")
    expectEqual(session.output, "error: line 1: \(message)\nform  All kinds of elements.\nnote  A text.\n")
    #expect(session.hasFailed)
    expectEqual(app.openCount, 0)
  }

  @Test(arguments: [
    ("tap sumbit", "There is no such button. Did you mean \"tap submit\"?"),
    ("tap submit", "The button submit is disabled."),
    ("switch accepted on", "Several begin like that: acceptedTerms, acceptedPrivacy."),
    ("switch terms onn", "There is no such position. Did you mean \"switch terms on\"?"),
    ("switch terms o", "Several begin like that: on, off."),
  ])
  func `finds elements on the top screen alone`(command: String, message: String) async {
    #expect(await play("open form\n\(command)\n").output.hasSuffix("error: line 2: \(message)\n"))
    #expect(await play("open note\ntap submit\n").output.hasSuffix("error: line 2: There is no button here.\n"))
  }

  @Test(arguments: [
    "\"Ada King\"", "not \"Ada\u{20}\u{20}King\"", "\"name: Ada King\"", "Ada King", "not \"Eve\"", "not Eve",
    "\"not\" Ada",
  ])
  func `an expected text may be in quotes`(text: String) async {
    let fails = text == "\"not\" Ada"
    await expectEqual(play("open form\ntype name Ada King\nexpect \(text)\n").hasFailed, fails)
    #expect(await play("open form\ntype name \"Ada\"\nexpect \"Ada\"\nexpect Ada\n").hasFailed == false)
  }

  @Test func `the commands that every front has are those that completions know`() async {
    let library = TextFront(
      LibraryApp(), input: .pipe(LineReader(text: "")), display: Display(Transcript(""), style: .plain))
    expectEqual(library.commands.map(\.name), Command.names)
  }

  @Test func `reports damaged lines by number and reads on`() async {
    let session = await play(
      Transcript(bytes: Array("open note\r\n".utf8) + [0xFF, 0x0A] + Array("\n\u{1B}[2J\nshow".utf8)))
    #expect(
      session.output.hasSuffix(
        """
        error: line 2: The line is not UTF-8.
        error: line 4: The line holds a control character.
        note
          text: blank

        """))
  }

  @Test func `quit leaves the rest of the input unread`() async {
    let session = await play("quit\nopen nonsense\n")
    expectEqual(session.text, "> quit\n")
    #expect(!session.hasFailed)
  }

  @Test func `stops when nothing can be written`() async {
    struct ClosedSink: ByteSink {
      func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int { throw .readerGone }
    }
    let transcript = Transcript("screens\nopen form\n")
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(ClosedSink(), style: .plain))
    await front.run()
    expectEqual(transcript.text, "> screens\n")
    expectEqual(front.exitCode, 1)
  }

  @Test func `a failed command makes the exit code 1 only when strict`() async {
    let transcript = Transcript("opn\n")
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    expectEqual(front.exitCode, 0)
    front.stopsAtFailure = true
    expectEqual(front.exitCode, 1)
  }

  @Test func `a terminal has a greeting, a prompt and colours`() async {
    let conversation = await Conversation(
      app, [("> ", "open form\r"), ("form> ", "away\r"), ("form (away)> ", "opn\r"), ("form (away)> ", "quit\r")])
    expectEqual(
      conversation.screen,
      """
      Welcome.
      > open form
      form> away
      form (away)> opn
      <red>There is no such command. Did you mean "open"?<>
      form (away)> quit
      <bold>form<>
      <faint>  <>Name: <faint>(empty)<>
      <faint>  <>Password: <faint>(empty)<>
      <faint>  <>Accepted terms: off
      <faint>  <>Accepted privacy: off
      <faint>  <>[submit]<faint> (disabled)<>
      """)
    expectEqual(conversation.modes, [.editing, .original])
  }

  @Test func `a terminal without colour keeps its prompt and its editor`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [
        ("> ", "opne form\u{1}\u{6}\u{6}\u{6}\u{7F}\u{5}\u{15}open form\r"), ("form> ", "type password\r"),
        ("Password: ", "hunter2\r"), ("(secret)", "\u{4}"),
      ])
    #expect(conversation.screen.contains("form> type password\nPassword:\nform>\nform\n"))
    #expect(conversation.screen.contains("\n  Password: (secret)\n"))
    #expect(!conversation.output.contains("hunter2"))
  }

  @Test func `lines at a prompt end between words`() async {
    let conversation = await Conversation(
      app, columns: 30, style: .plain,
      [
        ("> ", "tap x\r"), ("> ", "open form\r"), ("form> ", "type name Merlin the Old, of the lake\r"),
        ("lake", "type name \(String(repeating: "x", count: 50))\r"), ("xx\n", "quit\r"),
      ])
    #expect(
      conversation.screen.contains(
        """
        No screen is open. "screens"
          lists what can be opened.
        """))
    #expect(
      conversation.screen.hasSuffix(
        """
        form> type name xxxxxxxxxxxxxx
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        xxxxxx
        form> quit
        form
          Name: xxxxxxxxxxxxxxxxxxxxxx
            xxxxxxxxxxxxxxxxxxxxxxxxxx
            xx
          Password: (empty)
          Accepted terms: off
          Accepted privacy: off
          [submit] (disabled)
        """))
  }

  @Test func `the open screen is drawn again in place above what is being typed`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [
        ("> ", "open form\r"), ("form> ", "work\r"), ("Label: done", "sho\u{2}"), ("sho", "work\u{1}\u{B}\r"),
        ("form> ", ""),
      ])
    // At the end it stays where it was.
    expectEqual(
      conversation.screen,
      """
      Welcome.
      > open form
      form> work
      form>
      form>
      form
        Label: done
        Name: (empty)
        Password: (empty)
        Accepted terms: off
        Accepted privacy: off
        [submit] (disabled)
      """)
  }

  @Test func `a terminal asks for a secret without echo`() async {
    let conversation = await Conversation(
      app,
      [
        ("> ", "open form\r"), ("form> ", "type password\r"), ("Password: ", "hunter2\r"), ("(secret)", "\u{1B}[A"),
        ("type password", "\u{15}"), ("form> ", ""),
      ])
    #expect(conversation.screen.contains("Password:\nform>\n<bold>form<>\n"))
    #expect(conversation.screen.contains("Password: <faint>(secret)<>\n"))
    #expect(!conversation.output.contains("hunter2"))
  }

  @Test func `a terminal asks for a text that is left out`() async {
    let conversation = await Conversation(
      app, style: .plain,
      [
        ("> ", "open form\r"), ("form> ", "type name\r"), ("\rName: ", "o\t\u{1B}[A\u{12}f\r"),
        ("  Name: of", "type name\r"),
        ("\rName: of", "\u{3}"), ("form> ", "type name\r"), ("\rName: of", "\u{15}\u{4}"),
        ("form> ", "type name\r"), ("\rName: of", "\u{15}\r"), ("(empty)", "\u{1B}[A\u{1B}[A!"), ("!", "\u{3}"),
        ("form> ", "\u{4}"),
      ])
    #expect(
      conversation.screen.contains(
        """
        form> type name
        Name: of
        form> type name
        Name: of
        form> type name
        Name:
        form> type name
        Name:
        form> open form!
        form>
        form
          Name: (empty)
        """))
  }

  @Test func `what a field holds stands in the answer, to be changed, and not while it is hidden`() async {
    let conversation = await Conversation(
      LibraryApp(), style: .plain,
      [
        ("> ", "open editor\r"), ("editor> ", "type title Em\r"), ("Title: Em", "type title\r"),
        ("\rTitle: Em", "ma\r"), ("  Title: Emma", "background\r"), ("editor (background)> ", "type title\r"),
        ("\rTitle: ", "!\r"), ("  Title: !", "quit\r"),
      ])
    #expect(conversation.screen.contains("editor> type title\nTitle: Emma\n"))
    #expect(conversation.screen.contains("editor (background)> type title\nTitle: !\n"))
  }

  @Test func `a pasted line without a text empties the field`() async {
    let paste = "\u{1B}[200~open form\ntype name Ada\ntype name\nshow\n\u{1B}[201~"
    let conversation = await Conversation(
      app, style: .plain, [("> ", paste), ("form> show", "quit\r")])
    #expect(conversation.screen.contains("form> type name\n  name: (empty)\nform> show\nform\n  name: (empty)\n"))
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `a secret need not be entered`(key: String) async {
    let conversation = await Conversation(
      app,
      [
        ("> ", "open form\r"), ("form> ", "type password\r"), ("Password: ", "hunter2\u{15}" + key),
        ("form> ", "quit\r"),
      ])
    #expect(conversation.screen.contains("form> type password\nPassword:\nform> quit\n"))
  }

  @Test func `a secret in a command is refused and not kept`() async {
    let refusal = "alone: then a secret is asked for, and not shown."
    let conversation = await Conversation(
      app,
      [
        ("> ", "open form\r"), ("form> ", "type password hunter2\r"), (refusal, "\u{1B}[A\u{5}!\r"), ("open form!", ""),
      ])
    #expect(conversation.screen.contains("<red>Enter \"type password\" \(refusal)<>"))
    expectEqual(app.form.password.line, TextField("password").line)
  }

  @Test(arguments: [
    ("opne form", true), ("open fomr", true), ("tap sumbit", true), ("switch terms onn", true), ("zzz", false),
    ("type passwrd hunter2", false), ("tpye password hunter2", false), ("switch password hunter2", false),
    ("typ password password1", false), ("password1", false), ("type name Ada", true), ("type naem Ada", false),
  ])
  func `the history has what was performed, and failures without a text`(line: String, isKept: Bool) async {
    let conversation = await Conversation(
      app,
      [
        ("> ", "open form\r"), ("form> ", "show\r"), ("form> ", "\(line)\r"), ("form> ", "\u{1B}[A!"),
        ("!", "\u{4}"),
      ])
    #expect(conversation.screen.contains("form> \(isKept ? line : "show")!"))
  }

  @Test func `pasted lines run like a script`() async {
    let paste = "\u{1B}[200~open form\nwork\nshow\n# a comment\ntype password\nhunter2\ntype name Ada\u{1B}[201~"
    let conversation = await Conversation(app, [("> ", paste), ("type name Ada", "\r"), ("Name: Ada", "\u{4}")])
    #expect(
      conversation.screen.hasSuffix(
        """
        form> work
        <faint>  <>label: done
        form> show
        <bold>form<>
        <faint>  <>label: done
        <faint>  <>name: <faint>(empty)<>
        <faint>  <>password: <faint>(empty)<>
        <faint>  <>acceptedTerms: off
        <faint>  <>acceptedPrivacy: off
        <faint>  <>[submit]<faint> (disabled)<>
        form> # a comment
        form> type password
        Password:
        <faint>  <>password: <faint>(secret)<>
        form> type name Ada
        form>
        <bold>form<>
        <faint>  <>Label: done
        <faint>  <>Name: Ada
        <faint>  <>Password: <faint>(secret)<>
        <faint>  <>Accepted terms: off
        <faint>  <>Accepted privacy: off
        <faint>  <>[submit]<faint> (disabled)<>
        """))
    #expect(!conversation.output.contains("hunter2"))
  }

  @Test func `Control-C drops the rest of a paste that waits`() async {
    let conversation = await Conversation(
      app, [("> ", "\u{1B}[200~open form\nhang\nopen note\n\u{1B}[201~"), ("hang", "\u{3}"), ("form> ", "quit\r")])
    #expect(conversation.screen.contains("form> hang\nform> quit\n"))
  }

  @Test func `Control-C drops the line, and says how to end`() async {
    let conversation = await Conversation(app, [("> ", "opn\u{3}"), ("> ", "\u{3}"), ("ends.", "\u{4}")])
    expectEqual(conversation.screen, "Welcome.\n> opn\n>\n\"quit\" or Control-D ends.\n>")
  }

  @Test func `a card that is cut says how to see the rest`() async {
    let conversation = await Conversation(app, rows: 6, style: .plain, [("> ", "open form\r"), ("form> ", "\u{4}")])
    #expect(conversation.output.contains("  … \"show\" prints all\n"))
  }

  @Test func `Control-Z suspends, and the line is drawn again`() async {
    var count = 0
    let conversation = await Conversation(
      app, suspend: { count += 1 }, [("> ", "scr\u{1A}"), ("scr", "eens\r"), ("A text", "\u{4}")])
    expectEqual(count, 1)
    #expect(conversation.screen.hasPrefix("Welcome.\n> scr\n> screens\n"))
  }

  @Test(arguments: [
    ("op", "open |"), ("open fo", "open form |"), ("o no", "o note |"), ("scr", "screens |"), ("exi", "exit |"),
    ("help op", "help open |"), ("? scr", "? screens |"), ("zz", "zz|"), ("open form ", "open form |"), ("", "|"),
  ])
  func `Tab completes commands and screens`(typed: String, completed: String) async {
    let conversation = await Conversation(app, [("> ", typed + "\t|"), ("|", "\u{3}"), ("> ", "\u{4}")])
    #expect(conversation.screen.contains("> \(completed)\n"))
  }

  @Test(arguments: [
    ("tap ", "tap |"), ("sw terms on\rtap ", "tap submit |"), ("t", "t|"), ("type n", "type name |"),
    ("type ", "type |"),
    ("switch terms", "switch acceptedTerms |"),
    ("switch terms o", "switch terms o|"), ("switch terms of", "switch terms off |"), ("type name ", "type name |"),
    ("sw acc", "sw accepted|"),
  ])
  func `Tab completes what is on the top screen`(typed: String, completed: String) async {
    let conversation = await Conversation(
      app, [("> ", "open form\r"), ("form> ", typed + "\t|"), ("|", "\u{3}"), ("> ", "\u{4}")])
    #expect(conversation.screen.contains("form> \(completed)\n"))
  }

  @Test func `fast changes are joined to thirty a second in a terminal`() async {
    let scheduler = TestScheduler()
    let prompt = TerminalPrompt(
      input: Transcript(""), output: Transcript(""), size: TerminalSize(), setMode: { _ in }, suspend: {})
    let output = Transcript("")
    let front = TextFront(
      app, input: .prompt(prompt), display: Display(output, style: .plain), scheduler: scheduler)
    await front.repeatCommand("open form")
    let opened = output.output
    var printed: [String] { output.output.dropFirst(opened.count).split(separator: "\n").map(String.init) }
    for number in 1...1_000 {
      app.form.label.text = "\(number)"
      app.form.canvas.display()
      scheduler.advance(by: .milliseconds(1))
    }
    #expect((29...31).contains(printed.count))
    scheduler.advance(by: .milliseconds(40))
    expectEqual(printed.last, "  label: 1000")
  }

  @Test func `a pipe gets each change`() async {
    let output = Transcript("")
    let front = TextFront(app, input: .pipe(LineReader(text: "")), display: Display(output, style: .plain))
    await front.repeatCommand("open form")
    for number in 1...100 {
      app.form.label.text = "\(number)"
      app.form.canvas.display()
    }
    expectEqual(output.output.split(separator: "\n").count { $0.hasPrefix("  label: ") }, 100)
  }
}
