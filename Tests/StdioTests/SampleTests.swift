import Foundation
import Testing

@testable import Stdio

#if !os(Windows)
  /// The samples for embedders do what they are there to show. They need Python 3 and nothing else. Those for a browser
  /// have tests of their own in `Tests/Web`.
  @Suite struct SampleTests {
    /// Starts a sample with the built program.
    private func start(_ sample: String, _ options: String...) throws -> Child {
      let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Apps/Stdio/Samples").standardizedFileURL
      let script = samples.appendingPathComponent(sample).path
      return try Child(
        executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", script, Child.program.path] + options)
    }

    @Test func `the Python front shows balance and registration`() throws {
      let front = try start("front.py", "--latency", "1")
      front.say("hide", "refresh", "name merlin", "name harry", "password password1", "again password1")
      front.say("password sesame-7", "again sesame-7", "create", "fly", "quit")
      let ending = front.end()
      let lines = ending.output.split(separator: "\n").map(String.init)
      #expect(ending.code == 0)
      #expect(ending.errors == "")
      let hidden = try #require(lines.firstIndex(of: "balance: [hidden]"))
      #expect(lines[..<hidden].contains("balance: $1,234.56"))
      #expect(!lines[hidden...].contains { $0.contains("1,234.56") })
      #expect(
        lines.filter { $0.hasPrefix("registration: ") }.suffix(9) == [
          "registration: Checking the user name...", "registration: This user name is taken.",
          "registration: Checking the user name...", "registration: This user name is available.",
          "registration: The passwords are not the same.", "registration: This password is too common.",
          "registration: The passwords are not the same.", "registration: ready: create",
          "registration: The account harry was created.",
        ])
      #expect(lines.last == "known: refresh, hide, reveal, name, password, again, create, quit")
      #expect(!ending.output.contains("sesame"))
    }
  }
#endif
