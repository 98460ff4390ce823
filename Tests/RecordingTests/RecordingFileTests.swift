import ExpectSupport
import Foundation
import Recording
import Testing

@Suite struct RecordingFileTests {
  private let path = NSTemporaryDirectory() + UUID().uuidString

  @Test func `writes lines and reads the recording again`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try fixture("counter.jsonl")
    let file = try RecordingFile(path) { Issue.record("\($0)") }
    for line in text.split(separator: "\n") { file.write(Array("\(line)\n".utf8)) }
    #expect(file.isComplete)
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), text)
    try expectEqual(Recording(file: path).stateCount, 3)
    let error = #expect(throws: RecordingError.self) { try RecordingFile(path) { _ in } }
    expectEqual(error?.message, "The recording cannot be written: the file is not empty.")
  }

  @Test func `refuses a file to which another session records`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try RecordingFile(path) { _ in }
    let error = #expect(throws: RecordingError.self) { try RecordingFile(path) { _ in } }
    expectEqual(error?.message, "The recording cannot be written: another session records to the file.")
    withExtendedLifetime(file) {}
  }

  @Test func `reports a file that cannot be read`() {
    let error = #expect(throws: RecordingError.self) { try Recording(file: path) }
    expectEqual(error?.message, "The recording cannot be read: No such file or directory.")
  }
}
