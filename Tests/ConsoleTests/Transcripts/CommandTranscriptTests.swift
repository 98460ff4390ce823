import Services
import Testing

@testable import Console

@MainActor @Suite struct CommandTranscriptTests {
  @Test func `the same input gives the same output`() async {
    let script =
      "open blog\nopen blog\ntype title x\ntap publish\nopen counter\ntap next\nopen balance\nbackground\nhelp\n"
    let first = await Session(script)
    let second = await Session(script)
    #expect(first.output == second.output)
  }

  @Test func `help lists the commands, and what the screen at hand has`() async {
    let session = await Session("help\nopen registration\nhelp\n")
    #expect(session.output.hasPrefix("help                say what can be done, also on the screen at hand\n"))
    #expect(
      session.output.hasSuffix(
        """
        quit                end
        registration
          type username TEXT
          type password TEXT (secret; without TEXT, a terminal asks for it)
          type passwordAgain TEXT (secret; without TEXT, a terminal asks for it)
          tap retry (hidden)
          tap create (disabled)

        """))
  }

  @Test func `screens lists what there is and what is open`() async {
    let session = await Session("open counter\nopen blog\nscreens\n")
    #expect(
      session.output.hasSuffix(
        """
        balance       The balance of the user's account.
        product       A product, and a button that buys it.
        registration  Registration for the wizard school.
        terms         The terms and the privacy statement, and who accepts them.
        blog          A blog: publish a post, and hear of the newest one.
        counter       A random number in a circle.
        open
          counter
          blog (on top)

        """))
  }

  @Test func `going back shows the screen below, which appears again`() async {
    let session = await Session("open balance\nopen counter\nback\nback\nback\n")
    #expect(
      session.output.hasSuffix(
        """
        counter closed
        balance
          value: $1,234.56
          info: Last update: Today at 3:04:05 PM.
          [refresh]
          info: Loading... Last update: Today at 3:04:05 PM.
          activity: running
          [refresh] (hidden)
          info: Last update: Today at 3:04:05 PM.
          activity: stopped
          [refresh]
        balance closed
        error: line 5: No screen is open. "screens" lists what can be opened.

        """))
  }

  @Test func `a screen below says what changes under its name`() async {
    let session = await Session("open balance\nopen counter\nbackground\nforeground\n")
    #expect(session.output.hasSuffix("  [next]\nbalance: value: ••••••\nbalance: value: $1,234.56\n"))
  }

  @Test(arguments: [
    ("show", "No screen is open. \"screens\" lists what can be opened."),
    ("tap x", "No screen is open. \"screens\" lists what can be opened."),
    ("open balence", "There is no such screen. Did you mean \"balance\"?"),
    ("open b", "Several begin like that: balance, blog."),
    ("open balance now", "This screen takes nothing behind its name."),
    ("opne balance", "There is no such command. Did you mean \"open\"?"),
  ])
  func `a command that fails says why and changes nothing`(command: String, message: String) async {
    let session = await Session("\(command)\nscreens\n")
    let untouched = await Session("screens\n")
    #expect(session.output == "error: line 1: \(message)\n" + untouched.output)
    #expect(session.hasFailed)
    #expect(!untouched.hasFailed)
  }

  @Test(arguments: [
    ("tap refrsh", "There is no such button. Did you mean \"refresh\"?"),
    ("type name x", "There is no field here."), ("switch terms on", "There is no switch here."),
    ("open product", nil),
  ])
  func `a name is looked for on the screen at hand`(command: String, message: String?) async {
    let session = await Session("open balance\n\(command)\n")
    #expect(session.hasFailed == (message != nil))
    #expect(message == nil || session.output.hasSuffix("error: line 2: \(message ?? "")\n"))
  }

  @Test func `a position that is neither on nor off leaves the switch alone`() async {
    let session = await Session("open terms\nswitch terms onn\nswitch terms o\nswitch terms of\nswitch terms on\n")
    #expect(
      session.output.hasSuffix(
        """
        error: line 2: There is no such position. Did you mean "on"?
        error: line 3: Several begin like that: on, off.
          acceptedTerms: on

        """))
  }

  @Test func `damaged lines are told by number, and the others are served`() async {
    let session = await Session(bytes: Array("open counter\r\n".utf8) + [0xFF, 0x0A] + Array("\n\u{1B}[2J\nshow".utf8))
    #expect(
      session.output.hasSuffix(
        """
        error: line 2: The line is not UTF-8.
        error: line 4: The line holds a control character.
        counter
          number: ⓪ (0.circle)
          [next]

        """))
  }

  @Test func `no more than a limit of screens can be open`() async {
    let session = await Session(
      String(repeating: "open counter\n", count: ScreenStack.limit + 1) + "back\nopen counter\n")
    #expect(session.output.contains("error: line 257: 256 screens are open, and that is the most there can be.\n"))
    #expect(session.output.hasSuffix("counter 256\n  number: ⓪ (0.circle)\n  [next]\n"))
  }

  @Test func `quit ends before the rest is read`() async {
    let session = await Session("quit\nopen nonsense\n")
    #expect(session.output == "")
    #expect(!session.hasFailed)
  }

  @Test(arguments: [
    "open registration\ntype password hunter2\nshow\nhelp\n", "open registration\ntype pasword hunter2\n",
    "open registration\ntype passwordhunter2\n", "open registration\nswitch password hunter2\n",
    "open registration\ntap password hunter2\n", "open registration\nopen hunter2\n", "hunter2\n",
    "open registration\ntype password hunter2\ntype passwordAgain hunter2\ntype username nimue\ntap create\nshow\n",
    "open registration\ntype password hunter2\u{1B}\n",
  ])
  func `what may be a secret comes back in no form`(script: String) async {
    for failures in [MockFailures(), .all] {
      let session = await Session(script, failures: failures)
      #expect(!session.output.contains("hunter2"))
    }
  }
}
