import ExpectSupport
import Foundation
import Services
import Testing

@testable import ServerSupport

/// Sessions with the screens, each compared with a file in Transcripts, frame by frame.
@MainActor @Suite struct ScreenServerTranscriptTests {
  @Test(arguments: ServerTranscript.names)
  func `writes the frames in the file`(name: String) throws {
    let file = try ServerTranscript(name)
    let stage = ServerStage(latency: file.latency, failures: file.failures)
    expectEqual(file.played(on: stage), file.lines)
    #expect(!stage.everything.contains("sesame"))
  }

  @Test func `each screen has a transcript`() {
    let screens = ["blog", "counter", "product", "registration", "terms"]
    #expect(Set(screens).isSubset(of: ServerTranscript.names.map { String($0.dropLast(4)) }))
  }

  /// The members that were added after the session was recorded. Each precedes another member.
  private static let added = [
    "buttonDisabledReason", "createDisabledReason", "submitDisabledReason", "hidden", "navigation", "patches",
  ]

  /// The session was recorded when the server had neither patches nor navigation. Its client goes on working: of the bytes
  /// that it got nothing is missing or different, and only these members are added.
  @Test func `writes to an earlier client what it wrote then`() throws {
    let file = try ServerTranscript("earlier-client/session.txt")
    let lines = file.played(on: ServerStage(latency: file.latency)).map { line in
      Self.added.reduce(line) { line, name in
        line.replacing(try! Regex("\"\(name)\":(null|true|\"[^\"]*\"|\\[[^\\]]*\\]),"), with: "")
      }
    }
    expectEqual(lines, file.lines)
    #expect(lines.count > 80)
  }
}

/// A session as a file: `# --latency MS` and `# --fail LIST` are the mock's options; then requests after `> ` and
/// `wait MS`, each with the frames that it causes.
private struct ServerTranscript {
  let latency: Int?
  let failures: RequestFailures
  /// The steps with their frames.
  let lines: [String]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasSuffix(".txt") }.sorted()
  }

  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    let all = text.split(separator: "\n").map(String.init)
    func option(_ name: String) -> String? {
      all.first { $0.hasPrefix("# \(name) ") }.map { String($0.dropFirst(name.count + 3)) }
    }
    latency = option("--latency").flatMap { Int($0) }
    failures = try option("--fail").map { try RequestFailures(parsing: $0) } ?? []
    lines = all.filter { !$0.hasPrefix("#") }
  }

  /// Plays the steps. Returns them with the frames that they cause.
  ///
  /// Frames that a wait causes are sorted: a notification center calls its observers in any order.
  @MainActor func played(on stage: ServerStage) -> [String] {
    lines.flatMap { line in
      if line.hasPrefix("> ") { return [line] + stage.say(String(line.dropFirst(2))) }
      guard line.hasPrefix("wait "), let milliseconds = Int(line.dropFirst(5)) else { return [] }
      return [line] + stage.wait(milliseconds).sorted()
    }
  }
}
