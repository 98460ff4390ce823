import ExpectSupport
import Support
import Testing
import ThreadsSupport

@testable import Console

/// The built program.
@Suite(.ownThreads) struct ProcessTests {
  @Test func `a piped session loads, hides and shows the balance`() async throws {
    let script = "open balance\ntap refresh\nbackground\nforeground\nquit\n"
    let process = try await ConsoleProcess(["--plain"], input: script)
    expectEqual(process.exitCode, 0)
    expectEqual(process.errors, "")
    let lines = process.output.split(separator: "\n").map { $0.hasPrefix("  info: Last update: ") ? "  dated" : $0 }
    let refreshed: [Substring] = ["  dated", "  activity: stopped", "  [refresh]"]
    expectEqual(
      lines.prefix(7),
      [
        "balance", "  value: --", "  [refresh]", "  info: Loading...", "  activity: running", "  [refresh] (hidden)",
        "  value: $1,234.56",
      ])
    expectEqual(lines[7...9], refreshed[...])
    expectEqual(lines.suffix(5), refreshed + ["  value: ••••••", "  value: $1,234.56"])
  }

  @Test func `prints states as JSON for other programs`() async throws {
    let script = "open counter\nopen counter\ntap next\nback\nnonsense\nscreens\n"
    let process = try await ConsoleProcess(["--json", "--seed", "7"], input: script)
    let zero = #""state":{"character":"⓪","number":0,"numberText":"⓪ (0.circle)","symbolName":"0.circle"}"#
    let nineteen = #""state":{"character":"⑲","number":19,"numberText":"⑲ (19.circle)","symbolName":"19.circle"}"#
    let lines = process.output.split(separator: "\n").map(String.init)
    expectEqual(
      lines.prefix(5),
      [
        #"{"instance":"counter","screen":"counter",\#(zero)}"#,
        #"{"instance":"counter 2","screen":"counter",\#(zero)}"#,
        #"{"instance":"counter 2","screen":"counter",\#(nineteen)}"#,
        #"{"closed":true,"instance":"counter 2","screen":"counter"}"#,
        #"{"instance":"counter","screen":"counter",\#(zero)}"#,
      ])
    #expect(lines.dropFirst(5).allSatisfy { $0.hasPrefix(#"{"text":""#) })
    #expect(process.errors.hasPrefix("error: line 5: "))
  }

  @Test func `JSON has a hidden value in no form`() async throws {
    let process = try await ConsoleProcess(
      ["--json", "-c", "open balance", "-c", "background", "-c", "tap refresh", "-c", "show"])
    let lines = process.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("1234.56") })
    #expect(lines.last?.contains("1234.56") == false)
    #expect(lines.last?.contains("1,234.56") == false)
  }

  @Test(arguments: [(["--help"], "Usage: tributary-console"), (["--version"], "tributary-console 0.")])
  func `prints help and version to the standard output`(arguments: [String], beginning: String) async throws {
    let process = try await ConsoleProcess(arguments, input: "open nonsense\n")
    expectEqual(process.exitCode, 0)
    #expect(process.output.hasPrefix(beginning))
    expectEqual(process.errors, "")
  }

  #if os(Linux)
    @Test(arguments: [["--help"], ["--version"], ["-c", "open counter"]])
    func `reports an output that cannot be written`(arguments: [String]) async throws {
      let process = try await ConsoleProcess(arguments, outputFile: "/dev/full")
      expectEqual(process.exitCode, 1)
      expectEqual(process.errors, "tributary-console: The output cannot be written: No space left on device.\n")
    }
  #endif

  @Test func `reports a wrong option on the standard error`() async throws {
    let process = try await ConsoleProcess(["--plian"], input: "open balance\n")
    expectEqual(process.exitCode, 2)
    expectEqual(process.output, "")
    expectEqual(process.errors, "tributary-console: Unknown option --plian. Did you mean --plain?\n")
  }

  @Test(
    arguments: [
      (["-c", "open nope", "-c", "open counter"], "", 1), (["-c", "open counter", "-c", "expect 0.circle"], "", 0),
      (["-c", "open counter", "-c", "expect not 0.circle", "-c", "tap next"], "", 1),
    ] as [([String], String, Int32)])
  func `the commands of a command line end with the first that fails`(
    arguments: [String], input: String, exitCode: Int32
  ) async throws {
    let process = try await ConsoleProcess(arguments, input: input)
    expectEqual(process.exitCode, exitCode)
    #expect(process.errors.hasPrefix("error: line ") == (exitCode == 1))
    #expect(process.output == (arguments[1] == "open nope" ? "" : "counter\n  number: ⓪ (0.circle)\n  [next]\n"))
  }

  @Test func `a script ends with the first command that fails, and names its line`() async throws {
    let folder = TemporaryFolder()
    folder.write("buy.txt", "# buy\nopen terms\ntap submit\nopen counter\n")
    let process = try await ConsoleProcess([folder.path + "/buy.txt"])
    expectEqual(process.exitCode, 1)
    #expect(process.errors.hasPrefix("\(folder.path)/buy.txt:3: "))
    #expect(!process.output.contains("counter"))
  }

  @Test(
    arguments: [
      ("", [], 0), ("", ["--strict"], 0), ("opn\n", [], 0), ("opn\n", ["--strict"], 1),
      ("opn\nquit\n", ["--strict"], 1),
      ("open counter\ntap next", ["--strict"], 0), ("open counter\ntap refresh", ["--strict"], 1),
      ("open balance\n", ["--fail", "balance"], 0), ("open balance\n", ["--strict", "--fail", "balance"], 1),
    ] as [(String, [String], Int32)])
  func `a failed command fails the program only with --strict`(
    input: String, arguments: [String], exitCode: Int32
  ) async throws {
    let process = try await ConsoleProcess(arguments, input: input)
    expectEqual(process.exitCode, exitCode)
    #expect(process.errors.hasPrefix("error: line ") == (exitCode == 1 || input == "opn\n"))
    #expect(!process.output.contains("error:"))
  }
}
