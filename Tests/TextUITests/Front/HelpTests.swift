import Screens
import StandardIO
import Support
import Testing
import TextUI

@MainActor @Suite struct HelpTests {
  private let app = FormApp()

  /// What a script prints.
  private func output(_ script: String) async -> String {
    let transcript = Transcript(script)
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return transcript.output
  }

  @Test func `help lists the commands and the controls of the top screen`() async {
    let output = await output("open form\nhelp\n")
    #expect(
      output.hasSuffix(
        """
        help [COMMAND]      list the commands and what the top screen offers, or explain one command
        screens             list the screens, and which are open
        open SCREEN [TEXT]  open a screen on top of the others; "open note TEXT" opens the note of that TEXT
        tap BUTTON [ROW]    tap a button, or that of a row with this number
        type FIELD [TEXT]   replace the text of a field; without TEXT, a terminal asks for it and a script empties it
        switch NAME on|off  set a switch
        choose NAME OPTION  choose one of several options
        rows [FIRST|all]    show the list's rows from this number on, or all of them; without it, the next ones
        away                leave for a while
        hang                be busy without end
        work                change the form when nothing else happens
        expect TEXT         fail unless the top screen shows the text; or, after "not", if it does
        show [ROW]          show the whole screen, or a row of this number as a whole
        back                close the screen and go back to the one below
        quit                end
        form
          type name TEXT
          type password TEXT (secret; at a terminal, leave TEXT out)
          switch acceptedTerms on|off
          switch acceptedPrivacy on|off
          tap submit (disabled)

        """))
  }

  @Test(arguments: [
    (
      "help open",
      """
      open SCREEN [TEXT]  open a screen on top of the others; "open note TEXT" opens the note of that TEXT
        SCREEN: form, note
      For example: open form
      """
    ),
    (
      "help tap",
      """
      tap BUTTON [ROW]  tap a button, or that of a row with this number
        BUTTON: (none at the moment)
      """
    ),
    (
      "open form\nhelp ty",
      """
      type FIELD [TEXT]  replace the text of a field; without TEXT, a terminal asks for it and a script empties it
        FIELD: name, password
      For example: type name Ada
      """
    ),
    (
      "open form\n? SWITCH",
      """
      switch NAME on|off  set a switch
        NAME: acceptedTerms, acceptedPrivacy
      For example: switch acceptedTerms on
      """
    ),
    (
      "help ?",
      """
      help [COMMAND], ?  list the commands and what the top screen offers, or explain one command
        COMMAND: help, screens, open, tap, type, switch, choose, rows, away, hang, work, expect, show, back, quit
      For example: help open
      """
    ),
    ("help note", "open note  A text."), ("help exit", "quit, exit  end"), ("help away", "away  leave for a while"),
    ("help opne", "error: line 1: There is no such command. Did you mean \"help open\"?"),
    ("help s", "error: line 1: Several begin like that: screens, switch, show."),
    ("help open form", "error: line 1: Usage: help [COMMAND]"),
  ])
  func `explains a command`(script: String, explanation: String) async {
    let output = await output(script)
    #expect(output.hasSuffix(explanation + "\n"))
    #expect(output.hasPrefix(script.hasPrefix("open form") ? "form" : explanation))
  }

  @Test func `help leaves out what is hidden`() async {
    let transcript = Transcript("open sale\nhelp\n")
    let front = TextFront(SaleApp(), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(transcript.output.hasSuffix("\nsale\n  type sum TEXT\n  type dueDate TEXT\n  tap sell\n"))
  }

  @Test func `at a prompt, help has labels, and commands take them`() async {
    let conversation = await Conversation(
      SaleApp(), columns: 200, style: .plain,
      [
        ("> ", "open sale\r"), ("sale> ", "help\r"), ("earlier", "type \"amount in euros\" 3\r"),
        ("Amount in euros: 3", "expect Amount in euros: 3\r"), ("sale> ", "expect sum: 3\r"),
        ("sale> ", "expect not Amount\r"), ("shows this text.", "quit\r"),
      ])
    #expect(conversation.screen.contains("\n  type sum TEXT  \"Amount in euros\"\n  type dueDate TEXT\n"))
    #expect(!conversation.output.contains("does not show"))
  }

  @Test(arguments: [30, 60, 200])
  func `help fits the terminal, and has an example`(columns: Int) async {
    let conversation = await Conversation(
      app, columns: columns, style: .plain, [("> ", "open form\r"), ("form> ", "help\r"), ("earlier", "quit\r")])
    let help =
      conversation.output.split(separator: "help\r\n").last?.split(separator: "\n").prefix { !$0.hasPrefix("form> ") }
      ?? []
    #expect(help.allSatisfy { $0.terminalWidth <= columns || $0.contains("\u{1B}") })
    #expect(conversation.screen.contains("\nFor example: type name Ada\n"))
    #expect(conversation.screen.contains("back, b"))
    #expect(conversation.screen.contains("quit, exit"))
  }

  @Test func `a card without room beside the help is away until the next command`() async {
    let steps = [("> ", "open form\r"), ("form> ", "help\r"), ("earlier", ""), ("form> ", "\u{4}")]
    let conversation = await Conversation(FormApp(), rows: 26, style: .plain, steps)
    let help = conversation.output.components(separatedBy: "help [COMMAND]").last ?? ""
    #expect(help.contains("earlier lines."))
    #expect(!help.prefix { $0 != "\u{4}" }.contains("acceptedPrivacy: off"))
  }
}

/// An app with a hidden button, and with a label that says something else than the name.
@MainActor private struct SaleApp: TextApp {
  let core = AppCore(AppEnvironment(), AppDefinition(screens: []))
  let commands: [Command] = []
  var screens: [TextScreen] { [TextScreen("sale", about: "Sells something.") { _ in TextScreenInstance(SaleView()) }] }
}

private final class SaleView: ScreenView {
  let canvas: Canvas

  init() {
    let retry = Button("retry")
    retry.isHidden = true
    canvas = Canvas(
      [TextField("sum"), TextField("dueDate"), retry, Button("sell")],
      labels: ["sum": "Amount in euros", "dueDate": "Due date"])
  }
}
