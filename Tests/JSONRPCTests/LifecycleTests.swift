import JSONRPC
import Testing

/// Rows 24, 33 to 38 of the protocol's table of nasty inputs, as far as they know no screen.
@Suite struct LifecycleTests {
  private let hello = """
    {"id":1,"jsonrpc":"2.0","result":{"capabilities":{},"coreInfo":{"name":"core","version":"1.0"},\
    "limits":{"batch":100,"depth":64,"headerBlock":8192,"id":256,"inFlight":256,"instances":256,"message":16777216},\
    "protocolVersion":"1"}}

    """

  @Test func initializeComesFirstAndOnce() {
    let conversation = Conversation()
    let already = error(-32600, "2", "alreadyInitialized") + "\n"
    #expect(conversation.say(call("1", "initialize", #"{"protocolVersion":"1","clientInfo":{"name":"x"}}"#)) == hello)
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"initialized"}"#) == "")
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":1}}"#) == "")
    #expect(conversation.say(call("2", "initialize")) == already)
    #expect(conversation.say(call("3")) == result("3") + "\n")

    let late = Conversation()
    #expect(late.say(call("3", "unknown")) == error(-32601, "3", "unknownMethod") + "\n")
    #expect(late.say(call("2", "initialize")) == already)
  }

  @Test func aRefusedInitializeMayBeSentAgain() {
    let conversation = Conversation()
    #expect(
      conversation.say(call("1", "initialize", #"{"protocolVersion":"99"}"#)) == """
        {"error":{"code":1001,"data":{"reason":"unsupportedVersion","supported":["1"]},\
        "message":"Unsupported version"},"id":1,"jsonrpc":"2.0"}

        """)
    #expect(
      conversation.say(call("2", "initialize", #"{"protocolVersion":1}"#))
        == error(-32602, "2", "badParams", hint: "expected a string", pointer: "/protocolVersion") + "\n")
    #expect(conversation.say(call("1", "initialize", #"{"protocolVersion":null}"#)) == hello)
  }

  @Test(arguments: [
    // Neovim 0.11
    #"{"capabilities":{"general":{"positionEncodings":["utf-8","utf-16","utf-32"]},"textDocument":{"callHierarchy":{}}},"#
      + #""clientInfo":{"name":"Neovim","version":"0.11.0+v0.11.0"},"processId":4711,"rootPath":null,"rootUri":null,"#
      + #""trace":"off","workDoneToken":"1","workspaceFolders":null}"#,
    // pygls
    #"{"processId":null,"rootUri":"file:///","capabilities":{},"initializationOptions":[],"locale":"en"}"#,
    // Lua writes an empty table as an array.
    #"{"capabilities":[],"clientInfo":[],"processId":1.5,"x":{}}"#,
  ])
  func `answers initialize as LSP clients send it`(params: String) {
    #expect(Conversation().say(call("1", "initialize", params)) == hello)
  }

  @Test func `ignores a shutdown without an id`() {
    let conversation = Conversation()
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"shutdown"}"#) == "")
    #expect(conversation.say(call("1")) == result("1") + "\n")
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"exit"}"#) == "")
    #expect(conversation.session.ending == .exit(afterShutdown: false))
  }

  @Test func shutdownAnswersThenOnlyExitCounts() {
    let conversation = Conversation()
    var endings: [Session.Ending] = []
    conversation.session.onEnd = { endings.append($0) }
    #expect(conversation.say(call("1", "shutdown")) == result("1") + "\n")
    for method in ["ping", "initialize", "shutdown", "unknown", "exit"] {
      #expect(conversation.say(call("2", method)) == error(-32600, "2", "shuttingDown") + "\n")
    }
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"echo"}"#) == "")
    #expect(conversation.log.isEmpty)
    #expect(endings.isEmpty)
    #expect(conversation.say(#"{"jsonrpc":"2.0","method":"exit"}"# + "\n" + call("3")) == "")
    #expect(endings == [.exit(afterShutdown: true)])
    #expect(endings[0].exitCode == 0)
    conversation.session.endOfInput()
    #expect(endings.count == 1)
  }

  @Test func exitWithoutShutdownCancelsWhatIsInFlight() {
    let conversation = Conversation()
    #expect(
      conversation.say("[\(call("1", "later")),{\"jsonrpc\":\"2.0\",\"method\":\"exit\"},\(call("2"))]")
        == "[" + error(-32800, "1", "cancelled") + "]\n")
    #expect(conversation.session.ending == .exit(afterShutdown: false))
    #expect(conversation.session.ending?.exitCode == 1)
    #expect(conversation.log == ["later", "cancelled"])
  }

  @Test func notificationsAreUnknownAsRequests() {
    let conversation = Conversation()
    for method in ["$/cancelRequest", "exit", "initialized", "notifications/initialized"] {
      #expect(conversation.say(call("2", method)) == error(-32601, "2", "unknownMethod") + "\n")
    }
    #expect(conversation.session.ending == nil)
  }

  // Rows 33 and 34
  @Test func cancelHitsAllRequestsOfAnIDExactlyOnce() {
    let conversation = Conversation()
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#
    #expect(conversation.say(cancel) == "")
    #expect(conversation.say(call("7", "later") + "\n" + call("8", "later") + "\n" + call("7", "later")) == "")
    #expect(
      conversation.say(cancel) == (error(-32800, "7", "cancelled") + "\n") + error(-32800, "7", "cancelled") + "\n")
    #expect(conversation.log == ["later", "later", "later", "cancelled", "cancelled"])
    for open in conversation.open { open.succeed() }
    #expect(conversation.transcript.take() == result("8") + "\n")
    #expect(conversation.say(cancel) == "")
    #expect(conversation.session.inFlightCount == 0)
  }

  @Test func stringIDsAreComparedByWhatTheySay() {
    let conversation = Conversation()
    #expect(conversation.say(call(#""a""#, "later") + "\n" + call("1", "later") + "\n" + call(#""1""#, "later")) == "")
    let cancelled = conversation.say(
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"x":[{"id":1}],"id":"\u0061"}}"#)
    #expect(cancelled == error(-32800, #""a""#, "cancelled") + "\n")
    #expect(conversation.session.inFlightCount == 2)
  }

  @Test func oneIDTwiceInFlightIsAnsweredTwice() {
    let conversation = Conversation()
    #expect(conversation.say(call("1", "later") + "\n" + call("1", "later")) == "")
    conversation.open[1].succeed(#"{"n":2}"#.utf8)
    conversation.open[0].fail(RPCError(.eventRejected, reason: "no"))
    conversation.open[0].succeed()
    conversation.open[1].fail(RPCError(.eventRejected, reason: "no"))
    #expect(
      conversation.transcript.take() == """
        {"id":1,"jsonrpc":"2.0","result":{"n":2}}
        {"error":{"code":1004,"data":{"reason":"no"},"message":"Event rejected"},"id":1,"jsonrpc":"2.0"}

        """)
  }

  // Row 38
  @Test func theRequestOverTheLimitIsRefusedAndPingIsNot() {
    let conversation = Conversation()
    let requests = (1...257).map { call(String($0), "later") }.joined(separator: "\n")
    let overloaded = error(1003, "257", "overloaded", limit: 256) + "\n"
    #expect(conversation.say(requests) == overloaded)
    #expect(conversation.say(call("0")) == result("0") + "\n")
    conversation.open[5].succeed()
    #expect(conversation.transcript.take() == result("6") + "\n")
    #expect(conversation.say(call("258", "later")) == "")
    #expect(conversation.say(call("257", "later")) == overloaded)
  }

  // Row 24
  @Test func theEndOfInputLeavesCallsToBeAnswered() {
    let conversation = Conversation()
    var idle = 0
    conversation.session.onIdle = { idle += 1 }
    #expect(conversation.say((1...3).map { call(String($0), "later") }.joined(separator: "\n")) == "")
    conversation.session.endOfInput()
    #expect(conversation.session.ending == .endOfInput)
    #expect(conversation.transcript.take() == "")
    conversation.open[1].succeed()
    #expect(idle == 0)
    conversation.session.cancelAll()
    #expect(idle == 1)
    #expect(
      conversation.transcript.take()
        == [result("2"), error(-32800, "1", "cancelled"), error(-32800, "3", "cancelled")].map { $0 + "\n" }.joined())
  }

  @Test func aBarrierIsTheLastThatIsWaitedFor() {
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
    #expect(conversation.say(call("1", "sync")) == result("1") + "\n")
    #expect(
      conversation.say([call("2", "later"), call("3", "sync"), call("4", "later")].joined(separator: "\n")) == "")
    #expect(session.inFlightCount == 3)
    conversation.open[0].succeed()
    #expect(conversation.transcript.take() == result("2") + "\n")
    conversation.open[1].succeed()
    #expect(conversation.transcript.take() == result("4") + "\n" + result("3") + "\n")
    #expect(session.inFlightCount == 0)
    session.onIdle = nil
  }

  @Test func aSignalDiscardsAnUnfinishedLine() {
    let conversation = Conversation()
    conversation.session.receive(Array(#"{"jsonrpc""#.utf8))
    conversation.session.stop()
    #expect(conversation.transcript.take() == "")
    #expect(conversation.session.ending == .endOfInput)
    #expect(conversation.say(call("1")) == "")
  }

  @Test func aBatchWaitsForAllItsReplies() {
    let conversation = Conversation()
    let batch = "[\(call("1", "later")),\(call("2")),\(call("3", "later"))]"
    #expect(conversation.say(batch + "\n" + call("4")) == result("4") + "\n")
    conversation.open[1].succeed()
    #expect(conversation.transcript.take() == "")
    conversation.open[0].succeed()
    #expect(conversation.transcript.take() == "[" + [1, 2, 3].map { result("\($0)") }.joined(separator: ",") + "]\n")
  }

  @Test func nothingIsLeftOfASession() {
    weak var session: Session?
    weak var call: Call?
    do {
      let conversation = Conversation()
      session = conversation.session
      _ = conversation.say(JSONRPCTests.call("1", "later"))
      call = conversation.open[0]
      conversation.open = []
      #expect(call != nil)
      conversation.session.cancelAll()
      #expect(call == nil)
    }
    #expect(session == nil)
  }
}
