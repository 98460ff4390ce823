import ExpectSupport
import Foundation
import Services
import Testing

@testable import Console

/// Sessions through a pipe, each compared with a file in Transcripts.
@MainActor @Suite struct TranscriptTests {
  @Test(arguments: TranscriptFile.names)
  func `prints what the file says`(name: String) async throws {
    let file = try TranscriptFile(name)
    let session = await Session(file.script, failures: file.failures)
    expectEqual(session.text, file.text, "If what it prints is right, change Tests/ConsoleTests/Transcripts/\(name).")
    expectEqual(session.hasFailed, file.text.contains("\nerror: line "))
  }
}

/// A session as a file: comments, of which `# --fail LIST` is the mock's option, and then commands after `> `, each with
/// what it prints.
struct TranscriptFile {
  /// The commands, one a line.
  let script: String
  let failures: RequestFailures
  /// The commands and what they print.
  let text: String

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.sorted()
  }

  init(_ name: String) throws {
    let lines = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let option = lines.first { $0.hasPrefix("# --fail ") }?.dropFirst(9)
    failures = try option.map { try RequestFailures(parsing: String($0)) } ?? []
    text = lines.drop { $0.hasPrefix("#") }.joined(separator: "\n")
    script = lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
  }
}
