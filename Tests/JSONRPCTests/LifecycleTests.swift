import ExpectSupport
import JSONRPC
import Testing

/// The lifecycle of a session, and its requests in flight.
@Suite struct LifecycleTests {
  @Test func `accepts an opening method first and once`() {
    let conversation = Conversation()
    let already = error(-32600, "2", "alreadyInitialized") + "\n"
    expectEqual(conversation.say(call("1", "initialize")), result("1") + "\n")
    expectEqual(conversation.say(#"{"jsonrpc":"2.0","method":"initialized","params":{"a":1}}"#), "")
    expectEqual(conversation.say(call("2", "initialize")), already)
    expectEqual(conversation.say(call("3")), result("3") + "\n")

    let late = Conversation()
    expectEqual(late.say(call("3", "unknown")), error(-32601, "3", "unknownMethod") + "\n")
    expectEqual(late.say(call("2", "initialize")), already)
  }

  @Test func `accepts an opening method again that failed`() {
    let conversation = Conversation()
    let refused = error(-32602, "1", "badParams", pointer: "/protocolVersion") + "\n"
    expectEqual(conversation.say(call("1", "initialize", #"{"protocolVersion":99}"#)), refused)
    expectEqual(conversation.say(call("1", "initialize")), result("1") + "\n")
  }

  @Test func `ignores a shutdown without an id`() {
    let conversation = Conversation()
    expectEqual(conversation.say(#"{"jsonrpc":"2.0","method":"shutdown"}"#), "")
    expectEqual(conversation.say(call("1")), result("1") + "\n")
    expectEqual(conversation.say(#"{"jsonrpc":"2.0","method":"exit"}"#), "")
    expectEqual(conversation.session.ending, .exit(afterShutdown: false))
  }

  @Test func `refuses everything but exit after a shutdown`() {
    let conversation = Conversation()
    var endings: [Session.Ending] = []
    conversation.session.onEnd = { endings.append($0) }
    expectEqual(conversation.say(call("1", "shutdown")), result("1") + "\n")
    for method in ["ping", "initialize", "shutdown", "unknown", "exit"] {
      expectEqual(conversation.say(call("2", method)), error(-32600, "2", "shuttingDown") + "\n")
    }
    expectEqual(conversation.say(#"{"jsonrpc":"2.0","method":"echo"}"#), "")
    #expect(conversation.log.isEmpty)
    #expect(endings.isEmpty)
    expectEqual(conversation.say(#"{"jsonrpc":"2.0","method":"exit"}"# + "\n" + call("3")), "")
    expectEqual(endings, [.exit(afterShutdown: true)])
    expectEqual(endings[0].exitCode, 0)
    conversation.session.endOfInput()
    expectEqual(endings.count, 1)
  }

  @Test func `cancels requests in flight at an exit`() {
    let conversation = Conversation()
    expectEqual(
      conversation.say("[\(call("1", "later")),{\"jsonrpc\":\"2.0\",\"method\":\"exit\"},\(call("2"))]"),
      "[" + error(-32800, "1", "cancelled") + "]\n")
    expectEqual(conversation.session.ending, .exit(afterShutdown: false))
    expectEqual(conversation.session.ending?.exitCode, 1)
    expectEqual(conversation.log, ["later", "cancelled"])
  }

  @Test func `refuses requests of methods that are notifications`() {
    let conversation = Conversation()
    for method in ["$/cancelRequest", "exit", "initialized"] {
      expectEqual(conversation.say(call("2", method)), error(-32601, "2", "unknownMethod") + "\n")
    }
    #expect(conversation.session.ending == nil)
  }

  @Test func `cancels all requests of an id once`() {
    let conversation = Conversation()
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#
    expectEqual(conversation.say(cancel), "")
    expectEqual(conversation.say(call("7", "later") + "\n" + call("8", "later") + "\n" + call("7", "later")), "")
    expectEqual(
      conversation.say(cancel), (error(-32800, "7", "cancelled") + "\n") + error(-32800, "7", "cancelled") + "\n")
    expectEqual(conversation.log, ["later", "later", "later", "cancelled", "cancelled"])
    for open in conversation.open { open.succeed() }
    expectEqual(conversation.transcript.take(), result("8") + "\n")
    expectEqual(conversation.say(cancel), "")
    expectEqual(conversation.session.inFlightCount, 0)
  }

  @Test func `compares string ids by their content`() {
    let conversation = Conversation()
    expectEqual(
      conversation.say(call(#""a""#, "later") + "\n" + call("1", "later") + "\n" + call(#""1""#, "later")), "")
    let cancelled = conversation.say(
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"x":[{"id":1}],"id":"\u0061"}}"#)
    expectEqual(cancelled, error(-32800, #""a""#, "cancelled") + "\n")
    expectEqual(conversation.session.inFlightCount, 2)
  }

  @Test func `answers both requests of one id`() {
    let conversation = Conversation()
    expectEqual(conversation.say(call("1", "later") + "\n" + call("1", "later")), "")
    conversation.open[1].succeed { $0.member("n", 2) }
    conversation.open[0].fail(RPCError(RPCError.Code(1004, "Event rejected"), reason: "no"))
    conversation.open[0].succeed()
    conversation.open[1].fail(RPCError(RPCError.Code(1004, "Event rejected"), reason: "no"))
    expectEqual(
      conversation.transcript.take(),
      """
      {"id":1,"jsonrpc":"2.0","result":{"n":2}}
      {"error":{"code":1004,"data":{"reason":"no"},"message":"Event rejected"},"id":1,"jsonrpc":"2.0"}

      """)
  }

  @Test func `refuses a request over the limit, but no immediate one`() {
    let conversation = Conversation()
    let requests = (1...257).map { call(String($0), "later") }.joined(separator: "\n")
    let overloaded = error(1003, "257", "overloaded", limit: 256) + "\n"
    expectEqual(conversation.say(requests), overloaded)
    expectEqual(conversation.say(call("0")), result("0") + "\n")
    conversation.open[5].succeed()
    expectEqual(conversation.transcript.take(), result("6") + "\n")
    expectEqual(conversation.say(call("258", "later")), "")
    expectEqual(conversation.say(call("257", "later")), overloaded)
  }

  @Test func `answers requests in flight after the end of input`() {
    let conversation = Conversation()
    var idle = 0
    conversation.session.onIdle = { idle += 1 }
    expectEqual(conversation.say((1...3).map { call(String($0), "later") }.joined(separator: "\n")), "")
    conversation.session.endOfInput()
    expectEqual(conversation.session.ending, .endOfInput)
    expectEqual(conversation.transcript.take(), "")
    conversation.open[1].succeed()
    expectEqual(idle, 0)
    conversation.session.handle(.cancelAll)
    expectEqual(idle, 1)
    expectEqual(
      conversation.transcript.take(),
      [result("2"), error(-32800, "1", "cancelled"), error(-32800, "3", "cancelled")].map { $0 + "\n" }.joined())
  }

  @Test func `is idle when only barriers are in flight`() {
    let conversation = Conversation()
    let session = conversation.session
    var barriers: [Call] = []
    session.register("sync", .barrier) { _, call in
      if session.isIdle { return call.succeed() }
      barriers.append(call)
    }
    session.onIdle = {
      for call in barriers { call.succeed() }
      barriers = []
    }
    expectEqual(conversation.say(call("1", "sync")), result("1") + "\n")
    expectEqual(
      conversation.say([call("2", "later"), call("3", "sync"), call("4", "later")].joined(separator: "\n")), "")
    expectEqual(session.inFlightCount, 3)
    conversation.open[0].succeed()
    expectEqual(conversation.transcript.take(), result("2") + "\n")
    conversation.open[1].succeed()
    expectEqual(conversation.transcript.take(), result("4") + "\n" + result("3") + "\n")
    expectEqual(session.inFlightCount, 0)
    session.onIdle = nil
  }

  @Test func `discards an unfinished line at a stop`() {
    let conversation = Conversation()
    conversation.session.receive(Array(#"{"jsonrpc""#.utf8))
    conversation.session.handle(.stop)
    expectEqual(conversation.transcript.take(), "")
    expectEqual(conversation.session.ending, .endOfInput)
    expectEqual(conversation.say(call("1")), "")
  }

  @Test func `sends the replies of a batch when all are there`() {
    let conversation = Conversation()
    let batch = "[\(call("1", "later")),\(call("2")),\(call("3", "later"))]"
    expectEqual(conversation.say(batch + "\n" + call("4")), result("4") + "\n")
    conversation.open[1].succeed()
    expectEqual(conversation.transcript.take(), "")
    conversation.open[0].succeed()
    expectEqual(conversation.transcript.take(), "[" + [1, 2, 3].map { result("\($0)") }.joined(separator: ",") + "]\n")
  }

  @Test func `releases the session and its calls`() {
    weak var session: Session?
    weak var call: Call?
    do {
      let conversation = Conversation()
      session = conversation.session
      _ = conversation.say(JSONRPCTests.call("1", "later"))
      call = conversation.open[0]
      conversation.open = []
      #expect(call != nil)
      conversation.session.handle(.cancelAll)
      #expect(call == nil)
    }
    #expect(session == nil)
  }

  @Test(arguments: [
    ("Kind", "\u{212A}ind"), ("caf\u{E9}", "cafe\u{301}"), ("a\u{1FEF}", "a`"),
    ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
  ])
  func `a method in another spelling is another one`(name: String, other: String) {
    let conversation = Conversation()
    conversation.session.register(name, .immediate) { _, call in call.succeed() }
    func call(_ name: String) -> String { conversation.say(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#) }
    #expect(call(name).contains("result"))
    #expect(call(other).contains("unknownMethod"))
  }
}
