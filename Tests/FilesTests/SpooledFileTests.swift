import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@testable import Files

@Suite struct SpooledFileTests {
  @Test func `has no name, and its bytes once all have come`() throws {
    let folder = TemporaryFolder()
    let file = try SpooledFile(size: 5, in: folder.path)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
    try file.write([1, 2, 3], at: 0)
    #expect(throws: FileError("Only 3 of 5 bytes of the file have come.")) {
      try file.reference(name: "a", mediaType: nil)
    }
    try file.write(base64: "BAU=", at: 3, limit: 2)
    let reference = try file.reference(name: "../a.png", mediaType: "image/png")
    #expect((reference.name, reference.size, reference.path) == ("a.png", 5, nil))
    try expectEqual(reference.readBytes(limit: 5), [1, 2, 3, 4, 5])
    try expectEqual(reference.readBytes(limit: 5), [1, 2, 3, 4, 5], "A second try begins at the first byte.")
    file.discard()
    try expectEqual(reference.base64(at: 3, limit: 9), "BAU=")
  }

  @Test(arguments: [
    (1, [UInt8](), "The pieces of the file are not in order."), (3, [1], "The pieces of the file are not in order."),
    (2, [1, 2], "More bytes have come than the 3 that were announced."),
  ])
  func `a piece that does not fit ends it`(offset: Int, bytes: [UInt8], sentence: String) throws {
    let file = try SpooledFile(size: 3)
    try file.write([1, 2], at: 0)
    #expect(throws: FileError(sentence)) { try file.write(bytes, at: offset) }
    #expect(throws: FileError(sentence)) { try file.write([3], at: 2) }
    #expect(throws: FileError(sentence)) { try file.reference(name: "a", mediaType: nil) }
  }

  @Test func `a file without bytes is whole at once`() throws {
    let file = try SpooledFile(size: 0)
    try expectEqual(file.reference(name: "a", mediaType: nil).readBytes(limit: 0), [])
    #expect(throws: FileError.self) { try file.write([], at: 0) }
  }

  @Test func `says that there is no such folder`() {
    #expect(throws: FileError.self) { try SpooledFile(size: 1, in: "/nonexistent") }
  }

  #if os(Linux)
    @Test func `says that the disk is full`() throws {
      let number = open("/dev/full", O_RDWR | O_CLOEXEC)
      try #require(number >= 0)
      let file = SpooledFile(size: 1 << 20, Descriptor(number))
      #expect(throws: FileError("There is no room left on the disk.")) { try file.write([1], at: 0) }
      #expect(throws: FileError("There is no room left on the disk.")) { try file.write([2], at: 1) }
    }
  #endif
}
