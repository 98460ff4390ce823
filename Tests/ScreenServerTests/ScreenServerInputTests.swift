import ExpectSupport
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// The protocol's nasty inputs that need a screen.
@MainActor @Suite struct ScreenServerInputTests {
  let stage = ServerStage(latency: 100)

  /// Opens a screen; its instance ends in "-1".
  private func opened(_ screen: String) -> ServerStage {
    stage.say(open(1, screen))
    return stage
  }

  private func isAlive(_ stage: ServerStage) -> Bool {
    stage.say(request(99, "ping")) == [result(99)]
  }

  @Test(arguments: ["1e400", "1e-400", "1.5", "true", #""1""#, "9007199254740992"])
  func `refuses a revision that is no integer`(value: String) {
    let stage = opened("balance")
    let params = #"{"instance":"balance-1","event":{"type":"refreshButtonWasTapped"},"ifRev":\#(value)}"#
    expectEqual(
      stage.say(request(2, "screen/send", params)),
      [
        badParams(2, "/ifRev", "wrongType", hint: "expected an integer")
      ])
    #expect(isAlive(stage))
  }

  @Test func `takes the integer 1.0 as a revision`() {
    let stage = opened("counter")
    let params = #"{"instance":"counter-1","event":{"type":"nextButtonWasTapped"},"ifRev":1.0}"#
    expectEqual(stage.say(request(2, "screen/send", params)).last, result(2, #"{"rev":2}"#))
  }

  @Test func `answers requests in flight after the end of input`() {
    let stage = opened("balance")
    expectEqual(stage.say(request(2, "sync"), request(3, "sync"), request(4, "sync")), [])
    expectEqual(stage.watch { stage.server.session.endOfInput() }, [])
    expectEqual(stage.server.session.inFlightCount, 3)
    #expect(stage.ending == nil)
    expectEqual(stage.wait(100).suffix(3), [result(2), result(3), result(4)])
    expectEqual(stage.ending, .endOfInput)
  }

  @Test func `cancels requests that are still in flight`() {
    let stage = opened("balance")
    stage.say(request(2, "sync"), request(3, "sync"), request(4, "sync"))
    stage.watch { stage.server.session.endOfInput() }
    expectEqual(stage.watch { stage.server.session.handle(.cancelAll) }, [cancelled(2), cancelled(3), cancelled(4)])
    expectEqual(stage.ending, .endOfInput)
  }

  @Test func `finishes at once when nothing is in flight`() {
    let stage = opened("balance")
    expectEqual(stage.watch { stage.server.session.endOfInput() }, [])
    expectEqual(stage.ending, .endOfInput)
  }

  @Test func `answers both requests of one id`() {
    let stage = opened("balance")
    expectEqual(stage.say(request(7, "sync"), request(7, "sync")), [])
    expectEqual(stage.wait(100).suffix(2), [result(7), result(7)])
    stage.say(send(2, "balance-1", "refreshButtonWasTapped"))
    stage.say(request(7, "sync"), request(7, "sync"))
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#
    expectEqual(stage.say(cancel), [cancelled(7), cancelled(7)])
    expectEqual(stage.wait(100).count, 1)
  }

  @Test func `cancels only what is in flight`() {
    let stage = opened("balance")
    stage.say(request(7, "sync"))
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":8}}"#), [])
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#), [])
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#), [cancelled(7)])
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#), [])
    expectEqual(
      stage.say(request(9, "$/cancelRequest", #"{"id":7}"#)),
      [
        error(-32601, "9", "Method not found", #""reason":"unknownMethod""#)
      ])
    #expect(isAlive(stage))
  }

  @Test func `accepts initialize first and once`() {
    let version = request(1, "initialize", #"{"protocolVersion":"99"}"#)
    expectEqual(
      stage.say(version),
      [
        error(1001, "1", "Unsupported version", #""reason":"unsupportedVersion","supported":["1"]"#)
      ])
    expectEqual(stage.say(open(2, "counter")).count, 1)
    expectEqual(
      stage.say(request(3, "initialize")),
      [
        error(-32600, "3", "Invalid Request", #""reason":"alreadyInitialized""#)
      ])
    #expect(isAlive(stage))
  }

  @Test func `checks an event before ifRev`() {
    let stage = opened("counter")
    func send(_ event: String) -> String {
      request(3, "screen/send", #"{"instance":"counter-1","event":\#(event),"ifRev":9}"#)
    }
    #expect(stage.say(send(#"{"type":"noSuchEvent"}"#)).first?.contains(#""code":-32602"#) == true)
    #expect(stage.say(send("1")).first?.contains(#""code":-32602"#) == true)
    expectEqual(
      stage.say(send(#"{"type":"nextButtonWasTapped"}"#)),
      [
        error(1002, "3", "Stale revision", #""reason":"staleRevision""#)
      ])
  }

  @Test func `runs nothing after a shutdown`() {
    let stage = opened("counter")
    expectEqual(stage.say(request(2, "shutdown")), [result(2)])
    let refusal = error(-32600, "3", "Invalid Request", #""reason":"shuttingDown""#)
    expectEqual(stage.say(request(3, "screen/get", #"{"instance":"counter-1"}"#)), [refusal])
    let event = #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-1","event":{"type":"next"}}}"#
    expectEqual(stage.say(event), [])
    stage.say(#"{"jsonrpc":"2.0","method":"exit"}"#)
    expectEqual(stage.ending, .exit(afterShutdown: true))
  }

  @Test(arguments: [("", 1), ("rpc.x", 1), ("__proto__", 1), ("screen/Open", 1), ("x", 1 << 20)])
  func `does not echo an unknown method`(part: String, count: Int) {
    let name = String(repeating: part, count: count)
    expectEqual(stage.say(request(1, name)), [error(-32601, "1", "Method not found", #""reason":"unknownMethod""#)])
    #expect(isAlive(stage))
  }

  @Test(arguments: ["screen/send", "screen/get", "screen/close"])
  func `refuses an instance that is not open`(method: String) {
    let stage = opened("counter")
    let event = method == "screen/send" ? #","event":{"type":"nextButtonWasTapped"}"# : ""
    let unknown = badParams(2, "/instance", "unknownInstance", hint: "expected an open instance")
    expectEqual(stage.say(request(2, method, #"{"instance":"counter-2"\#(event)}"#)), [unknown])
    expectEqual(stage.say(request(3, "screen/close", #"{"instance":"counter-1"}"#)), [result(3)])
    expectEqual(stage.say(request(2, method, #"{"instance":"counter-1"\#(event)}"#)), [unknown])
    #expect(isAlive(stage))
  }

  @Test func `refuses a stale revision without a change`() {
    let stage = opened("balance")
    func refresh(_ id: Int, ifRev: Int) -> [String] {
      stage.say(
        request(
          id, "screen/send",
          #"{"instance":"balance-1","event":{"type":"refreshButtonWasTapped"},"ifRev":\#(ifRev)}"#))
    }
    expectEqual(refresh(2, ifRev: 1), [error(1002, "2", "Stale revision", #""reason":"staleRevision""#)])
    expectEqual(refresh(3, ifRev: 2), [result(3, #"{"rev":2}"#)])
  }

  @Test func `refuses more instances than the limit`() {
    for id in 1...256 { expectEqual(stage.say(open(id, "counter")).count, 1) }
    let refusal = error(1003, "257", "Overloaded", #""limit":256,"reason":"tooManyInstances""#)
    expectEqual(stage.say(open(257, "counter")), [refusal])
    stage.say(request(258, "screen/close", #"{"instance":"counter-9"}"#))
    #expect(stage.say(open(259, "counter")).first?.contains("counter-257") == true)
  }

  @Test func `refuses more requests in flight than the limit`() {
    let stage = opened("balance")
    for id in 1...256 { expectEqual(stage.say(request(id, "sync")), []) }
    expectEqual(
      stage.say(request(257, "sync")), [error(1003, "257", "Overloaded", #""limit":256,"reason":"overloaded""#)])
    #expect(isAlive(stage))
    expectEqual(stage.wait(100).count, 257)
  }

  @Test(arguments: [#"["hunter2"]"#, #"{"hunter2":"hunter2"}"#, "31415926", "null"])
  func `repeats no secret of the wrong type`(value: String) {
    let stage = opened("registration")
    let params = #"{"instance":"registration-1","event":{"type":"passwordChanged","text":\#(value)}}"#
    expectEqual(
      stage.say(request(2, "screen/send", params)),
      [
        badParams(2, "/event/text", "wrongType", hint: "expected a string")
      ])
    #expect(!stage.everything.contains("hunter2"))
    #expect(!stage.everything.contains("31415926"))
  }

  @Test func `writes no secret`() {
    let stage = opened("registration")
    for (id, event) in ["passwordChanged", "passwordAgainChanged"].enumerated() {
      stage.say(
        request(
          id + 2, "screen/send",
          #"{"instance":"registration-1","event":{"type":"\#(event)","text":"hunter2"}}"#))
    }
    stage.say(request(4, "screen/get", #"{"instance":"registration-1"}"#))
    stage.wait(1_000)
    #expect(!stage.everything.contains("hunter2"))
  }

  @Test func `no parameters are an object, null, or an empty array, at each level`() throws {
    let methods = ["ping", "screen/list", "rpc.discover", "sync", "initialize", "shutdown"]
    for method in methods {
      let replies = ["{}", "null", "[]"].map { ServerStage().say(request(1, method, $0)) }
      #expect(replies[0].first?.contains("result") == true)
      #expect(replies[1] == replies[0] && replies[2] == replies[0], "\(method)")
      expectEqual(ServerStage().say(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#), replies[0])
    }
    for screen in ["counter", "balance", "terms"] {
      let replies = ["{}", "null", "[]", "[ ]"].map { params in
        ServerStage().say(request(1, "screen/open", #"{"screen":"\#(screen)","params":\#(params)}"#))
      }
      #expect(replies[0].first?.contains("result") == true)
      #expect(replies.allSatisfy { $0 == replies[0] })
    }
    for params in ["[1]", "[[]]", "[null]", "0", "false", #""""#] {
      expectEqual(
        stage.say(request(1, "screen/open", #"{"screen":"counter","params":\#(params)}"#)),
        [
          badParams(1, "/params", "wrongType", hint: "expected an object")
        ])
    }
  }

  @Test func `a name in another spelling is another screen and instance`() {
    let stage = ServerStage(screens: [
      AnyScreen(Screen<CounterViewModel>("Kiosk", about: "Counts.") { CounterViewModel($1) })
    ])
    stage.say(open(1, "Kiosk"))
    // The Kelvin sign is canonically equivalent to the letter K.
    for (letter, isKnown) in [("K", true), ("\u{212A}", false)] {
      expectEqual(
        stage.say(request(2, "screen/get", #"{"instance":"\#(letter)iosk-1"}"#)).first?.contains("result"), isKnown)
      expectEqual(stage.say(open(3, "\(letter)iosk")).first?.contains("result"), isKnown)
    }
  }
}
