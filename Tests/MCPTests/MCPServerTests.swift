import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import Testing

@MainActor struct MCPServerTests {
  private static let modern =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func `answers initialize with the version of the client`(version: String) throws {
    let conversation = Conversation()
    let lines = conversation.send(
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"\#(version)"}}"#)
    let result = try #require(JSONText(scanning: lines[0].utf8)["result"])
    expectEqual(result["protocolVersion"]?.string, version)
    expectEqual(result["serverInfo"]?.text, #"{"name":"workshop","version":"1.0"}"#)
    #expect(result["instructions"]?.string?.contains("Open one with open_screen") == true)
    #expect(result["resultType"] == nil)
  }

  @Test func `answers an unknown version with the newest older one`() throws {
    let lines = Conversation().send(
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2031-01-01"}}"#)
    try expectEqual(JSONText(scanning: lines[0].utf8)["result"]?["protocolVersion"]?.string, "2025-11-25")
  }

  @Test func `refuses a request of the older era before initialize`() {
    let conversation = Conversation()
    expectEqual(
      conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"tools/list"}"#),
      [
        #"{"error":{"code":-32602,"data":{"hint":"send initialize first, or name the version in each request: io.modelcontextprotocol/protocolVersion in _meta of its params","reason":"notInitialized"},"message":"Invalid params: send initialize first, or name the version in each request: io.modelcontextprotocol/protocolVersion in _meta of its params."},"id":1,"jsonrpc":"2.0"}"#
      ])
    expectEqual(
      conversation.send(#"{"id":2,"jsonrpc":"2.0","method":"ping"}"#), [#"{"id":2,"jsonrpc":"2.0","result":{}}"#])
  }

  @Test func `serves the newer era without initialize`() throws {
    let conversation = Conversation()
    let discovered = conversation.send(
      #"{"id":1,"jsonrpc":"2.0","method":"server/discover","params":{\#(Self.modern)}}"#)
    let result = try #require(JSONText(scanning: discovered[0].utf8)["result"])
    expectEqual(result["supportedVersions"]?.text, #"["2026-07-28"]"#)
    expectEqual(result["resultType"]?.string, "complete")
    let tools = conversation.send(#"{"id":2,"jsonrpc":"2.0","method":"tools/list","params":{\#(Self.modern)}}"#)
    let list = try #require(JSONText(scanning: tools[0].utf8)["result"])
    expectEqual(list["cacheScope"]?.string, "private")
    expectEqual(list["ttlMs"]?.integer(), 0)
  }

  @Test func `refuses a version that it does not speak`() {
    let lines = Conversation().send(
      #"{"id":1,"jsonrpc":"2.0","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}"#
    )
    expectEqual(
      lines,
      [
        #"{"error":{"code":-32022,"data":{"requested":"2031-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]},"message":"Unsupported protocol version"},"id":1,"jsonrpc":"2.0"}"#
      ])
  }

  @Test func `has no discovery in the older era`() throws {
    let conversation = Conversation()
    conversation.initialize()
    _ = conversation.newLines()
    let lines = conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"server/discover"}"#)
    try expectEqual(JSONText(scanning: lines[0].utf8)["error"]?["code"]?.integer(), -32601)
  }
}

@MainActor struct ToolTests {
  private func makeConversation(offersSecrets: Bool = false, instanceLimit: Int = 256) -> Conversation {
    let conversation = Conversation(offersSecrets: offersSecrets, instanceLimit: instanceLimit)
    conversation.initialize()
    _ = conversation.newLines()
    return conversation
  }

  private func names(_ conversation: Conversation) throws -> [String] {
    let lines = conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"tools/list"}"#)
    let tools = try JSONText(scanning: lines[0].utf8)["result"]?["tools"]
    return tools.map { $0.elements.compactMap { $0["name"]?.string } } ?? []
  }

  @Test func `lists a tool for each event, in a fixed order`() throws {
    let conversation = makeConversation()
    try expectEqual(
      names(conversation),
      [
        "open_screen", "read_screen", "close_screen", "answer_question", "bench_labelChanged",
        "bench_cutButtonWasTapped",
        "bench_sharpenButtonWasTapped", "bench_readyButtonWasTapped", "bench_drawerButtonWasTapped",
        "drawer_planksWereTaken",
      ])
  }

  @Test func `offers an event with a secret only when it is told to`() throws {
    #expect(try !names(makeConversation()).contains("bench_pinChanged"))
    #expect(try names(makeConversation(offersSecrets: true)).contains("bench_pinChanged"))
  }

  @Test(arguments: [false, true])
  func `offers no event that is not for assistants`(offersSecrets: Bool) throws {
    let conversation = makeConversation(offersSecrets: offersSecrets)
    #expect(try !names(conversation).contains("bench_sawWasBorrowed"))
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let lines = conversation.call("bench_sawWasBorrowed", #"{"instance":"bench-1"}"#)
    #expect(lines.first?.contains(#""reason":"unknownTool""#) == true)
  }

  @Test func `refuses what a description refuses, in its words`() throws {
    let conversation = Conversation { AppCore(.test(scheduler: $0), .wicket) }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"wicket"}"#)
    for (tool, arguments, reason) in [
      ("wicket_hiddenButtonWasTapped", "", "This is not possible at the moment."),
      ("wicket_shutButtonWasTapped", "", "The wicket is shut."),
      ("wicket_rowWasTapped", #","id":2"#, "This row is shut."),
    ] {
      let lines = conversation.call(tool, #"{"instance":"wicket-1"\#(arguments)}"#)
      #expect(lines.contains { $0.contains(reason) && $0.contains(#""isError":true"#) }, "\(tool): \(lines)")
    }
    #expect(try !names(conversation).contains("wicket_personButtonWasTapped"))
  }

  @Test func `opens a screen and answers its state, as text too`() throws {
    let result = try #require(makeConversation().result("open_screen", #"{"screen":"bench"}"#))
    let structured = try #require(result["structuredContent"])
    expectEqual(structured["instance"]?.string, "bench-1")
    expectEqual(structured["state"]?["owner"]?.string, "Ada")
    let content = result["content"].flatMap { Array($0.elements).first }
    expectEqual(content?["text"]?.string, structured.text)
  }

  @Test func `answers when the work is done`() throws {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_readyButtonWasTapped", #"{"instance":"bench-1"}"#)
    expectEqual(conversation.call("bench_cutButtonWasTapped", #"{"instance":"bench-1"}"#), [])
    conversation.scheduler.advance(by: .seconds(1))
    let lines = conversation.newLines()
    expectEqual(lines.count, 1)
    #expect(lines.first?.contains(#""count":1"#) == true)
    #expect(lines.first?.contains("working") == false)
  }

  @Test func `answers after ten seconds that the screen still works`() {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_sharpenButtonWasTapped", #"{"instance":"bench-1"}"#)
    conversation.scheduler.advance(by: .milliseconds(9_999))
    expectEqual(conversation.newLines(), [])
    conversation.scheduler.advance(by: .milliseconds(1))
    let lines = conversation.newLines()
    expectEqual(lines.count, 1)
    #expect(lines.first?.contains(#""working":true"#) == true)
  }

  @Test func `does not wait for the work of another instance`() {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_readyButtonWasTapped", #"{"instance":"bench-1"}"#)
    expectEqual(conversation.call("bench_cutButtonWasTapped", #"{"instance":"bench-1"}"#), [])
    expectEqual(conversation.call("bench_labelChanged", #"{"instance":"bench-2","text":"x"}"#, id: 2).count, 1)
  }

  @Test func `answers a refused event with its reason, as a failure of the tool`() throws {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let result = try #require(conversation.result("bench_cutButtonWasTapped", #"{"instance":"bench-1"}"#))
    #expect(result["isError"]?.bool == true)
    #expect(
      result.text.contains("The event was refused, and nothing has changed: The saw is not ready."))
  }

  @Test(arguments: [
    ("bench_labelChanged", #"{"instance":"bench-9","text":"x"}"#, "There is no such open screen. Open: bench-1."),
    (
      "bench_labelChanged", #"{"instance":"bench-1","text":5}"#,
      #"The argument \"text\" cannot be read: expected a string."#
    ),
    ("bench_labelChanged", #"{"instance":"bench-1"}"#, #"The argument \"text\" is missing."#),
    ("bench_labelChanged", #"{"instance":"bench-1","text":"x","more":1}"#, #"The argument \"more\" is not known."#),
    ("drawer_planksWereTaken", #"{"instance":"bench-1","count":1}"#, "is not an instance of the screen"),
    ("open_screen", #"{"screen":"attic"}"#, "There is no such screen: expected one of bench, drawer."),
    ("open_screen", "[]", #"The argument \"screen\" is missing."#),
    ("open_screen", "[1]", #"The argument \"arguments\" cannot be read: expected an object."#),
  ])
  func `answers a wrong argument with what to do`(tool: String, arguments: String, text: String) throws {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let result = try #require(conversation.result(tool, arguments))
    #expect(result["isError"]?.bool == true)
    #expect(result.text.contains(text), "\(result.text)")
    expectEqual(conversation.server.app.instances.count, 1)
  }

  @Test(arguments: ["null", "[]", #""{}""#]) func `no arguments are nothing, or an empty object in a text`(
    arguments: String
  ) throws {
    let result = try #require(makeConversation().result("read_screen", arguments))
    #expect(result.text.contains(#"The argument \"instance\" is missing."#))
    expectEqual(
      makeConversation().send(
        #"{"id":7,"jsonrpc":"2.0","method":"tools/list","params":\#(arguments == "null" ? "null" : "[]")}"#
      ).count, 1)
  }

  @Test func `refuses an unknown tool`() {
    expectEqual(
      makeConversation().call("bench_burn"),
      [
        #"{"error":{"code":-32602,"data":{"hint":"expected the name of a tool","pointer":"/name","reason":"unknownTool"},"message":"Invalid params: \"name\" is wrong, expected the name of a tool."},"id":1,"jsonrpc":"2.0"}"#
      ])
  }

  @Test func `names the screens that an event opens and closes`() throws {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let opened = try #require(conversation.result("bench_drawerButtonWasTapped", #"{"instance":"bench-1"}"#))
    expectEqual(
      opened["structuredContent"]?["opened"]?.text,
      #"[{"can":["drawer_planksWereTaken"],"instance":"drawer-2","rev":1,"state":{"isOpen":true}}]"#)
    let closed = try #require(
      conversation.result("drawer_planksWereTaken", #"{"instance":"drawer-2","count":3}"#))
    expectEqual(
      closed["structuredContent"]?.text,
      #"{"closed":["drawer-2"],"did":"Planks were taken out, and the drawer closes.","instance":"drawer-2","result":{"planks":3}}"#
    )
    let bench = try #require(conversation.result("read_screen", #"{"instance":"bench-1"}"#))
    #expect(bench.text.contains(#""count":3"#))
  }

  @Test func `closes a screen with all that it has opened`() throws {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_drawerButtonWasTapped", #"{"instance":"bench-1"}"#)
    _ = conversation.newLines()
    let result = try #require(conversation.result("close_screen", #"{"instance":"bench-1"}"#))
    #expect(result["structuredContent"]?.text.contains("bench-1") == true)
    #expect(conversation.server.app.instances.isEmpty)
    #expect(conversation.send(#"{"id":5,"jsonrpc":"2.0","method":"resources/list"}"#).first?.contains("bench") == false)
  }

  @Test func `refuses to open more screens than its limit`() throws {
    let conversation = makeConversation(instanceLimit: 1)
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let result = try #require(conversation.result("open_screen", #"{"screen":"bench"}"#))
    #expect(result.text.contains("1 screens are open, and that is the most there can be."))
  }

  @Test func `hides a private value in an answer that waits`() {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    let before = conversation.text.count
    conversation.reads = false
    conversation.call("read_screen", #"{"instance":"bench-1"}"#)
    conversation.server.app.send(.willResignActive)
    conversation.reads = true
    let written = conversation.text.dropFirst(before)
    #expect(written.contains("somebody"))
    #expect(!written.contains("Ada"))
  }

  @Test func `never writes a secret`() {
    let conversation = makeConversation(offersSecrets: true)
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_pinChanged", #"{"instance":"bench-1","text":"hunter2"}"#)
    conversation.call("bench_pinChanged", #"{"instance":"bench-1","text":["hunter2"]}"#)
    #expect(!conversation.text.contains("hunter2"))
  }

  @Test func `drops the answer of a call that is cancelled`() {
    let conversation = makeConversation()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    conversation.call("bench_readyButtonWasTapped", #"{"instance":"bench-1"}"#)
    conversation.call("bench_cutButtonWasTapped", #"{"instance":"bench-1"}"#, id: 9)
    expectEqual(
      conversation.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#), [])
    conversation.scheduler.advance(by: .seconds(20))
    expectEqual(conversation.newLines(), [])
  }
}

@MainActor struct ResourceTests {
  private static let modern =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  private func makeConversation() -> Conversation {
    let conversation = Conversation()
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"bench"}"#)
    _ = conversation.newLines()
    return conversation
  }

  @Test func `reads an open screen`() throws {
    let lines = makeConversation().send(
      #"{"id":1,"jsonrpc":"2.0","method":"resources/read","params":{"uri":"tributary://screens/bench-1"}}"#)
    let contents = try JSONText(scanning: lines[0].utf8)["result"]?["contents"].flatMap { Array($0.elements).first }
    #expect(contents?["text"]?.string?.contains(#""owner":"Ada""#) == true)
  }

  @Test func `refuses an unknown address by the code of the era`() throws {
    let conversation = makeConversation()
    let older = conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"resources/read","params":{"uri":"x:y"}}"#)
    try expectEqual(JSONText(scanning: older[0].utf8)["error"]?["code"]?.integer(), -32002)
    let newer = conversation.send(
      #"{"id":1,"jsonrpc":"2.0","method":"resources/read","params":{\#(Self.modern),"uri":"x:y"}}"#)
    try expectEqual(JSONText(scanning: newer[0].utf8)["error"]?["code"]?.integer(), -32602)
  }

  @Test func `reports a change to a subscriber of the older era`() {
    let conversation = makeConversation()
    conversation.send(
      #"{"id":1,"jsonrpc":"2.0","method":"resources/subscribe","params":{"uri":"tributary://screens/bench-1"}}"#)
    let lines = conversation.call("bench_labelChanged", #"{"instance":"bench-1","text":"x"}"#)
    #expect(
      lines.contains(
        #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"tributary://screens/bench-1"}}"#)
    )
    conversation.send(
      #"{"id":2,"jsonrpc":"2.0","method":"resources/unsubscribe","params":{"uri":"tributary://screens/bench-1"}}"#)
    expectEqual(conversation.call("bench_labelChanged", #"{"instance":"bench-1","text":"y"}"#).count, 1)
  }

  @Test func `reports changes to a request of the newer era that stays open`() {
    let conversation = makeConversation()
    let acknowledged = conversation.send(
      #"{"id":"s","jsonrpc":"2.0","method":"subscriptions/listen","params":{\#(Self.modern),"notifications":{"resourceSubscriptions":["tributary://screens/bench-1"],"resourcesListChanged":true}}}"#
    )
    let meta = #""_meta":{"io.modelcontextprotocol/subscriptionId":"s"}"#
    expectEqual(
      acknowledged,
      [
        #"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{\#(meta),"notifications":{"resourceSubscriptions":["tributary://screens/bench-1"],"resourcesListChanged":true}}}"#
      ])
    let lines = conversation.call("bench_labelChanged", #"{"instance":"bench-1","text":"x"}"#)
    #expect(
      lines.contains(
        #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{\#(meta),"uri":"tributary://screens/bench-1"}}"#
      ))
    let opened = conversation.call("open_screen", #"{"screen":"bench"}"#)
    #expect(
      opened.contains(
        #"{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{\#(meta)}}"#))
    expectEqual(
      conversation.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}"#), [])
    let later = conversation.call("bench_labelChanged", #"{"instance":"bench-1","text":"y"}"#)
    #expect(!later.contains { $0.contains("subscriptionId") })
  }

  @Test func `a name in another spelling is another tool, instance and resource`() throws {
    let conversation = Conversation { scheduler in
      let screen = Screen<DrawerViewModel>("Kiosk", about: "A kiosk.") { DrawerViewModel($1) }
      return AppCore(.test(scheduler: scheduler), AppDefinition(screens: [AnyScreen(screen)]))
    }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"Kiosk"}"#)
    // The Kelvin sign is canonically equivalent to the letter K.
    for (letter, isKnown) in [("K", true), ("\u{212A}", false)] {
      let read = try #require(conversation.result("read_screen", #"{"instance":"\#(letter)iosk-1"}"#))
      #expect((read["isError"] == nil) == isKnown)
      let tool = conversation.call("\(letter)iosk_planksWereTaken", #"{"instance":"Kiosk-1","count":"x"}"#)
      expectEqual(tool.first?.contains("unknownTool"), !isKnown)
      let uri = "tributary://screens/\(letter)iosk-1"
      for method in ["resources/read", "resources/subscribe"] {
        let reply = conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"\#(method)","params":{"uri":"\#(uri)"}}"#)
        expectEqual(reply.first?.contains("unknownResource"), !isKnown)
      }
      let opened = conversation.result("open_screen", #"{"screen":"\#(letter)iosk"}"#)
      #expect((opened?["isError"] == nil) == isKnown)
    }
  }
}
