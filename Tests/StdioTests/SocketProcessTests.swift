import ExpectSupport
import Foundation
import Support
import Testing
import ThreadsSupport

@testable import ServerSupport
@testable import Stdio

/// The built program with `--listen`.
@Suite(.ownThreads, .timeLimit(.minutes(30))) struct SocketProcessTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/s" }

  private func start(_ options: String..., meanwhile: () -> Void = {}) throws -> ListeningChild {
    try ListeningChild(path, options, meanwhile: meanwhile)
  }

  @Test func `serves 64 clients at once, beside one that does not read`() throws {
    let core = try start()
    let slow = try core.connect()
    // 64 replies of 1 MB fit in no buffer of the system.
    for id in 1...64 { slow.say(request(id, "rpc.discover")) }
    let clients = try (1...64).map { _ in try core.connect() }
    for client in clients { client.say(open(1, "counter"), send(2, "counter-1", "nextButtonWasTapped")) }
    for client in clients {
      #expect(client.line()?.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":1,"#) == true)
      #expect(client.line(with: #""id":2,"#)?.hasPrefix(#"{"id":2,"jsonrpc":"2.0","result":{"rev":"#) == true)
    }
    for id in 1...64 { #expect(slow.line()?.hasPrefix(#"{"id":\#(id),"jsonrpc":"2.0","result":{"#) == true) }
    expectEqual(core.terminate(), Child.Ending(code: 0))
  }

  @Test func `the end of a session ends nothing else`() throws {
    let core = try start()
    let (first, second) = (try core.connect(), try core.connect())
    second.say(open(1, "counter"))
    #expect(second.line()?.contains("counter-1") == true)
    first.say(request(1, "shutdown"), #"{"jsonrpc":"2.0","method":"exit"}"#)
    expectEqual(first.line(), result(1))
    #expect(first.line() == nil)
    second.say(request(2, "screen/get", #"{"instance":"counter-1"}"#))
    #expect(second.line()?.hasPrefix(#"{"id":2,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":1,"#) == true)
    let third = try core.connect()
    third.say(request(1, "ping"))
    expectEqual(third.line(), result(1))
    expectEqual(core.terminate(), Child.Ending(code: 0))
  }

  @Test func `an open balance follows what another session buys`() throws {
    let core = try start("--latency", "1")
    let (reader, buyer) = (try core.connect(), try core.connect())
    reader.say(open(1, "balance"), request(2, "sync"))
    #expect(reader.line(with: #""valueText":"$1,234.56""#) != nil)
    expectEqual(reader.line(with: #""id":2,"#), result(2))
    buyer.say(open(1, "product"), request(2, "sync"))
    expectEqual(buyer.line(with: #""id":2,"#), result(2))
    buyer.say(send(3, "product-1", "purchase"))
    #expect(buyer.line(with: #""type":"purchased"}"#) != nil)
    #expect(reader.line(with: #""valueText":"$1,035.56""#) != nil)
    expectEqual(core.terminate().code, 0)
  }

  @Test func `an application that resigns hides in its session alone`() throws {
    let core = try start("--latency", "1")
    let (hidden, shown) = (try core.connect(), try core.connect())
    for client in [hidden, shown] {
      client.say(open(1, "balance"), request(2, "sync"))
      expectEqual(client.line(with: #""id":2,"#), result(2))
    }
    hidden.say(request(3, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    expectEqual(hidden.line(with: #""id":3,"#), result(3))
    for client in [hidden, shown] { client.say(request(4, "screen/get", #"{"instance":"balance-1"}"#)) }
    let hiddenState = hidden.line(with: #""id":4,"#) ?? ""
    let shownState = shown.line(with: #""id":4,"#) ?? ""
    #expect(hiddenState.contains(#""isRedacted":true"#))
    #expect(!hiddenState.contains("234"))
    #expect(shownState.contains(#""isRedacted":false"#))
    #expect(shownState.contains(#""valueText":"$1,234.56""#))
    expectEqual(core.terminate().code, 0)
  }

  @Test func `the socket is its owner's from the first moment to the last`() throws {
    var modes: Set<Int> = []
    let core = try start { if let mode = folder.permissions("s") { modes.insert(mode) } }
    modes.insert(folder.permissions("s") ?? 0)
    expectEqual(modes, [0o600])
    expectEqual(folder.permissions("s.lock"), 0o600)
    // What answers watches for signals; what has just made its socket may not yet.
    let client = try core.connect()
    client.say(open(1, "counter"))
    #expect(client.line()?.contains("counter-1") == true)
    expectEqual(core.terminate(), Child.Ending(code: 0))
    expectEqual(folder.files, ["s.lock"])
  }

  @Test func `replaces what a killed process has left`() throws {
    let killed = try start()
    killed.child.send(signal: SIGKILL)
    #expect(killed.child.end().bySignal)
    expectEqual(folder.files, ["s", "s.lock"])
    let core = try start()
    let client = try core.connect()
    client.say(request(1, "ping"))
    expectEqual(client.line(), result(1))
    expectEqual(core.terminate(), Child.Ending(code: 0))
  }

  @Test func `refuses a path where another listens, which goes on`() throws {
    let core = try start()
    try expectEqual(
      Child("--listen", path).end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --listen: Another process listens there.\n"))
    let client = try core.connect()
    client.say(request(1, "ping"))
    expectEqual(client.line(), result(1))
    expectEqual(core.terminate(), Child.Ending(code: 0))
  }

  @Test func `leaves a file that is not a socket`() throws {
    folder.write("s", "precious")
    try expectEqual(
      Child("--listen", path).end(),
      Child.Ending(
        code: 2, errors: "tributary-stdio: --listen: The file is not a socket, and is left as it is.\n"))
    expectEqual(folder.text("s"), "precious")
  }

  @Test func `assistants connect to it as well`() throws {
    let core = try start("--protocol", "mcp")
    let (first, second) = (try core.connect(), try core.connect())
    for client in [first, second] {
      client.say(request(1, "initialize", #"{"protocolVersion":"2025-11-25"}"#))
      #expect(client.line()?.contains(#""protocolVersion":"2025-11-25""#) == true)
      client.say(request(2, "tools/call", #"{"name":"open_screen","arguments":{"screen":"counter"}}"#))
      #expect(client.line(with: #""id":2,"#)?.contains(#""instance":"counter-1""#) == true)
    }
    expectEqual(core.terminate(), Child.Ending(code: 0))
  }
}
