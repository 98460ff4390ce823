import ExpectSupport
import Foundation
import Support
import Testing

/// The built console with `--state`.
@Suite(.ownThreads) final class StateProcessTests {
  private let folder = TemporaryFolder()

  private func run(_ commands: String..., options: [String] = []) async throws -> ConsoleProcess {
    let session = ["--now", "2026-11-22T15:04:05Z", "--time-zone", "GMT", "--state", folder.path + "/state"]
    return try await ConsoleProcess(session + options + commands.flatMap { ["-c", $0] })
  }

  @Test func `asks whether to buy again after the keys were damaged`() async throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/state", withIntermediateDirectories: false)
    folder.write("state/idempotency-keys.json", "damage")
    let session = try await run("open product", "tap purchase", "tap decline", "tap purchase", "tap confirm")
    expectEqual(session.exitCode, 0)
    expectEqual(
      session.errors,
      """
      tributary-console: --state: The stored value "idempotency-keys" was damaged. \
      Its file is kept as idempotency-keys.json.damaged-1.

      """)
    expectEqual(
      session.output,
      """
      product
        [purchase] (disabled: The product is not loaded.)
        activity: running
        [purchase] (disabled: The product is being loaded.)
        title: Wand
        description: Eleven inches of oak, with a core that nobody talks about.
        price: $199.00
        activity: stopped
        [purchase]
        activity: running
        [purchase] (disabled: The product is being bought.)
        question: An earlier purchase may have gone through. Buy again?
        activity: stopped
        [purchase] (disabled: The question is not answered.)
        [confirm]
        [decline]
        question: (none)
        [purchase]
        [confirm] (hidden)
        [decline] (hidden)
        activity: running
        [purchase] (disabled: The product is being bought.)
        question: An earlier purchase may have gone through. Buy again?
        activity: stopped
        [purchase] (disabled: The question is not answered.)
        [confirm]
        [decline]
        question: (none)
        activity: running
        [purchase] (disabled: The product is being bought.)
        [confirm] (hidden)
        [decline] (hidden)
        receipt: Purchased for $199.00. Today at 3:04:05 PM.
        activity: stopped
        [purchase] (disabled: The product is bought.)

      """)
  }

  @Test func `a lost purchase is the same one in the next session, and both replay in both fronts`() async throws {
    let recordings = [1, 2].map { folder.path + "/\($0).jsonl" }
    let first = try await run(
      "open product", "tap purchase", options: ["--fail", "purchase:1:lost", "--record", recordings[0]])
    #expect(first.output.contains("error: The answer was lost."))
    let stored = try #require(folder.text("state/idempotency-keys.json"))
    let key = try #require(stored.firstMatch(of: /"key":"([^"]+)"/)).1
    let second = try await run("open product", "tap purchase", options: ["--record", recordings[1]])
    #expect(second.output.contains("receipt: The earlier purchase, of Today at 3:04:05 PM, was for $199.00."))
    #expect(second.output.contains("question: An earlier purchase went through. Buy again?"))
    #expect(folder.text("state/idempotency-keys.json") == nil)
    for recording in recordings {
      #expect(try !String(contentsOfFile: recording, encoding: .utf8).contains(key))
      for program in ["tributary-console", "tributary-stdio"] {
        let replay = try await ConsoleProcess(["--replay", recording], of: program)
        expectEqual(replay.errors, "")
        expectEqual(replay.exitCode, 0)
      }
    }
    expectEqual(folder.files, ["1.jsonl", "2.jsonl", "state"])
  }

  @Test func `names the option when the folder cannot be used`() async throws {
    folder.write("file", "text")
    let path = folder.path + "/file"
    let session = try await ConsoleProcess(["--state", path])
    expectEqual(session.exitCode, 2)
    expectEqual(session.errors, "tributary-console: --state: The folder \(path) cannot be used: Not a directory.\n")
  }
}
