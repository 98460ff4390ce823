import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@testable import Files

@Suite struct FileFolderTests {
  private let temporary = TemporaryFolder()
  private var files: FileFolder { FileFolder(temporary.path + "/files") }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []).sorted()
  }

  @Test func `no file is written over: a number is added`() throws {
    let file = FileReference(name: "report.pdf", bytes: [1])
    for _ in 1...3 { _ = try file.copy(to: files) }
    expectEqual(names, ["report (2).pdf", "report (3).pdf", "report.pdf"])
  }

  @Test func `a file is in the folder, whatever its name`() throws {
    for name in ["../\u{301}a", ".bashrc", ".unfinished-1", ".."] {
      _ = try FileReference(name: name, bytes: [1]).copy(to: files)
    }
    expectEqual(Set(names), ["\u{301}a", ".bashrc", "unfinished-1", "file"])
    expectEqual(try FileManager.default.contentsOfDirectory(atPath: temporary.path), ["files"])
  }

  @Test func `files and their folder are for their owner alone`() throws {
    let copy = try FileReference(name: "a", bytes: [1]).copy(to: files)
    for (path, mode) in [(files.path, 0o700), (try #require(copy.path), 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test(arguments: [
    ("a.txt", 1, "a.txt"), ("a.txt", 2, "a (2).txt"), ("a", 2, "a (2)"), (".bashrc", 1, ".bashrc"),
    (".bashrc", 2, ".bashrc (2)"), ("..a.txt", 2, "..a (2).txt"), (".unfinished-1", 1, "unfinished-1"),
    ("a.b.c", 3, "a.b (3).c"),
  ])
  func `a name keeps its dot, and its number stands before the ending`(name: String, number: Int, result: String) {
    expectEqual(UnfinishedFile.name(name, number: number), result)
  }

  @Test func `a long name has room for its number`() {
    let name = UnfinishedFile.name(String(repeating: "é", count: 127) + "x", number: 12)
    #expect(name.utf8.count <= 255 && name.hasSuffix(" (12)"))
    let text = UnfinishedFile.name(String(repeating: "a", count: 251) + ".txt", number: 2)
    #expect(text.utf8.count == 255 && text.hasSuffix("a (2).txt"))
  }

  @Test func `what is not finished is not there, and is removed`() throws {
    let unfinished = try files.begin()
    try unfinished.write([1, 2])
    #expect(names.count == 1 && names[0].hasPrefix(".unfinished-"))
    unfinished.discard()
    #expect(names.isEmpty)
    #expect(throws: FileError.self) { try unfinished.write([3]) }
    #expect(throws: FileError.self) { try unfinished.finish(as: "a") }
  }

  @Test func `what a killed process has left is removed, and what another one writes is not`() throws {
    let other = try files.begin()
    try SmallFile.create(files.path + "/.unfinished-left", [1])
    let own = try files.begin()
    #expect(names.count == 2 && !names.contains(".unfinished-left"))
    withExtendedLifetime((other, own)) {}
  }

  @Test(arguments: ["../a", "a/b", "", ".", "..", "a\0b"])
  func `a name is no path`(name: String) throws {
    _ = try FileReference(name: "a", bytes: [1]).copy(to: files)
    #expect(throws: FileError.self) { try files.file(named: name) }
    try files.remove(named: name)
    expectEqual(names, ["a"])
  }
}
