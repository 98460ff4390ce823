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
        rows [FIRST]        show the list's rows from this number on; without it, the next ones
        away                leave for a while
        hang                be busy without end
        work                change the form when nothing else happens
        expect TEXT         fail unless the top screen shows the text; or, after "not", if it does
        show                show the whole screen
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
    ("help exit", "quit, exit  end"), ("help away", "away  leave for a while"),
    ("help opne", "error: line 1: There is no such command. Did you mean \"open\"?"),
    ("help s", "error: line 1: Several begin like that: screens, switch, show."),
    ("help open form", "error: line 1: Usage: help [COMMAND]"),
  ])
  func `explains a command`(script: String, explanation: String) async {
    let output = await output(script)
    #expect(output.hasSuffix(explanation + "\n"))
    #expect(output.hasPrefix(script.hasPrefix("open form") ? "form" : explanation))
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
}
