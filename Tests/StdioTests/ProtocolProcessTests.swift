import ExpectSupport
import Foundation
import ScreenServer
import Testing

@testable import ServerSupport
@testable import Stdio

#if os(Linux)
  /// The ends of the process that the protocol's reference document lists, run by the built program.
  @Suite(.ownThreads) struct ProtocolProcessTests {
    private typealias Document = ProtocolDocument

    /// Starts the program with the options of a row.
    private func start(_ options: [String]) throws -> Child {
      try Child(executable: Child.program, options)
    }

    /// How the program ends when something happens to it, and what it has written.
    private func ending(_ event: String, _ options: [String]) throws -> Child.Ending {
      let ping = request(1, "ping") + "\n"
      switch event {
      case "SIGTERM", "SIGINT", "SIGHUP":
        let child = try start(options)
        child.say(open(1, "balance"), request(2, "sync"), request(0, "ping"))
        var frames: [String] = []
        while let line = child.line(), line != result(0) { frames.append(line) }
        child.send(signal: ["SIGTERM": SIGTERM, "SIGINT": SIGINT][event] ?? SIGHUP)
        var ending = child.end()
        ending.output = frames.map { $0 + "\n" }.joined() + ending.output
        return ending
      case "the reader is gone":
        let child = try start(options)
        child.closeOutput()
        while child.write(ping) {}
        return child.endUnread()
      case "the reader pauses":
        let child = try start(options)
        for _ in 1...10_000 { child.write(ping) }
        child.closeInput()
        let ending = child.end()
        expectEqual(ending.output, String(repeating: result(1) + "\n", count: 10_000))
        return Child.Ending(code: ending.code, output: result(1) + "\n")
      case "the reader never reads":
        let child = try start(options)
        let demand = String(repeating: request(1, "rpc.discover") + "\n", count: 100)
        while child.write(demand) {}
        return child.endUnread()
      case "the reader does not read at the end":
        let child = try start(options)
        for id in 1...3_000 { child.say(request(id, "screen/list")) }
        child.closeInput()
        return child.endUnread()
      case "the device is full":
        let command = "exec \"$0\" \"$@\" >/dev/full"
        return try Child(executable: URL(fileURLWithPath: "/bin/sh"), ["-c", command, Child.program.path] + options)
          .end()
      default: throw UnknownEvent(name: event)
      }
    }

    private struct UnknownEvent: Error {
      let name: String
    }

    @Test func `ends as the document says`() throws {
      let rows = try Document.rows(below: "Ends of the process")
      expectEqual(rows.count, 16)
      for row in rows {
        let options = Document.codes(row[1]).first?.split(separator: " ").map(String.init) ?? []
        let ending: Child.Ending
        if let input = Document.codes(row[2]).first ?? (row[2].isEmpty ? "" : nil) {
          let child = try start(options)
          child.write(String(decoding: Document.bytes(input), as: UTF8.self))
          child.closeInput()
          ending = child.end()
        } else {
          ending = try self.ending(row[2], options)
        }
        #expect(!ending.bySignal, "\(row)")
        expectEqual(ending.code, Int32(row[3]), "\(row)")
        // A line on the standard error says what the client has not asked for.
        let isExplained = ending.code == 0 || row[2].contains("exit(")
        #expect(ending.errors.split(separator: "\n").count == (isExplained ? 0 : 1), "\(row)")
        guard !row[4].isEmpty else { continue }
        let frames =
          options.contains("headers")
          ? Document.framesWithHeaders(ending.output)
          : ending.output.split(separator: "\n").map(String.init)
        try expectEqual(Document.notation(frames), Document.outcome(row[4]), "\(row)")
      }
    }
  }
#endif
