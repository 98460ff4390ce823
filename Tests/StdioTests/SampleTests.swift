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
