import ExpectSupport
import StandardIO
import Support
import Testing
import TextUI

@MainActor @Suite struct CommandSourceTests {
  private let app = FormApp()

  @Test(
    arguments: [
      (true, true, [:], false, .prompt), (true, true, ["NO_COLOR": "1"], false, .prompt),
      (true, true, ["TERM": "dumb"], false, .typedLines), (true, false, [:], false, .typedLines),
      (false, true, [:], false, .pipe), (true, true, [:], true, .typedLines), (false, false, [:], true, .pipe),
    ] as [(Bool, Bool, [String: String], Bool, CommandSource.Kind)])
  func `there is a prompt if both ends are terminals that can move the cursor`(
    input: Bool, output: Bool, environment: [String: String], isPlain: Bool, kind: CommandSource.Kind
  ) {
    expectEqual(
      CommandSource.Kind(inputIsTerminal: input, outputIsTerminal: output, environment: environment, isPlain: isPlain),
      kind)
  }

  /// Plays commands, and returns what was printed and the errors.
  private func play(_ source: CommandSource) async -> (output: String, errors: String) {
    let (output, errors) = (Transcript(""), Transcript(""))
    let front = TextFront(
      app, input: source, display: Display(output, style: .plain), errors: Display(errors, style: .plain))
    await front.run()
    return (output.output, errors.output)
  }

  @Test func `errors of a pipe go to the errors`() async {
    let session = await play(.pipe(LineReader(text: "opn\nscreens\ntap x\n")))
    expectEqual(session.output, "form  All kinds of elements.\nnote  A text.\n")
    expectEqual(
      session.errors,
      """
      error: line 1: There is no such command. Did you mean "open"?
      error: line 3: No screen is open. "screens" lists what can be opened.

      """)
  }

  @Test(arguments: ["form", "Form", " form x"])
  func `the name of a screen is no command, but tells how to open it`(line: String) async {
    let session = await play(.pipe(LineReader(text: line + "\n")))
    expectEqual(
      session.errors, "error: line 1: There is no such command. \"open form\" opens the screen of this name.\n")
  }

  @Test func `errors of a script name its file and line`() async {
    let session = await play(.script(LineReader(text: "# first\r\nopen note a\r\n\r\nopn\r\n"), name: "demo.txt"))
    expectEqual(session.output, "note\n  text: a\n")
    expectEqual(session.errors, "demo.txt:4: There is no such command. Did you mean \"open\"?\n")
  }

  @Test(arguments: ["exit", "EXIT", "exi", "q"])
  func `other words stand for a command`(word: String) async {
    let session = await play(.pipe(LineReader(text: "open note a\nopen note b\nb\n?\n\(word)\nopn\n")))
    #expect(session.output.contains("note 2 closed\nnote\n  text: a\nhelp"))
    expectEqual(session.errors, "")
  }

  @Test func `a pipe and a script take a secret in a command`() async {
    let commands = "open form\ntype password hunter2\n"
    for source in [CommandSource.pipe(LineReader(text: commands)), .script(LineReader(text: commands), name: "s")] {
      app.form.password.text = ""
      let session = await play(source)
      #expect(session.output.hasSuffix("  password: (secret)\n"))
      expectEqual(session.errors, "")
    }
  }

  @Test func `a command line takes a secret with a warning`() async {
    let session = await play(.commandLine(["open form", "type password hunter2"]))
    #expect(session.output.hasSuffix("  password: (secret)\n"))
    expectEqual(
      session.errors,
      "warning: A secret on a command line can be read by other users, and stays in the shell's history.\n")
  }

  @Test func `typed lines ask for a secret, and take none in a command`() async {
    var modes: [StandardTerminal.Mode] = []
    let commands = "open form\ntype password hunter2\ntype password\nhunter2\n"
    let session = await play(.typedLines(LineReader(text: commands)) { modes.append($0) })
    #expect(session.output.hasSuffix("  [submit] (disabled)\n  password: (secret)\n"))
    expectEqual(
      session.errors, "Enter \"type password\" alone: then a secret is asked for, and not shown.\nPassword: \n")
    expectEqual(modes, [.hidden, .original])
  }

  @Test func `a script and a command line end with the first command that fails`() async {
    let commands = ["open note a", "opn", "open note b"]
    let text = commands.joined(separator: "\n")
    for source in [.script(LineReader(text: text), name: "demo.txt"), .commandLine(commands)] as [CommandSource] {
      let output = Transcript("")
      let front = TextFront(
        app, input: source, display: Display(output, style: .plain), errors: Display(Transcript(""), style: .plain))
      await front.run()
      expectEqual(output.output, "note\n  text: a\n")
      expectEqual(front.exitCode, 1)
    }
  }

  @Test func `a pipe goes on after a command that fails, unless it is told to stop`() async {
    for stops in [false, true] {
      let output = Transcript("")
      let front = TextFront(
        app, input: .pipe(LineReader(text: "opn\nopen note a\n")), display: Display(output, style: .plain),
        errors: Display(Transcript(""), style: .plain))
      front.stopsAtFailure = stops
      await front.run()
      #expect(output.output == (stops ? "" : "note\n  text: a\n"))
      #expect(front.exitCode == (stops ? 1 : 0))
    }
  }
}
