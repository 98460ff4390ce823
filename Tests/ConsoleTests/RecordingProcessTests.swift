import ExpectSupport
import Foundation
import Testing
import ThreadsSupport

@testable import Console

/// Recordings of the built console.
@Suite(.ownThreads) final class RecordingProcessTests {
  private let file = NSTemporaryDirectory() + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: file) }

  private static let script = """
    open counter
    tap next
    open registration
    type username Ginny
    type password sesame-7
    type passwrod sesame-8
    type passwordAgain sesame-7
    tap create
    show
    back
    open blog
    type title Hello
    tap publish
    help
    quit

    """

  @Test func `a recorded session replays equal in both fronts`() async throws {
    let session = try await ConsoleProcess(["--record", file, "--seed=7", "--latency", "5"], input: Self.script)
    expectEqual(session.exitCode, 0)
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!recording.contains("sesame"))
    #expect(recording.contains(#"{"command":["type password ",{"secret":1}]}"#))
    #expect(recording.contains(#"{"command":null}"#))
    #expect(recording.hasSuffix(#"{"end":true}"# + "\n"))
    let own = try await ConsoleProcess(["--replay", file])
    expectEqual(own.errors, "")
    #expect(own.output.contains("printed lines are equal."))
    let other = try await ConsoleProcess(["--replay", file], of: "tributary-stdio")
    expectEqual(other.errors, "")
    #expect(other.output.hasSuffix("states are equal.\n"))
  }

  @Test func `names the first printed line that differs`() async throws {
    _ = try await ConsoleProcess(["--record", file, "--seed", "7"], input: "open counter\ntap next\n")
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    let line = try #require(recording.split(separator: "\n").last { $0.hasPrefix(#"{"print":"#) })
    try recording.replacingOccurrences(of: line, with: #"{"print":"tea"}"#)
      .write(toFile: file, atomically: false, encoding: .utf8)
    let replay = try await ConsoleProcess(["--replay", file])
    expectEqual(replay.exitCode, 1)
    #expect(replay.errors.hasSuffix("expected: {\"print\":\"tea\"}\nactual:   \(line)\n"))
  }

  @Test func `equal seeds, dates and zones give equal output`() async throws {
    let options = ["--seed", "7", "--now", "2026-11-22T15:04:05Z", "--time-zone", "Asia/Tokyo"]
    let script = "open counter\ntap next\nopen balance\n"
    let first = try await ConsoleProcess(options, input: script).output
    #expect(first.contains("Last update: Today at 12:04:05 AM."))
    try await expectEqual(ConsoleProcess(options, input: script).output, first)
  }

  @Test func `does not overwrite a file`() async throws {
    try "precious".write(toFile: file, atomically: false, encoding: .utf8)
    let session = try await ConsoleProcess(["--record", file])
    expectEqual(session.exitCode, 2)
    expectEqual(
      session.errors, "tributary-console: --record: The recording cannot be written: the file is not empty.\n")
  }
}
