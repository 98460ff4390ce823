import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@testable import Terminal

@Suite struct HistoryFileTests {
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
    expectEqual(HistoryFile(program: "front", environment: environment)?.folder, folder)
  }

  @Test func `keeps lines for the next session, for its owner alone`() throws {
    try expectEqual(file().load(), [])
    try file().append("open form")
    try file().append("type name Ada é")
    try expectEqual(file().load(), ["open form", "type name Ada é"])
    expectEqual(folder.permissions("front/history"), 0o600)
    expectEqual(folder.permissions("front"), 0o700)
  }

  @Test func `closes a file that others can read`() throws {
    try file().append("one")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path + "/front/history")
    try file().append("two")
    expectEqual(folder.permissions("front/history"), 0o600)
    try expectEqual(file().load(), ["one", "two"])
  }

  @Test func `is cut to the newest lines when a session begins`() throws {
    try file().append("first")
    let lines = (1...2_500).map { "line \($0)" }
    folder.write("front/history", lines.joined(separator: "\n") + "\n")
    try expectEqual(file().load(), Array(lines.suffix(History.limit)))
    expectEqual(folder.text("front/history")?.split(separator: "\n").count, History.limit)
    expectEqual(folder.permissions("front/history"), 0o600)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path + "/front"), ["history"])
  }

  @Test func `ignores what is damaged, too long, or no file`() throws {
    try file().append("one")
    try file().append(String(repeating: "x", count: 5_000))
    folder.write("front/history", Array("one\n".utf8) + [0xFF, 0x0A, 0x1B, 0x0A] + Array("two\ncut".utf8))
    try expectEqual(file().load(), ["one", "two", "cut"])
    let linked = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: linked.path + "/front", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: linked.path + "/front/history", withDestinationPath: folder.path + "/target")
    let link = try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": linked.path]))
    link.append("one")
    expectEqual(link.load(), [])
    #expect(folder.text("target") == nil)
    let nowhere = try #require(HistoryFile(program: "front", environment: ["XDG_STATE_HOME": "/dev/null"]))
    nowhere.append("one")
    expectEqual(nowhere.load(), [])
  }
}
