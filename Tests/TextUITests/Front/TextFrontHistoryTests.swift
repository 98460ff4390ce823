import ExpectSupport
import StandardIO
import Support
import Testing

@testable import Terminal
@testable import TextUI

/// The history of a front, which its prompt keeps from run to run.
@MainActor @Suite struct TextFrontHistoryTests {
  private let folder = TemporaryFolder()

  private func file() throws -> HistoryFile {
    try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": folder.path]))
  }

  @Test func `a prompt finds the lines of an earlier session, and keeps no secret`() async throws {
    for steps in [
      [
        ("> ", "open form\r"), ("form> ", "type password hunter2\r"), ("shown.", "type password\r"),
        ("Password: ", "hunter2\r"),
        ("(secret)", "typ passwrd hunter2\r"), ("mean", "quit\r"),
      ],
      [("> ", "\u{1B}[A\u{1B}[A\u{1B}[A"), ("open form", "\r"), ("form> ", "\u{4}")],
    ] {
      let conversation = await Conversation(FormApp(), style: .plain, history: try file(), steps)
      #expect(conversation.screen.contains("\nform\n"))
    }
    try expectEqual(file().load(), ["open form", "type password", "quit", "open form"])
  }

  @Test(arguments: [(Style.terminal, true), (.plain, false)])
  func `a prompt with colour suggests an earlier command`(style: Style, suggests: Bool) async throws {
    let steps = [
      ("> ", "open form\r"), ("form> ", "open note a\r"), ("note> ", "ope"), ("ope", "\u{1B}[C"), ("", "\u{3}\u{4}"),
    ]
    let conversation = await Conversation(FormApp(), style: style, steps)
    expectEqual(conversation.output.contains("\u{1B}[2mn note a\u{1B}[0m"), suggests)
    expectEqual(conversation.screen.contains("note> open note a\n"), suggests)
  }

  @Test func `a sign-out forgets the lines of the account, in the file as well`() async throws {
    let app = LibraryApp()
    app.core.environment.account = "ada"
    let signOut = { app.core.environment.signOut(unsent: .keep) }
    let steps = [
      ("> ", "open book id=1\r"), ("book> ", "show\r"), ("book> ", "\u{1A}"), ("> ", "\u{1B}[A"), ("\u{7}", "quit\r"),
    ]
    _ = await Conversation(app, style: .plain, history: try file(), suspend: signOut, steps)
    try expectEqual(file().load(), ["quit"])
  }

  @Test func `a pipe keeps no history`() async throws {
    let transcript = Transcript("open form\n")
    let front = TextFront(FormApp(), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    front.keepHistory(in: try file())
    await front.run()
    expectEqual(folder.files, [])
  }
}
