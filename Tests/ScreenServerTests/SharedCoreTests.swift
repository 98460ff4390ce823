import ExpectSupport
import ScreenServer
import ScreensSupport
import StreamsTesting
import Testing

@testable import ServerSupport

/// Several clients at one app.
@MainActor @Suite struct SharedCoreTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() {
    app = AppCore(
      AppEnvironment(main: scheduler.mainQueue),
      AppDefinition(screens: [AnyScreen(.vault)], limits: AppLimits(screensOfFront: 2)))
  }

  /// A client, and what it is written.
  @MainActor private final class Client {
    let server: ScreenServer
    private let transcript = Transcript()

    init(_ app: AppCore, _ capabilities: String? = nil) {
      server = ScreenServer(output: transcript, name: "core", version: "1.0") { app }
      if let capabilities { say(request(1, "initialize", #"{"capabilities":\#(capabilities)}"#)) }
      _ = next()
    }

    @discardableResult func say(_ lines: String...) -> [String] {
      server.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
      return next()
    }

    func next() -> [String] { transcript.take() }
  }

  private func send(_ id: Int, _ instance: String, _ event: String) -> String {
    request(id, "screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
  }

  private func on(_ instance: String) -> String { #"{"instance":"\#(instance)"}"# }

  @Test func `a client that is not shared sees its own as if it were alone`() {
    let (one, other) = (Client(app), Client(app))
    _ = other.say(open(1, "vault"))
    let alone = Client(AppCore(AppEnvironment(main: scheduler.mainQueue), AppDefinition(screens: [AnyScreen(.vault)])))
    _ = alone.server.app.open(.vault)
    for line in [
      open(2, "vault"), send(3, "vault-2", #"{"type":"counted","number":1}"#),
      send(4, "vault-1", #"{"type":"workBegan"}"#),
      request(5, "screen/get", on("vault-2")), request(6, "sync"), request(7, "screen/close", on("vault-2")),
    ] { expectEqual(one.say(line), alone.say(line)) }
    expectEqual(other.next(), [])
    expectEqual(app.instances.map(\.id), ["vault-1"])
  }

  @Test func `a shared client is told of what is open, and of what others open`() {
    let one = Client(app)
    _ = one.say(open(1, "vault"), send(2, "vault-1", #"{"type":"openButtonWasTapped"}"#))
    let shared = Client(app)
    let hello = shared.say(request(1, "initialize", #"{"capabilities":{"shared":true,"causes":true}}"#))
    expectEqual(hello.count, 3)
    #expect(hello[0].contains(#""capabilities":{"causes":true,"#) && hello[0].contains(#""front":{"id":"client-2"}"#))
    #expect(hello[1].contains(#"{"by":"client-1","instance":"vault-1","opener":null,"rev":1,"screen":"vault","#))
    #expect(hello[2].contains(#"{"by":"client-1","instance":"vault-2","opener":"vault-1","rev":1,"screen":"vault","#))
    _ = one.say(send(3, "vault-1", #"{"type":"counted","number":7}"#))
    let update = shared.next()
    expectEqual(update.count, 1)
    #expect(update[0].contains(#""method":"screen/update","params":{"by":"client-1","instance":"vault-1","rev":2,"#))
    _ = one.say(request(4, "screen/close", on("vault-1")))
    expectEqual(
      shared.next(),
      [
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"vault-2","reason":"openerClosed"}}"#,
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"vault-1","reason":"released"}}"#,
      ])
    _ = one.say(open(5, "vault"))
    expectEqual(shared.next().map { $0.contains(#""method":"screen/opened""#) }, [true, false])
  }

  @Test func `a screen that a client shows stays open for it`() {
    let (one, shared) = (Client(app), Client(app, #"{"shared":true}"#))
    _ = one.say(open(1, "vault"))
    _ = shared.next()
    let shown = shared.say(request(2, "screen/show", on("vault-1")))
    #expect(shown.count == 1 && shown[0].contains(#""id":2,"jsonrpc":"2.0","result":{"instance":"vault-1","rev":2,"#))
    _ = one.say(request(2, "screen/close", on("vault-1")))
    #expect(one.say(request(3, "screen/get", on("vault-1")))[0].contains("unknownInstance"))
    expectEqual(shared.next(), [])
    expectEqual(shared.say(send(3, "vault-1", #"{"type":"counted","number":2}"#)).count, 2)
    expectEqual(shared.say(request(4, "screen/close", on("vault-1"))), [result(4)])
    #expect(app.instances.isEmpty)
    #expect(shared.say(request(5, "screen/show", on("vault-1")))[0].contains("unknownInstance"))
  }

  @Test func `what a screen has opened is closed for the client that lets go of it`() {
    let (one, shared) = (Client(app), Client(app, #"{"shared":true}"#))
    _ = one.say(open(1, "vault"), send(2, "vault-1", #"{"type":"openButtonWasTapped"}"#))
    _ = shared.say(request(2, "screen/show", on("vault-1")))
    expectEqual(
      one.say(request(3, "screen/close", on("vault-1"))),
      [
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"vault-2","reason":"openerClosed"}}"#,
        result(3),
      ])
    #expect(one.say(request(4, "screen/get", on("vault-2")))[0].contains("unknownInstance"))
    expectEqual(shared.next(), [])
  }

  @Test func `hides what is private from the client that is inactive`() {
    let (one, shared) = (Client(app), Client(app, #"{"shared":true}"#))
    _ = one.say(open(1, "vault"), send(2, "vault-1", #"{"type":"noted","text":"gold"}"#))
    _ = shared.next()
    let hide = #"{"event":{"type":"willResignActive"}}"#
    let hidden = one.say(request(3, "app/send", hide))
    #expect(hidden.count == 2 && hidden[0].contains("•••") && !hidden[0].contains("gold"))
    expectEqual(shared.next(), [])
    _ = one.say(send(4, "vault-1", #"{"type":"counted","number":3}"#))
    #expect(shared.next().joined().contains("gold"))
    _ = shared.say(request(5, "app/send", hide))
    let written = one.say(send(5, "vault-1", #"{"type":"noted","text":"silver"}"#)).joined() + shared.next().joined()
    #expect(!written.contains("silver"))
  }

  @Test func `a client comes back by its name to its screens`() throws {
    let one = Client(app)
    let front = #"{"front":{"kind":"page","returns":true}}"#
    let hello = one.say(request(1, "initialize", #"{"capabilities":\#(front)}"#))[0]
    let name = try #require(hello.firstMatch(of: /"front":{"id":"page-1","return":"([0-9a-f]+)"}/)?.output.1)
    _ = one.say(open(2, "vault"), send(3, "vault-1", #"{"type":"counted","number":4}"#))
    one.server.detach()
    one.server.detach()
    expectEqual(app.instances.count, 1)
    let again = Client(app)
    let lines = again.say(
      request(1, "initialize", #"{"capabilities":{"front":{"kind":"page","return":"\#(name)","returns":true}}}"#))
    expectEqual(lines.count, 2)
    #expect(lines[0].contains(#""front":{"id":"page-1","return":"\#(name)"}"#))
    #expect(lines[1].contains(#""method":"screen/opened""#) && lines[1].contains(#""number":4"#))
    expectEqual(again.say(send(3, "vault-1", #"{"type":"counted","number":5}"#)).count, 2)
    again.server.detach()
    scheduler.advance(by: .seconds(600))
    #expect(app.instances.isEmpty)
  }

  @Test func `a client that does not come back takes its own with it`() {
    let (one, shared) = (Client(app), Client(app, #"{"shared":true}"#))
    _ = one.say(open(1, "vault"))
    _ = shared.next()
    one.server.detach()
    expectEqual(
      shared.next(),
      [
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"vault-1","reason":"released"}}"#
      ])
    expectEqual(app.fronts.count, 1)
    expectEqual(one.next(), [])
  }

  @Test(arguments: ["page", "assistant", "host", "king"]) func `what it says of itself takes rights away alone`(
    kind: String
  ) throws {
    let client = Client(app)
    let hello = client.say(request(1, "initialize", #"{"capabilities":{"front":{"kind":"\#(kind)"}}}"#))[0]
    let expected = ["page": "page", "assistant": "assistant"][kind] ?? "client"
    #expect(hello.contains(#""front":{"id":"\#(expected)-1"}"#))
    _ = client.say(open(2, "vault"))
    let answer = client.say(send(3, "vault-1", #"{"type":"pinEntered","pin":"1234"}"#)).joined()
    #expect(answer.contains("Ask the person to enter it.") == (kind == "assistant"))
    let second = client.say(send(4, "vault-1", #"{"type":"emptyButtonWasTapped"}"#)).joined()
    #expect(second.contains("This is for a person to do.") == (kind == "assistant"))
  }

  @Test func `the limit of instances is each client's`() {
    let (one, other) = (Client(app), Client(app))
    _ = one.say(open(1, "vault"), open(2, "vault"))
    #expect(one.say(open(3, "vault"))[0].contains(#""limit":2,"reason":"tooManyInstances""#))
    #expect(other.say(open(1, "vault"))[0].contains(#""instance":"vault-3""#))
    one.server.detach()
    expectEqual(app.instances.count, 1)
  }

  @Test func `patches lead from what each client has`() {
    let one = Client(app, #"{"patches":true}"#)
    _ = one.say(open(1, "vault"), send(2, "vault-1", #"{"type":"noted","text":"gold"}"#))
    let other = Client(app, #"{"shared":true,"patches":true}"#)
    _ = other.say(request(2, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    _ = one.say(send(3, "vault-1", #"{"type":"counted","number":3}"#))
    let updates = other.next()
    expectEqual(updates.count, 1)
    #expect(
      updates[0].contains(
        #"{"from":2,"hidden":["note"],"instance":"vault-1","patch":[{"op":"replace","path":"/number","value":3}],"rev":3}"#
      ))
  }
}
