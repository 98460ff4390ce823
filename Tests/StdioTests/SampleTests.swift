import Foundation
import Testing

@testable import Stdio

#if !os(Windows)
  /// The samples for embedders do what they are there to show. They need Python 3 and nothing else.
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

    @Test func `the bridge serves the page, its calls and its states`() throws {
      let bridge = try start("bridge.py")
      let address = try #require(bridge.line())
      let script = """
        import json, sys, urllib.error, urllib.request
        address = sys.argv[1]
        def call(method, params={}, kind="application/json"):
            body = json.dumps({"method": method, "params": params}).encode()
            try:
                with urllib.request.urlopen(urllib.request.Request(address + "call", body, {"Content-Type": kind})) as r:
                    return json.load(r)
            except urllib.error.HTTPError as error:
                return error.code
        print(urllib.request.urlopen(address).read().decode().count("EventSource"))
        call("sync")
        states, updates = {}, urllib.request.urlopen(address + "updates")
        def read(count):
            while count:
                line = updates.readline().decode()
                if line.startswith("data: "):
                    snapshot, count = json.loads(line[6:]), count - 1
                    states[snapshot["screen"]] = snapshot
        read(2)
        print(states["balance"]["state"]["valueText"], states["registration"]["state"]["createEnabled"])
        print(call("app/send", {"event": {"type": "willResignActive"}})["result"])
        read(1)
        print(states["balance"]["state"]["isRedacted"], "1,234" in json.dumps(states["balance"]))
        print(call("shutdown"), call("sync", kind="text/plain"))
        """
      let client = try Child(executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, address])
      #expect(client.end() == Child.Ending(code: 0, output: "1\n$1,234.56 False\n{}\nTrue False\n403 404\n"))
      bridge.closeInput()
      #expect(bridge.end() == Child.Ending(code: 0))
    }
  }
#endif
