import StandardIO
import Support
import Testing
import TextUI

@MainActor @Suite struct TextFrontTests {
  private let app = FormApp()

  /// Plays a script as a pipe does.
  private func play(_ transcript: Transcript) async -> (text: String, output: String, hasFailed: Bool) {
    let front = TextFront(app, input: LineReader(transcript), display: Display(transcript, style: .plain))
    await front.run()
    return (transcript.text, transcript.output, front.hasFailed)
  }

  private func play(_ script: String) async -> (text: String, output: String, hasFailed: Bool) {
    await play(Transcript(script))
  }

  @Test func `prints what changes after each command`() async {
    let session = await play("open form\ntype name Ada\nswitch terms on\ntap submit\nshow\n")
    #expect(
      session.text == """
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
    #expect(app.openCount == 0)
    #expect(app.appearances == 3)
  }

  @Test func `help lists the commands and the controls of the top screen`() async {
    let session = await play("open form\nhelp\n")
    #expect(
      session.output.hasSuffix(
        """
        help                list the commands, and what the top screen offers
        screens             list the screens, and which are open
        open SCREEN         open a screen on top of the others; "open note TEXT" opens that note
        tap BUTTON          tap a button
        type FIELD TEXT     replace the text of a field; without TEXT, empty it
        switch NAME on|off  set a switch
        away                leave for a while
        work                change the form when nothing else happens
        show                show the whole screen
        back                close the screen and go back to the one below
        quit                end
        form
          type name TEXT
          type password TEXT (secret; without TEXT, a terminal asks for it)
          switch acceptedTerms on|off
          switch acceptedPrivacy on|off
          tap submit (disabled)

        """))
  }

  @Test func `screens lists the screens and the open ones`() async {
    let session = await play("open form\nopen note\nscreens\n")
    #expect(
      session.output.hasSuffix("form  All kinds of elements.\nnote  A text.\nopen\n  form\n  note (on top)\n"))
  }

  @Test(arguments: [
    ("show", "No screen is open. \"screens\" lists what can be opened."),
    ("tap x", "No screen is open. \"screens\" lists what can be opened."),
    ("open fomr", "There is no such screen. Did you mean \"form\"?"),
    ("open form now", "This screen takes no argument."), ("open note bad", "This is not a note."),
    ("opne form", "There is no such command. Did you mean \"open\"?"),
  ])
  func `a command that fails reports why and changes nothing`(command: String, message: String) async {
    let session = await play("\(command)\nscreens\n")
    #expect(session.output == "error: line 1: \(message)\nform  All kinds of elements.\nnote  A text.\n")
    #expect(session.hasFailed)
    #expect(app.openCount == 0)
  }

  @Test(arguments: [
    ("tap sumbit", "There is no such button. Did you mean \"submit\"?"),
    ("tap submit", "The button submit is disabled."),
    ("switch accepted on", "Several begin like that: acceptedTerms, acceptedPrivacy."),
    ("switch terms onn", "There is no such position. Did you mean \"on\"?"),
    ("switch terms o", "Several begin like that: on, off."),
  ])
  func `finds elements on the top screen alone`(command: String, message: String) async {
    #expect(await play("open form\n\(command)\n").output.hasSuffix("error: line 2: \(message)\n"))
    #expect(await play("open note\ntap submit\n").output.hasSuffix("error: line 2: There is no button here.\n"))
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

  @Test func `limits the number of open screens`() async {
    let session = await play(String(repeating: "open note\n", count: 257) + "back\nopen note\n")
    #expect(session.output.contains("error: line 257: 256 screens are open, and that is the most there can be.\n"))
    #expect(session.output.hasSuffix("note 256\n  text: blank\n"))
  }

  @Test func `quit leaves the rest of the input unread`() async {
    let session = await play("quit\nopen nonsense\n")
    #expect(session.text == "> quit\n")
    #expect(!session.hasFailed)
  }

  @Test func `stops when nothing can be written`() async {
    struct ClosedSink: ByteSink {
      func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int { throw .readerGone }
    }
    let transcript = Transcript("screens\nopen form\n")
    let front = TextFront(app, input: LineReader(transcript), display: Display(ClosedSink(), style: .plain))
    await front.run()
    #expect(transcript.text == "> screens\n")
    #expect(front.exitCode(strict: false) == 1)
  }

  @Test func `a failed command makes the exit code 1 only when strict`() async {
    let transcript = Transcript("opn\n")
    let front = TextFront(app, input: LineReader(transcript), display: Display(transcript, style: .plain))
    await front.run()
    #expect(front.exitCode(strict: false) == 0)
    #expect(front.exitCode(strict: true) == 1)
  }

  @Test func `a terminal has a greeting, a prompt and colours`() async {
    let conversation = await Conversation(
      app, [("> ", "open form\n"), ("form> ", "away\n"), ("form (away)> ", "opn\n"), ("form (away)> ", "quit\n")])
    #expect(
      conversation.output == """
        Welcome.
        > <bold>form<>
        <faint>  <>name: <faint>(empty)<>
        <faint>  <>password: <faint>(empty)<>
        <faint>  <>acceptedTerms: off
        <faint>  <>acceptedPrivacy: off
        <faint>  <>[submit]<faint> (disabled)<>
        form> form (away)> <red>There is no such command. Did you mean "open"?<>
        form (away)>\u{20}
        """)
  }

  @Test func `a change erases the prompt and prints it again below`() async {
    let conversation = await Conversation(
      app, [("> ", "open form\n"), ("form> ", "work\n"), ("done\nform> ", "quit\n")])
    #expect(conversation.output.hasSuffix("form> form> <erase><faint>  <>label: done\nform> "))
  }

  @Test func `a terminal asks for a secret without echo`() async {
    let conversation = await Conversation(
      app,
      [
        ("> ", "open form\n"), ("form> ", "type password\n"), ("password: ", "type hunter2\n"), ("(secret)", ""),
      ])
    #expect(conversation.echoes == [false, true])
    #expect(conversation.output.hasSuffix("form> password: \n<faint>  <>password: <faint>(secret)<>\nform> \n"))
    #expect(!conversation.output.contains("hunter2"))
  }
}
