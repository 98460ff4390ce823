import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@Suite struct SmallFileTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `reads a regular file up to the limit`() throws {
    try SmallFile.create(path("a"), [1, 2, 3])
    try expectEqual(SmallFile.read(path("a"), limit: 3), [1, 2, 3])
    #expect(throws: FileError.self) { try SmallFile.read(path("a"), limit: 2) }
  }

  @Test func `refuses what is not a regular file, in words`() throws {
    try SmallFile.create(path("a"), [1])
    expectEqual(symlink(path("a"), path("link")), 0)
    expectEqual(mkfifo(path("pipe"), 0o600), 0)
    func sentence(_ path: String) -> String {
      do {
        _ = try SmallFile.read(path, limit: 10)
        return ""
      } catch { return error.description }
    }
    expectEqual(sentence(path("link")), "This is a link. Name the file itself.")
    for other in [path("pipe"), folder.path, "/dev/zero", "/dev/null"] {
      expectEqual(sentence(other), "This is not a regular file, but a folder, a pipe or a device.")
    }
    #expect(sentence(path("none")).hasPrefix("The file cannot be used"))
    expectEqual(sentence(path("a") + "\0.txt"), "There is no such file.")
  }

  @Test func `writes over nothing, and for the owner alone`() throws {
    try SmallFile.create(path("a"), [1])
    #expect(throws: FileError.self) { try SmallFile.create(path("a"), [2]) }
    expectEqual(symlink(path("none"), path("link")), 0)
    #expect(throws: FileError.self) { try SmallFile.create(path("link"), [2]) }
    try expectEqual(SmallFile.read(path("a"), limit: 9), [1])
    let mode = try FileManager.default.attributesOfItem(atPath: path("a"))[.posixPermissions] as? Int
    expectEqual(mode, 0o600)
  }
}
