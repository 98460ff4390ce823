import ExpectSupport
import Foundation
import JSON
import StandardIO
import Support
import Testing

@testable import Files

@Suite struct FileReferenceTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
    let path = folder.path + "/" + name
    if let bytes { try SmallFile.create(path, bytes) }
    return path
  }

  @Test(arguments: [
    ("a.txt", "a.txt"), ("/home/ada/a.txt", "a.txt"), (#"C:\Users\ada\a.txt"#, "a.txt"), ("../..", "file"),
    ("", "file"), ("a/", "a"), (".", "file"), ("a\u{0}\n\u{202E}b", "ab"), ("  x  ", "x"), (".profile", ".profile"),
    ("...", "file"), (String(repeating: "é", count: 200), String(repeating: "é", count: 127)),
    (String(repeating: "a", count: 300) + ".txt", String(repeating: "a", count: 251) + ".txt"),
    (String(repeating: "é", count: 200) + ".tar.gz", String(repeating: "é", count: 126) + ".gz"),
    (String(repeating: "👩🏽", count: 99) + "a.txt", String(repeating: "👩🏽", count: 31) + ".txt"),
    ("." + String(repeating: "a", count: 300), "." + String(repeating: "a", count: 254)),
    ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 253)),
    ("a" + String(repeating: "\u{301}", count: 300) + ".txt", "file.txt"),
    // A slash with a mark on it is one character.
    ("../\u{301}a", "\u{301}a"), ("..\\\u{301}a", "\u{301}a"),
  ])
  func `has a name that is a label`(path: String, name: String) {
    expectEqual(FileReference(name: path, bytes: []).name, name)
  }

  @Test func `has a media type that is the value of a header`() {
    expectEqual(FileReference(name: "a", mediaType: "text/plain\r\nX: y", bytes: []).mediaType, "text/plainX: y")
  }

  @Test func `reads what was opened once, whatever the path leads to later`() throws {
    let path = try path("a.bin", [1, 2, 3])
    let file = try FileReference(path: path, mediaType: "x/y")
    #expect((file.name, file.size, file.mediaType) == ("a.bin", 3, "x/y"))
    expectEqual(unlink(path), 0)
    try SmallFile.create(path, [9])
    try expectEqual(file.readBytes(limit: 3), [1, 2, 3])
    #expect(throws: FileError.self) { try file.readBytes(limit: 2) }
  }

  @Test func `refuses links, folders, pipes and devices, and waits for none`() throws {
    let file = try path("a", [1])
    let (link, pipe) = (try path("link"), try path("pipe"))
    #expect(symlink(file, link) == 0 && mkfifo(pipe, 0o600) == 0)
    for path in [link, pipe, folder.path, "/dev/zero", "/dev/null", file + "\0", file + "-none"] {
      #expect(throws: FileError.self) { try FileReference(path: path) }
    }
  }

  @Test(arguments: [[1, 2], [1, 2, 3, 4], [7, 7, 7]])
  func `says that a file was changed since it was opened`(bytes: [UInt8]) throws {
    let path = try path("a", [1, 2, 3])
    let file = try FileReference(path: path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
    // The file system's clock may not have moved on.
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    expectEqual(utimes(path, &times), 0)
    #expect(throws: FileError.self) { try file.readBytes(limit: 9) }
  }

  @Test func `its JSON has no bytes, and what is read from it has none`() throws {
    let file = FileReference(name: "a.txt", bytes: Array("secret".utf8))
    let json = file.json
    expectEqual(String(decoding: json, as: UTF8.self), #"{"attachment":null,"mediaType":null,"name":"a.txt","size":6}"#)
    let read = try #require(FileReference(JSONText(scanned: json[...])))
    #expect(read.name == "a.txt" && read.size == 6 && !read.hasBytes)
    #expect(throws: FileError.self) { try read.readBytes(limit: 6) }
    #expect(!String(reflecting: file).contains("115") && !"\(file)".contains("secret"))
  }

  @Test func `files are collected while a value is written, and attached while it is read`() throws {
    let files = ["a", "b"].map { FileReference(name: $0, bytes: Array($0.utf8)) }
    let (json, collected) = FileAttachments.collecting { files.json }
    expectEqual(collected, files)
    let read = FileAttachments.attaching(["0": files[0], "1": files[1]]) {
      [FileReference](JSONText(scanned: json[...]))
    }
    expectEqual(read, files)
    // Nothing from outside names a file.
    #expect([FileReference](JSONText(scanned: json[...]))?.contains { $0.hasBytes } == false)
  }

  @Test func `a copy is a file of its own, and has the label of the first`() throws {
    let file = try FileReference(path: try path("a.txt", [1, 2, 3]), mediaType: "text/plain")
    let target = FileFolder(folder.path + "/copies")
    let copy = try file.copy(to: target, as: "entry-1")
    #expect((copy.name, copy.mediaType, copy.size) == ("a.txt", "text/plain", 3))
    expectEqual(copy.path, target.path + "/entry-1")
    try expectEqual(target.file(named: "entry-1").readBytes(limit: 3), [1, 2, 3])
    #expect(throws: FileError.self) { try file.copy(to: target, limit: 2) }
    try target.remove(named: "entry-1")
    try target.remove(named: "entry-1")
    #expect(throws: FileError.self) { try target.file(named: "entry-1") }
    try expectEqual(copy.readBytes(limit: 3), [1, 2, 3])
  }

  @Test func `a file that a person saves is new, whole, and for its owner alone`() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = try FileReference(path: try path("a", bytes))
    try file.copy(toNewFile: folder.path + "/b")
    expectEqual(folder.contents["b"], Data(bytes))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/b")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: FileError("There is something of this name already.")) {
      try file.copy(toNewFile: folder.path + "/b")
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/c", withDestinationPath: folder.path + "/d")
    #expect(throws: FileError.self) { try file.copy(toNewFile: folder.path + "/c") }
    expectEqual(truncate(folder.path + "/a", 100_000), 0)
    #expect(throws: FileError("The file has become shorter since it was opened.")) {
      try file.copy(toNewFile: folder.path + "/e")
    }
    expectEqual(folder.files, ["a", "b", "c"])
  }

  @Test func `pieces are read in base 64, up to the end`() throws {
    let file = try FileReference(path: try path("a", [1, 2, 3, 4, 5]))
    try expectEqual([0, 3, 5].map { try file.base64(at: $0, limit: 3) }, ["AQID", "BAU=", ""])
    #expect(throws: FileError("The file has only 5 bytes.")) { try file.base64(at: 6, limit: 3) }
    #expect(throws: FileError.self) { try file.base64(at: -1, limit: 3) }
  }
}
