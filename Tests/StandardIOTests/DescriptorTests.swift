import ExpectSupport
import Foundation
import StandardIO
import Testing

@Suite struct DescriptorTests {
  @Test(.exitTest) func `takes the standard output away from print`() async throws {
    let process = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let output = Descriptor.takeStandardOutput()
      print("stray")
      fflush(nil)
      try output.writeAll("frame\n")
      exit(0)
    }
    let outcome = try #require(process)
    let output = String(decoding: outcome.standardOutputContent, as: UTF8.self)
    let errors = String(decoding: outcome.standardErrorContent, as: UTF8.self)
    #expect(output.contains("frame\n"))
    #expect(!output.contains("stray"))
    #expect(errors.contains("stray\n"))
  }

  @Test(.exitTest) func `refuses what is written to an output that was closed`() async {
    await #expect(processExitsWith: .exitCode(9)) {
      closeOnThisThread([1])
      Descriptor.openMissingStandardDescriptors()
      do throws(IOFailure) {
        try Descriptor.standardOutput.writeAll("lost")
      } catch {
        exit(error == .refused(EBADF) ? 9 : 1)
      }
    }
    await #expect(processExitsWith: .exitCode(9)) {
      closeOnThisThread([1])
      Descriptor.openMissingStandardDescriptors()
      let writer = NonblockingWriter(Descriptor.takeStandardOutput()) {}
      do {
        _ = try Array("lost".utf8).withUnsafeBytes { bytes throws in try writer.write(bytes) }
      } catch {
        exit(error as? IOFailure == .refused(EBADF) ? 9 : 1)
      }
    }
  }

  @Test(.exitTest) func `reads nothing from an input that was closed`() async {
    await #expect(processExitsWith: .exitCode(9)) {
      closeOnThisThread([0])
      Descriptor.openMissingStandardDescriptors()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
      if try Descriptor.standardInput.read(into: buffer) == 0 { exit(9) }
    }
  }

  @Test(
    .exitTest,
    .enabled(if: geteuid() == 0, "Root alone can change the root folder."),
    arguments: [[], [0], [1], [2], [0, 1, 2]] as [[Int32]])
  func `works where there is no null device`(closed: [Int32]) async {
    await #expect(processExitsWith: .exitCode(9)) { [closed] in
      let folder = NSTemporaryDirectory() + UUID().uuidString
      guard mkdir(folder, 0o700) == 0, chroot(folder) == 0, chdir("/") == 0 else { exit(1) }
      closeOnThisThread(closed)
      Descriptor.openMissingStandardDescriptors()
      guard CurrentProcess.missingResource == nil else { exit(2) }
      for number in 0..<3 as Range<Int32> where fcntl(number, F_GETFD) < 0 { exit(3) }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
      if closed.contains(0), try Descriptor.standardInput.read(into: buffer) != 0 { exit(4) }
      if closed.contains(1) {
        do throws(IOFailure) {
          try Descriptor.standardOutput.writeAll("lost")
          exit(5)
        } catch {
          guard error == .refused(EBADF) else { exit(6) }
        }
      }
      exit(9)
    }
  }

  @Test func `creates a file that only its owner can read`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try Descriptor.createFile(path)
    try file.writeAll(Array("text".utf8))
    file.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: IOFailure.fileNotEmpty) { try Descriptor.createFile(path) }
    let reopened = try Descriptor.openFile(path)
    defer { reopened.close() }
    let text = try [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = try reopened.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    expectEqual(text, Array("text".utf8))
  }

  @Test func `writes to the end of a file that other programs change`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try Descriptor.createFile(path)
    defer { file.close() }
    let other = try #require(FileHandle(forWritingAtPath: path))
    try file.writeAll("one\n")
    _ = try other.seekToEnd()
    try other.write(contentsOf: Data("added\n".utf8))
    try file.writeAll("two\n")
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), "one\nadded\ntwo\n")
    try other.truncate(atOffset: 0)
    try file.writeAll("three\n")
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), "three\n")
  }

  @Test func `refuses a missing file with the system's reason`() {
    let failure = #expect(throws: IOFailure.self) { try Descriptor.openFile("/nonexistent/file") }
    expectEqual(failure, .refused(ENOENT))
    expectEqual(failure?.systemMessage, "No such file or directory")
  }

  @Test func `skips a short text when the pipe is full`() {
    let pipe = PlainPipe()
    let count = pipe.fill()
    pipe.input.writeIfReady("lost")
    pipe.discard(count)
    pipe.input.writeIfReady("kept\n")
    expectEqual(pipe.read(until: "kept\n"), "kept\n")
  }
}

/// Closes descriptors in a table of descriptors that belongs to this thread alone, where the system has one for each thread: else
/// another thread of the test's process could open one under the same number before this thread does.
private func closeOnThisThread(_ numbers: [Int32]) {
  #if os(Linux)
    // Glibc's module lacks `unshare` and CLONE_FILES.
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let unshare = dlsym(nil, "unshare"), unsafeBitCast(unshare, to: Unshare.self)(0x400) == 0 else { exit(8) }
  #endif
  for number in numbers { close(number) }
}
