import ExpectSupport
import Foundation
import ScreenServer
import Support
import Testing
import ThreadsSupport

@testable import ServerSupport
@testable import Stdio

/// The built program with `--share`, and with `--attach`.
@Suite(.ownThreads, .timeLimit(.minutes(30))) struct SharedProcessTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/s" }
  private let shared = request(0, "initialize", #"{"capabilities":{"shared":true}}"#)

  private func start(_ options: String...) throws -> ListeningChild {
    // NB: with a seed. One random number in 51 is the one that the counter shows already, and changes nothing.
    try ListeningChild(path, ["--share", "--seed", "7"] + options)
  }

  /// Starts the program without an owner's front, with a standard input that is the null device or is closed.
  private func startAlone(_ redirection: String) throws -> ListeningChild {
    try ListeningChild(path, ["--share"], redirection: redirection)
  }

  @Test func `the standard streams and the connections are fronts of one app`() throws {
    let core = try start()
    let (page, other) = (try core.connect(), try core.connect())
    core.child.say(shared)
    #expect(core.child.line()?.contains(#""shared":true"#) == true)
    page.say(open(1, "counter"))
    #expect(page.line()?.contains(#""instance":"counter-1""#) == true)
    #expect(
      core.child.line()?.hasPrefix(#"{"jsonrpc":"2.0","method":"screen/opened","params":{"instance":"counter-1""#)
        == true)
    // One that has not asked for all sees its own alone.
    other.say(send(1, "counter-1", "nextButtonWasTapped"), request(2, "screen/get", #"{"instance":"counter-1"}"#))
    for _ in 1...2 { #expect(other.line()?.contains("unknownInstance") == true) }
    core.child.say(send(1, "counter-1", "nextButtonWasTapped"))
    #expect(page.line(with: #""method":"screen/update""#)?.contains(#""rev":2"#) == true)
    page.say(request(2, "screen/close", #"{"instance":"counter-1"}"#))
    expectEqual(page.line(with: #"{"id":2,"#), result(2))
    // The owner holds it too, because it has sent an event.
    core.child.say(request(2, "screen/get", #"{"instance":"counter-1"}"#))
    #expect(core.child.line(with: #"{"id":2,"#)?.contains(#""rev":2"#) == true)
    core.child.closeInput()
    #expect(page.line() == nil)
    #expect(other.line() == nil)
    expectEqual(core.child.end().code, 0)
    expectEqual(folder.files, ["s.lock"])
  }

  @Test func `exit at the standard streams ends the process, and at a connection that session`() throws {
    let core = try start()
    let page = try core.connect()
    page.say(request(1, "shutdown"), #"{"jsonrpc":"2.0","method":"exit"}"#)
    expectEqual(page.line(), result(1))
    #expect(page.line() == nil)
    core.child.say(request(1, "ping"), request(2, "shutdown"), #"{"jsonrpc":"2.0","method":"exit"}"#)
    expectEqual(core.child.line(), result(1))
    expectEqual(core.child.end(), Child.Ending(code: 0, output: result(2) + "\n"))
  }

  @Test(arguments: ["</dev/null", "<&-"])
  func `without a standard input there is no owner, and a signal ends it`(redirection: String) throws {
    let core = try startAlone(redirection)
    let (page, other) = (try core.connect(), try core.connect())
    page.say(shared)
    #expect(page.line()?.contains(#"{"id":0,"#) == true)
    other.say(open(1, "counter"))
    #expect(other.line()?.contains("counter-1") == true)
    #expect(page.line()?.contains(#""method":"screen/opened""#) == true)
    expectEqual(core.terminate(), Child.Ending(code: 0))
    #expect(page.line() == nil)
  }

  @Test func `a front that is killed takes its screens with it, and nothing else`() throws {
    let core = try start()
    let page = try core.connect()
    page.say(shared)
    #expect(page.line()?.contains(#"{"id":0,"#) == true)
    let killed = try Child("--attach", path)
    killed.say(open(1, "counter"), open(2, "terms"))
    #expect(killed.line()?.contains("counter-1") == true)
    for name in ["counter-1", "terms-2"] { #expect(page.line(with: name)?.contains(#""screen/opened""#) == true) }
    page.say(send(1, "terms-2", "submitButtonWasTapped"), request(2, "screen/show", #"{"instance":"terms-2"}"#))
    #expect(page.line(with: #"{"id":2,"#)?.contains(#""instance":"terms-2""#) == true)
    killed.write(#"{"jsonrpc":"2.0","id":"#)
    killed.send(signal: SIGKILL)
    #expect(killed.end().bySignal)
    #expect(
      page.line()?.hasPrefix(#"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-1""#) == true)
    page.say(request(3, "screen/get", #"{"instance":"terms-2"}"#))
    #expect(page.line()?.contains(#"{"id":3,"#) == true)
    expectEqual(core.terminate().code, 0)
  }

  @Test(arguments: ["600", "0"])
  func `a front comes back by its name within the time of --away`(seconds: String) throws {
    let core = try start("--away", seconds)
    let page = try core.connect()
    page.say(shared)
    #expect(page.line()?.contains(#"{"id":0,"#) == true)
    func attach(returning name: String = "") throws -> (child: Child, front: JSONText?) {
      let child = try Child("--attach", path)
      let front = #"{"kind":"page","returns":true,"return":"\#(name)"}"#
      child.say(request(1, "initialize", #"{"capabilities":{"front":\#(front)}}"#), open(2, "counter"))
      return (child, try child.line().map { try JSONText(scanning: $0.utf8) }?["result"]?["front"])
    }
    let (first, front) = try attach()
    let name = try #require(front?["return"]?.string)
    #expect(page.line(with: #""screen/opened""#)?.contains("counter-1") == true)
    first.closeInput()
    expectEqual(first.end().code, 0)
    if seconds == "0" { #expect(page.line(with: #""screen/closed""#)?.contains(#""reason":"released""#) == true) }
    let (second, returned) = try attach(returning: name)
    #expect((returned?["id"]?.string == front?["id"]?.string) == (seconds != "0"))
    second.closeInput()
    expectEqual(second.end().code, 0)
    expectEqual(core.terminate().code, 0)
  }

  @Test func `only the owner's front answers services`() throws {
    let core = try start("--backend", "client", "--fallback", "mock")
    let wish = request(0, "initialize", #"{"capabilities":{"services":["balance"]}}"#)
    let page = try core.connect()
    page.say(wish)
    #expect(page.line()?.contains(#""services""#) == false)
    core.child.say(wish)
    #expect(core.child.line()?.contains(#""services":["balance"]"#) == true)
    page.say(open(1, "balance"))
    #expect(core.child.line()?.contains(#""method":"service/call""#) == true)
    expectEqual(core.terminate().code, 0)
  }

  @Test func `a front that does not read delays no other`() throws {
    let core = try start()
    let slow = try core.connect()
    slow.say(shared)
    for id in 1...64 { slow.say(request(id, "rpc.discover")) }
    let clients = try (1...8).map { _ in try core.connect() }
    for client in clients { client.say(open(1, "counter")) }
    for client in clients { #expect(client.line()?.contains(#"{"id":1,"#) == true) }
    for id in 1...64 { #expect(slow.line(with: #"{"id":\#(id),"#) != nil) }
    expectEqual(core.terminate().code, 0)
  }

  @Test func `the first line of a connection names its protocol`() throws {
    let core = try start()
    let (assistant, page) = (try core.connect(), try core.connect())
    page.say(#"{"protocol":"screens"}"#, shared)
    #expect(page.line()?.contains(#""coreInfo""#) == true)
    assistant.say(#"{"protocol":"mcp"}"#, request(1, "initialize", #"{"protocolVersion":"2025-11-25"}"#))
    #expect(assistant.line()?.contains(#""protocolVersion":"2025-11-25""#) == true)
    assistant.say(request(2, "tools/call", #"{"name":"open_screen","arguments":{"screen":"counter"}}"#))
    #expect(assistant.line(with: #"{"id":2,"#)?.contains(#""instance":"counter-1""#) == true)
    #expect(page.line()?.contains(#""method":"screen/opened""#) == true)
    expectEqual(core.terminate().code, 0)
  }

  @Test func `attached streams lose no byte in either direction, and end with the core`() throws {
    let core = try start()
    let pipe = try Child("--attach", path)
    pipe.write(open(0, "terms") + "\n")
    #expect(pipe.line()?.contains("terms-1") == true)
    let text = String(repeating: "x", count: 200_000)
    for id in 1...20 {
      pipe.say(
        request(id, "screen/send", #"{"instance":"terms-1","event":{"type":"nameChanged","text":"\#(text)\#(id)"}}"#))
      #expect(pipe.line(with: #"{"id":\#(id),"#) != nil)
    }
    pipe.say(request(21, "screen/get", #"{"instance":"terms-1"}"#), request(22, "rpc.discover"), request(23, "sync"))
    // The end of the input is the end of one direction: what was asked is answered.
    pipe.closeInput()
    let state = pipe.line() ?? ""
    #expect(state.utf8.count > 200_000)
    #expect(state.contains(#"x20","submit"#))
    #expect(pipe.line()?.hasPrefix(#"{"id":22,"#) == true)
    expectEqual(pipe.end(), Child.Ending(code: 0, output: result(23) + "\n"))
    let cut = try Child("--attach", path, "--protocol", "mcp")
    cut.say(request(1, "initialize", #"{"protocolVersion":"2025-11-25"}"#))
    #expect(cut.line()?.contains("protocolVersion") == true)
    expectEqual(core.terminate().code, 0)
    expectEqual(cut.end(), Child.Ending(code: 0))
  }

  @Test func `says that no process listens`() throws {
    try expectEqual(
      Child("--attach", path).end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --attach: No process listens there.\n"))
    folder.write("s", "a file")
    try expectEqual(Child("--attach", path).end().code, 2)
  }

  @Test func `a shared session is recorded, and its replay is equal`() throws {
    let recording = folder.path + "/r"
    let core = try start("--record", recording, "--seed", "7", "--latency", "1")
    let (first, second) = (try core.connect(), try core.connect())
    core.child.say(shared, open(1, "balance"), request(2, "sync"))
    #expect(core.child.line(with: #"{"id":2,"#) != nil)
    first.say(shared, open(1, "counter"), send(2, "counter-2", "nextButtonWasTapped"))
    #expect(first.line(with: #"{"id":2,"#)?.contains(#""rev":2"#) == true)
    second.say(shared, send(1, "counter-2", "nextButtonWasTapped"))
    #expect(second.line(with: #"{"id":1,"#) != nil)
    first.say(request(3, "app/send", #"{"event":{"type":"willResignActive"}}"#), request(4, "shutdown"))
    #expect(first.line(with: #"{"id":4,"#) != nil)
    first.say(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(first.line() == nil)
    core.child.closeInput()
    expectEqual(core.child.end().code, 0)
    let replay = try Child("--replay", recording).end()
    expectEqual(replay.code, 0, "\(replay.errors)\(replay.output)")
  }
}
