import ExpectSupport
import Foundation
import StandardIO
import Testing

@Suite(.serialized) struct PagerTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  @Test func `a program reads the text, and the call returns at its end`() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(await Pager(command: "cat >'\(file)'").show("Emma\nPersuasion\n"))
    try expectEqual(String(contentsOfFile: file, encoding: .utf8), "Emma\nPersuasion\n")
  }

  @Test func `a program need not read the whole text`() async {
    #expect(await Pager(command: "head -c 1 >/dev/null").show(String(repeating: "x", count: 1 << 20)))
  }

  @Test func `a command that is not there shows nothing`() async {
    #expect(await Pager(command: "exit 127").show("Emma") == false)
  }

  @Test func `Control-C is the program's alone`() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    // It is ignored here. A shell cannot catch a signal that was ignored when it began.
    let command = "kill -INT $PPID; trap \"echo caught >'\(file)'\" INT; kill -INT $$; true"
    #expect(await Pager(command: command).show("Emma"))
    try expectEqual(String(contentsOfFile: file, encoding: .utf8), "caught\n")
  }
}
