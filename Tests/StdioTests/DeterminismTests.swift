import ExpectSupport
import Foundation
import ScreenServer
import Testing

@testable import ServerSupport
@testable import Stdio

#if os(Linux)
  /// Two runs of one script give the same bytes, whatever the process's surroundings are.
  @MainActor @Suite struct DeterminismTests {
    /// Every event of every screen, and the methods around them. `sync` follows each event if `syncs` is set.
    private func script(syncs: Bool) -> [String] {
      var lines: [String] = []
      func add(_ method: String, _ params: String = "{}") {
        lines.append(request(lines.count + 1, method, params))
        if syncs { lines.append(request(lines.count + 1, "sync")) }
      }
      for (index, screen) in AppCore.screens.enumerated() {
        let instance = "\(screen.name)-\(index + 1)"
        add("screen/open", #"{"screen":"\#(screen.name)"}"#)
        for event in eventSamples(screen.events, text: "Ginny") {
          // A check of a name begins after half a second, so a script has to await it by `sync`.
          // So has the balance that follows a purchase.
          if !syncs, event.contains("usernameChanged") || event.contains("purchase") { continue }
          add("screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
        }
        add("screen/get", #"{"instance":"\#(instance)"}"#)
      }
      add("app/send", #"{"event":{"type":"willResignActive"}}"#)
      add("app/send", #"{"event":{"type":"didBecomeActive"}}"#)
      for _ in 1...9 { add("screen/send", #"{"instance":"counter-6","event":{"type":"nextButtonWasTapped"}}"#) }
      add("screen/close", #"{"instance":"balance-1"}"#)
      return lines
    }

    /// All that the program writes when each reply is awaited before the next request.
    private func run(_ script: [String], surroundings: [String], _ options: [String]) throws -> String {
      let child = try Child(
        executable: URL(fileURLWithPath: "/usr/bin/env"), surroundings + [Child.program.path] + options)
      var output = ""
      for (index, line) in script.enumerated() {
        child.say(line)
        while let frame = child.line() {
          output += frame + "\n"
          if frame.contains(#""id":\#(index + 1),"#) { break }
        }
      }
      child.closeInput()
      let ending = child.end()
      expectEqual(ending, Child.Ending(code: 0, output: ending.output))
      return output + ending.output
    }

    @Test(arguments: [("0", true, "0"), ("7", false, "0"), ("7", true, "20"), ("18446744073709551615", true, "1")])
    func `writes the same bytes in two runs`(seed: String, syncs: Bool, latency: String) throws {
      let script = script(syncs: syncs)
      let options = [
        "--seed", seed, "--now", "2026-11-22T23:30:00Z", "--time-zone", "Europe/Berlin", "--latency", latency,
      ]
      let first = try run(script, surroundings: ["TZ=Asia/Tokyo", "LC_ALL=de_DE.UTF-8"], options)
      let second = try run(script, surroundings: ["TZ=America/Lima", "LC_ALL=C"], options)
      expectEqual(first, second)
      #expect(first.split(separator: "\n").count > script.count + 10)
      // The clock stands still at the date, in the zone.
      #expect(first.contains(#""lastUpdate":"2026-11-22T23:30:00Z""#))
      #expect(first.contains("Today at 12:30:00 AM"))
    }

    @Test func `writes other numbers for another seed`() throws {
      let script = script(syncs: false)
      let options = ["--now", "2026-11-22T15:04:05Z", "--time-zone", "GMT", "--seed"]
      let outputs = try ["1", "2", "3"].map { try run(script, surroundings: [], options + [$0]) }
      expectEqual(Set(outputs).count, 3)
    }
  }
#endif
