import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import StreamsTesting
import Testing

/// What an assistant and its host are told of the tools.
@MainActor @Suite struct ToolboxTests {
  private let conversation = Conversation { makeKiln($0) }

  init() {
    conversation.initialize()
    _ = conversation.newLines()
  }

  private static func tools(_ conversation: Conversation) throws -> [JSONText] {
    let line = try #require(conversation.send(#"{"id":7,"jsonrpc":"2.0","method":"tools/list"}"#).last)
    return try #require(JSONText(scanning: line.utf8)["result"]?["tools"].map { Array($0.elements) })
  }

  private func tool(_ name: String) throws -> JSONText {
    try #require(Self.tools(conversation).first { $0["name"]?.string == name })
  }

  @Test func `the appearance of a screen is no tool`() throws {
    let names = try Self.tools(conversation).compactMap { $0["name"]?.string }
    expectEqual(
      names,
      [
        "open_screen", "open_kiln", "read_screen", "close_screen", "answer_question", "kiln_labelChanged",
        "kiln_fireButtonWasTapped", "kiln_clearButtonWasTapped", "kiln_listButtonWasTapped",
        "kiln_smashButtonWasTapped", "kiln_doorWasClosed",
      ])
  }

  @Test(arguments: [
    ("kiln_labelChanged", #"{"destructiveHint":false,"idempotentHint":true}"#),
    ("kiln_fireButtonWasTapped", "{}"),
    ("kiln_listButtonWasTapped", #"{"readOnlyHint":true}"#),
    ("kiln_smashButtonWasTapped", #"{"destructiveHint":true}"#),
    ("kiln_doorWasClosed", #"{"idempotentHint":true}"#),
    ("read_screen", #"{"openWorldHint":false,"readOnlyHint":true}"#),
  ])
  func `a host is told what the description of an event says`(name: String, hints: String) throws {
    try expectEqual(tool(name)["annotations"]?.text, hints)
    #expect(try tool(name)["title"]?.string?.isEmpty == false)
  }

  @Test func `the title of a tool is the label of its event, or what it says`() throws {
    try expectEqual(tool("kiln_fireButtonWasTapped")["title"]?.string, "kiln: Fire")
    try expectEqual(tool("kiln_smashButtonWasTapped")["title"]?.string, "kiln: Smash what is in it")
  }

  @Test func `a host is told of each tool that the world is closed`() throws {
    for isClosed in [true, false] {
      let conversation = Conversation(isClosedWorld: isClosed) { makeKiln($0) }
      conversation.initialize()
      let open = try Self.tools(conversation).filter { $0["annotations"]?["openWorldHint"]?.bool != false }
        .compactMap { $0["name"]?.string }
      let expected = [
        "open_screen", "open_kiln", "kiln_labelChanged", "kiln_fireButtonWasTapped", "kiln_clearButtonWasTapped",
        "kiln_listButtonWasTapped", "kiln_smashButtonWasTapped", "kiln_doorWasClosed",
      ]
      expectEqual(open, isClosed ? [] : expected)
    }
  }

  @Test func `an argument without words of its own has those of its field, or says of which list it names a row`()
    throws
  {
    let text = try tool("kiln_labelChanged")["inputSchema"]?["properties"]?["text"]
    expectEqual(text?["description"]?.string, "What stands on it.")
    let ledger = Conversation { makeLedger($0) }
    ledger.initialize()
    let tools = try Self.tools(ledger)
    let remove = tools.first { $0["name"]?.string == "ledger_entryWasRemoved" }
    expectEqual(
      remove?["inputSchema"]?["properties"]?["id"]?["description"]?.string,
      "The id of a row of entries. The entries.")
  }

  @Test func `a check names the values that have no words`() {
    expectEqual(AnyScreen.check([AnyScreen(.ledger(1))], forAssistants: true), [])
    expectEqual(
      AnyScreen.check([AnyScreen(.drawer)], forAssistants: true).map(\.description),
      [#"DrawerEvent: the value "count" of the event "planksWereTaken" has no words; give it some by `value(_:)`."#])
    expectEqual(AnyScreen.check([AnyScreen(.drawer)]), [], "An app without assistants needs none.")
  }

  @Test func `what leads elsewhere says that it changes nothing yet`() throws {
    try expectEqual(
      tool("kiln_listButtonWasTapped")["description"]?.string,
      "Show what is in it. Opens another screen, and changes nothing yet.")
    try expectEqual(tool("kiln_listButtonWasTapped")["title"]?.string, "kiln: Show what is in it")
    let close = try tool("close_screen")
    // A person is asked first. What the assistant alone has entered, it loses by an argument, and only after an answer has said so.
    expectEqual(close["annotations"]?["destructiveHint"]?.bool, false)
    let discard = close["inputSchema"]?["properties"]?["discard"]?["description"]?.string
    expectEqual(discard, "Lose what was entered. Only after an answer has said that you may.")
  }

  @Test func `a screen says what of it is for a person alone`() throws {
    try expectEqual(
      tool("open_screen")["description"]?.string,
      """
      Opens a screen, and answers its instance and its state.
      kiln: A kiln. For a person alone, so ask: Enter the PIN.
      """)
    let refused = conversation.call("kiln_pinChanged", #"{"instance":"kiln-1","text":"1234"}"#)
    #expect(refused.first?.contains("this is for a person alone: ask the person") == true)
  }

  @Test func `no tool has a schema of its answer, and the state's is a resource`() throws {
    #expect(try Self.tools(conversation).allSatisfy { $0["outputSchema"] == nil })
    let line = conversation.send(
      #"{"id":1,"jsonrpc":"2.0","method":"resources/read","params":{"uri":"tributary://schemas/kiln"}}"#)
    let contents = try JSONText(scanning: line[0].utf8)["result"]?["contents"]?.elements.first { _ in true }
    let schema = try JSONText(scanning: (contents?["text"]?.string ?? "").utf8)
    expectEqual(schema["properties"]?["problem"]?["x-role"]?.string, "failure")
  }

  /// The kinds of schema that strict hosts refuse, or whose values they drop.
  private func check(_ schema: JSONText, _ path: String) {
    if schema["type"]?.string == "object" {
      // NB: google-genai stops at `additionalProperties: false`, and openai-agents adds it.
      #expect(schema["properties"]?.text.hasPrefix(#"{""#) == true && schema["additionalProperties"] == nil, "\(path)")
    }
    #expect(["type", "anyOf", "oneOf", "$ref"].contains { schema[$0] != nil }, "\(path)")
    for name in ["anyOf", "oneOf"] {
      for part in schema[name].map({ Array($0.elements) }) ?? [] { check(part, "\(path)/\(name)") }
    }
    if let items = schema["items"] { check(items, path + "/items") }
    #expect(!schema.text.contains("\"x-"), "\(path)")
  }

  @Test func `strict hosts understand each schema`() throws {
    let apps: [@MainActor (TestScheduler) -> AppCore] = [
      { makeKiln($0) }, { makeWorkshop($0) }, { AppCore(.test(scheduler: $0), .club) },
      { AppCore(.test(scheduler: $0), AppDefinition(screens: [AnyScreen(.chat)])) },
      {
        AppCore(
          .init(main: $0.mainQueue),
          AppDefinition(screens: [AnyScreen(.desk)], questions: [QuestionDescription(.degrees)]))
      },
    ]
    for app in apps {
      let conversation = Conversation(offersSecrets: true, app)
      conversation.initialize()
      for tool in try Self.tools(conversation) {
        let name = tool["name"]?.string ?? ""
        let schema = try #require(tool["inputSchema"])
        check(schema, name)
        for argument in schema["required"].map({ Array($0.elements) }) ?? [] {
          check(schema["properties"]?[argument.string ?? ""] ?? schema, "\(name)/\(argument.text)")
        }
      }
    }
  }

  @Test(arguments: [
    (#"{"glaze":"blue","degrees":[900,1200]}"#, #""degrees":[900,1200],"glaze":"blue""#),
    (#"{"glaze":null,"degrees":"[900]"}"#, #""degrees":[900],"glaze":null"#),
    (#""{\"glaze\":\"blue\"}""#, #""degrees":[],"glaze":"blue""#),
    ("null", #""degrees":[],"glaze":null"#), ("[]", #""degrees":[],"glaze":null"#),
    (#"{"degrees":null}"#, #""degrees":[],"glaze":null"#),
  ])
  func `what a screen takes are the arguments of the tool that opens it`(arguments: String, state: String) throws {
    #expect(try #require(conversation.result("open_kiln", arguments)).text.contains(state))
  }

  @Test(arguments: [
    (#"{"degrees":["hot"]}"#, #"The argument \"degrees\" cannot be read: expected an array."#),
    (#"{"degrees":"hot"}"#, #"The argument \"degrees\" cannot be read: expected an array."#),
    (#"{"depth":1}"#, #"The argument \"depth\" is not known."#),
  ])
  func `names the argument of a screen that cannot be read`(arguments: String, text: String) throws {
    let result = try #require(conversation.result("open_kiln", arguments))
    #expect(result.text.contains(text), "\(result.text)")
    #expect(conversation.server.app.instances.isEmpty)
  }

  @Test func `an argument that may be left out has its bounds and its form`() throws {
    let arguments = try #require(tool("open_kiln")["inputSchema"]?["properties"])
    let shelves =
      #"{"anyOf":[{"maximum":9,"minimum":1,"type":"integer"},{"type":"null"}],"description":"How many shelves it has."}"#
    expectEqual(arguments["shelves"]?.text, shelves)
    expectEqual(arguments["cone"]?["description"]?.string, "The cone. It is a number from 0.5 to 14.5.")
    let price = "What it costs. A decimal number, as a text: a number from 0."
    expectEqual(arguments["price"]?["description"]?.string, price)
    expectEqual(arguments["start"]?["description"]?.string, "When it begins. A time of day, such as 09:30.")
  }

  @Test(arguments: [(#"{"shelves":12}"#, "shelves"), (#"{"cone":15}"#, "cone"), (#"{"start":"soon"}"#, "start")])
  func `a value out of its bounds is refused with the name of its argument`(arguments: String, name: String) throws {
    let result = try #require(conversation.result("open_kiln", arguments))
    #expect(result.text.contains(#"The argument \"\#(name)\" cannot be read: expected a"#), "\(result.text)")
    #expect(conversation.server.app.instances.isEmpty)
  }

  @Test func `a list that is too long has another page`() throws {
    let conversation = Conversation()
    conversation.initialize()
    for _ in 0..<201 { conversation.call("open_screen", #"{"screen":"drawer"}"#) }
    let ask = { (cursor: String) -> JSONText in
      let line = conversation.send(
        #"{"id":1,"jsonrpc":"2.0","method":"resources/list","params":{"cursor":\#(cursor)}}"#)
      return try JSONText(scanning: (line.last ?? "").utf8)
    }
    let first = try #require(ask("null")["result"])
    expectEqual(first["resources"].map { Array($0.elements).count }, 200)
    let cursor = try #require(first["nextCursor"]?.text)
    let second = try #require(ask(cursor)["result"])
    expectEqual(second["resources"]?.elements.compactMap { $0["name"]?.string }, ["drawer-201"])
    #expect(second["nextCursor"] == nil)
    try expectEqual(ask(#""x""#)["error"]?["code"]?.integer(), -32602)
  }
}
