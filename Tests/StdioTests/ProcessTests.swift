import ExpectSupport
import Foundation
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport
@testable import Stdio

/// What only the built program shows. The numbers are those of the protocol's table of nasty inputs.
@Suite(.ownThreads) struct ProcessTests {
  private let ping = request(1, "ping") + "\n"
  private let pong = result(1) + "\n"

  /// The program with a balance that takes ten minutes, and syncs that wait for it.
  private func busy() throws -> Child {
    let child = try Child("--latency", "600000")
    child.say(open(1, "balance"), request(2, "sync"), request(3, "sync"), request(4, "sync"))
    #expect(child.line()?.contains("balance-1") == true)
    #expect(child.line()?.contains("screen/update") == true)
    return child
  }

  @Test func `answers a last line without a line feed`() throws {
    let child = try Child()
    child.write(request(1, "ping"))
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0, output: pong))
  }

  @Test func `answers a truncated last line with an error`() throws {
    let child = try Child()
    child.write(#"{"jsonrpc":"2.0","id":1,"#)
    child.closeInput()
    expectEqual(
      child.end(), Child.Ending(code: 0, output: error(-32700, "null", "Parse error", #""reason":"badJSON""#) + "\n"))
  }

  @Test func `writes nothing for empty input`() throws {
    let child = try Child()
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
  }

  @Test func `answers requests in flight at the end of input`() throws {
    let child = try busy()
    child.closeInput()
    let replies = [cancelled(2), cancelled(3), cancelled(4)].map { $0 + "\n" }.joined()
    expectEqual(child.end(), Child.Ending(code: 0, output: replies))
  }

  @Test func `exits when its reader has closed the pipe`() throws {
    let child = try Child()
    child.write(ping)
    expectEqual(child.line(), result(1))
    child.closeOutput()
    // NB: a program that is started meanwhile may have inherited the reading end for a moment.
    while child.write(ping) {}
    let ending = child.endUnread()
    expectEqual(ending.code, 1)
    #expect(!ending.bySignal)
    expectEqual(ending.errors, "tributary-stdio: Nobody reads the output any more.\n")
  }

  @Test func `a reader that pauses receives every reply`() async throws {
    let child = try Child()
    child.say(open(0, "counter"))
    let feeding = Task.detached {
      for _ in 1...200 {
        child.write(String(repeating: send(1, "counter-1", "nextButtonWasTapped") + "\n", count: 50))
      }
      for id in 2...1_001 { child.say(request(id, "ping")) }
    }
    // NB: the pipes are full long before the feeding is over, unless the core reads on without being read.
    await feeding.value
    var lines: [String] = []
    while lines.last != result(1_001), let line = child.line() { lines.append(line) }
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
    expectEqual(Array(lines.suffix(1_000)), (2...1_001).map { result($0) })
    lines.removeLast(1_000)
    let updates = lines.filter { $0.contains("screen/update") }
    expectEqual(lines.count - updates.count, 10_001)
    let newest = try #require(lines.last { $0.hasPrefix(#"{"id":1,"#) }?.split(separator: #""rev":"#).last)
    #expect(updates.last?.contains(#""rev":\#(newest.prefix(while: \.isNumber)),"#) == true)
  }

  /// The program with replies that are not read: each is 14 KB, and a pipe holds 64.
  private func stalled() throws -> Child {
    let child = try Child("--log")
    for id in 1...100 { child.say(request(id, "screen/list")) }
    child.say(request(0, "ping"))
    while let line = child.errorLine(), !line.contains(" ping ") {}
    return child
  }

  @Test(arguments: ["end of input", "signal", "exit"]) func `loses no reply in silence`(end: String) throws {
    let child = try stalled()
    switch end {
    case "signal": child.send(signal: SIGTERM)
    case "exit": child.say(request(1, "shutdown"), #"{"jsonrpc":"2.0","method":"exit"}"#)
    default: child.closeInput()
    }
    let ending = child.endUnread()
    expectEqual(ending.code, 3)
    #expect(!ending.bySignal)
    let lines = ending.errors.split(separator: "\n").filter { !$0.contains("time=") && !$0.contains("lines lost") }
    expectEqual(lines, ["tributary-stdio: The output was not read for 2 s, and replies are lost."])
  }

  @Test func `waits for a reader that goes on`() throws {
    let child = try stalled()
    child.closeInput()
    let ending = child.end()
    expectEqual(ending.code, 0)
    expectEqual(ending.output.split(separator: "\n").count, 101)
  }

  #if os(Linux)
    @Test(arguments: ["--help", "--version", "--openrpc"])
    func `fails when a text cannot be printed`(option: String) throws {
      let child = try Child(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \"$0\" \(option) >/dev/full", Child.program.path])
      expectEqual(
        child.end(),
        Child.Ending(code: 1, errors: "tributary-stdio: The output cannot be written: No space left on device.\n"))
    }

    @Test func `hides what waits for a reader when the application resigns`() throws {
      let child = try Child("--log")
      child.say(open(1, "balance"), request(2, "sync"))
      while let line = child.line(), line != result(2) {}
      let get = request(3, "screen/get", #"{"instance":"balance-1"}"#)
      for _ in 1...1_000 {
        child.say(get, "[\(get),\(request(4, "ping"))]", open(5, "balance"))
        child.say(request(6, "screen/close", #"{"instance":"balance-1"}"#))
      }
      child.say(request(7, "app/send", #"{"event":{"type":"willResignActive"}}"#))
      while let line = child.errorLine(), !line.contains(" app/send ") {}
      // What is in the pipe was written before.
      let before = child.outputCount
      child.closeInput()
      let ending = child.end()
      expectEqual(ending.code, 0)
      let written = Array(ending.output.utf8)
      #expect(String(decoding: written[..<before], as: UTF8.self).contains("1,234.56"))
      let after = String(decoding: written[before...], as: UTF8.self)
      #expect(after.contains("••••••") || after.contains(#""isRedacted":true"#))
      #expect(!after.contains("1,234.56"))
      #expect(!after.contains("1234.56"))
    }
  #endif

  @Test func `reports an input that cannot be read`() throws {
    let child = try Child(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \"$0\" </", Child.program.path])
    expectEqual(
      child.end(), Child.Ending(code: 1, errors: "tributary-stdio: The input cannot be read: Is a directory.\n"))
  }

  @Test func `exits when the framing is lost`() throws {
    let child = try Child("--framing", "headers")
    child.write("Content-Length: x\r\n\r\n")
    let ending = child.end()
    expectEqual(ending.code, 1)
    #expect(ending.output.contains(#""reason":"badHeader""#))
    expectEqual(
      ending.errors,
      "tributary-stdio: The framing of the input is lost: --framing headers reads Content-Length and its bytes.\n")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal answers requests in flight and exits`(number: Int32) throws {
    let child = try busy()
    child.say(request(5, "ping"))
    expectEqual(child.line(), result(5))
    child.send(signal: number)
    let replies = [cancelled(2), cancelled(3), cancelled(4)].map { $0 + "\n" }.joined()
    expectEqual(child.end(), Child.Ending(code: 0, output: replies))
  }

  #if os(Linux)
    @Test func `exits when its parent is killed`() throws {
      // An orphan goes to the nearest subreaper, so the script can see how it ends. The parent talks to the program
      // first, until it has nothing left to write that would be unread.
      let script = """
        import ctypes, os, signal, subprocess, sys
        assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0
        report, parent_report = os.pipe()
        parent = os.fork()
        if parent == 0:
            core = subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            core.stdin.write(sys.argv[2].encode() + b"\\n")
            core.stdin.flush()
            while b'"id":2,' not in core.stdout.readline(): pass
            os.write(parent_report, b"%d\\n" % core.pid)
            signal.pause()
        core = int(os.read(report, 99))
        os.kill(parent, signal.SIGKILL)
        os.waitpid(parent, 0)
        print(os.waitstatus_to_exitcode(os.waitpid(core, 0)[1]))
        """
      let child = try Child(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        ["python3", "-c", script, Child.program.path, open(1, "balance") + "\n" + request(2, "sync")])
      expectEqual(child.end(), Child.Ending(code: 0, output: "0\n"))
    }
  #endif

  @Test(arguments: [(true, 0 as Int32), (false, 1)])
  func `the notification exit ends the program`(afterShutdown: Bool, code: Int32) throws {
    let child = try Child()
    if afterShutdown { child.say(request(1, "shutdown")) }
    child.say(#"{"jsonrpc":"2.0","method":"exit"}"#)
    expectEqual(child.end(), Child.Ending(code: code, output: afterShutdown ? pong : ""))
  }

  @Test(arguments: ["2>&-", "<&- 2>&-"]) func `logs do not go to a reopened closed descriptor`(closing: String) throws {
    let child = try Child(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \"$0\" --log \(closing)", Child.program.path])
    child.write(ping)
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0, output: closing == "2>&-" ? pong : ""))
  }

  @Test func `reports wrong options in one line, without a frame`() throws {
    let child = try Child("--framing", "sideways")
    expectEqual(
      child.end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --framing takes \"lines\", \"headers\" or \"auto\".\n"))
  }

  @Test(arguments: [("--help", Program.server.front.options.help), ("--version", Program.server.front.title)])
  func `prints help and version to stdout`(option: String, text: String) throws {
    try expectEqual(Child(option).end(), Child.Ending(code: 0, output: text + "\n"))
  }

  @MainActor @Test func `prints the document that rpc.discover returns`() throws {
    let front = Program.server.front
    let document = ScreenServer.openRPC(
      name: front.name, version: front.version, screens: AppCore.screens, services: front.app.services)
    try expectEqual(
      Child("--openrpc").end(), Child.Ending(code: 0, output: String(decoding: document.json, as: UTF8.self) + "\n"))
  }

  @Test func `a client sees the balance, and never a redacted amount`() throws {
    let child = try Child("--latency", "1")
    child.say(open(1, "balance"))
    expectEqual(child.line(), result(1, snapshot("balance-1", 1, balance())))
    child.say(request(2, "sync"))
    var frames: [String] = []
    while let line = child.line(), line != result(2) { frames.append(line) }
    #expect(frames.last?.contains(#""valueText":"$1,234.56""#) == true)
    child.say(request(3, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    child.say(send(4, "balance-1", "refreshButtonWasTapped"), request(5, "sync"))
    frames = []
    while let line = child.line(), line != result(5) { frames.append(line) }
    #expect(frames.contains { $0.contains(#""isRedacted":true"#) })
    #expect(!frames.contains { $0.contains("234") })
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
  }

  /// The built program of a name, by a shell.
  private func shell(_ program: String, _ command: String) throws -> Child {
    let path = Child.program.deletingLastPathComponent().appendingPathComponent(program).path
    return try Child(executable: URL(fileURLWithPath: "/bin/sh"), ["-c", command, path])
  }

  @Test(arguments: ["tributary-stdio", "tributary-console"], ["\\377", "caf\\351", "\\300\\200", "a\\355\\240\\200"])
  func `an argument that is not UTF-8 is refused`(program: String, bytes: String) throws {
    for arguments in ["--state \"$x\"", "--state=\"$x\"", "\"$x\"", "-c \"type password $x\""] {
      let child = try shell(program, "x=$(printf 'x\(bytes)'); exec \"$0\" \(arguments)")
      child.closeInput()
      let ending = child.end()
      expectEqual(ending.code, 2)
      let isOption = program == "tributary-stdio" && arguments.hasPrefix("-c")
      #expect(isOption || ending.errors == "\(program): An argument is not UTF-8.\n")
    }
  }

  #if os(Linux)
    @Test(arguments: ["tributary-stdio", "tributary-console"])
    func `a recording that cannot be written ends in 1`(program: String) throws {
      let child = try shell(program, "exec \"$0\" --record /dev/full")
      child.say(program == "tributary-stdio" ? open(1, "counter") : "open counter")
      child.closeInput()
      let ending = child.end()
      expectEqual(ending.code, 1)
      expectEqual(ending.errors, "\(program): The recording ends here: No space left on device.\n")
    }
  #endif
}
