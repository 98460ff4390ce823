import Foundation
import StandardIO
import Support
import Testing

@testable import TextUI

@MainActor @Suite struct HistoryFileTests {
  private let folder = TemporaryFolder()

  private func file() throws -> HistoryFile {
    try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": folder.path]))
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home"], "/state/front"),
    (["XDG_STATE_HOME": "state", "HOME": "/home"], "/home/.local/state/front"),
    (["HOME": "/home"], "/home/.local/state/front"), (["HOME": "home"], nil), ([:], nil),
  ])
  func `is in the folder for states of programs`(environment: [String: String], folder: String?) {
    #expect(HistoryFile(program: "front", environment: environment)?.folder == folder)
  }

  @Test func `keeps lines for the next session, for its owner alone`() throws {
    #expect(try file().load() == [])
    try file().append("open form")
    try file().append("type name Ada é")
    #expect(try file().load() == ["open form", "type name Ada é"])
    #expect(folder.permissions("front/history") == 0o600)
    #expect(folder.permissions("front") == 0o700)
  }

  @Test func `closes a file that others can read`() throws {
    try file().append("one")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path + "/front/history")
    try file().append("two")
    #expect(folder.permissions("front/history") == 0o600)
    #expect(try file().load() == ["one", "two"])
  }

  @Test func `is cut to the newest lines when a session begins`() throws {
    try file().append("first")
    let lines = (1...2_500).map { "line \($0)" }
    folder.write("front/history", lines.joined(separator: "\n") + "\n")
    #expect(try file().load() == Array(lines.suffix(History.limit)))
    #expect(folder.text("front/history")?.split(separator: "\n").count == History.limit)
    #expect(folder.permissions("front/history") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/front") == ["history"])
  }

  @Test func `ignores what is damaged, too long, or no file`() throws {
    try file().append("one")
    try file().append(String(repeating: "x", count: 5_000))
    folder.write("front/history", Array("one\n".utf8) + [0xFF, 0x0A, 0x1B, 0x0A] + Array("two\ncut".utf8))
    #expect(try file().load() == ["one", "two", "cut"])
    let linked = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: linked.path + "/front", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: linked.path + "/front/history", withDestinationPath: folder.path + "/target")
    let link = try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": linked.path]))
    link.append("one")
    #expect(link.load() == [])
    #expect(folder.text("target") == nil)
    let nowhere = try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": "/dev/null"]))
    nowhere.append("one")
    #expect(nowhere.load() == [])
  }

  @Test func `a prompt finds the lines of an earlier session, and keeps no secret`() async throws {
    for steps in [
      [
        ("> ", "open form\r"), ("form> ", "type password hunter2\r"), ("shown.", "type password\r"),
        ("password: ", "hunter2\r"),
        ("(secret)", "typ passwrd hunter2\r"), ("mean", "quit\r"),
      ],
      [("> ", "\u{1B}[A\u{1B}[A\u{1B}[A"), ("open form", "\r"), ("form> ", "\u{4}")],
    ] {
      let conversation = await Conversation(FormApp(), style: .plain, history: try file(), steps)
      #expect(conversation.screen.contains("\nform\n"))
    }
    #expect(try file().load() == ["open form", "type password", "quit", "open form"])
  }

  @Test func `a pipe keeps no history`() async throws {
    let transcript = Transcript("open form\n")
    let front = TextFront(FormApp(), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    front.keepHistory(in: try file())
    await front.run()
    #expect(folder.files == [])
  }
}
