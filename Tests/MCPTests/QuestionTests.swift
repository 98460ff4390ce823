import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import StreamsTesting
import Testing

/// What an assistant's event or screen asks goes to the person: by their fronts, or by the assistant's host.
@MainActor @Suite struct QuestionTests {
  private static func makeApp(_ scheduler: TestScheduler) -> AppCore {
    AppCore(
      .init(main: scheduler.mainQueue),
      AppDefinition(screens: [AnyScreen(.desk)], questions: [QuestionDescription(.degrees)]))
  }

  private let conversation = Conversation { QuestionTests.makeApp($0) }
  private var app: AppCore { conversation.server.app }

  private func initialize(_ capabilities: String) {
    _ = conversation.send(
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":\#(capabilities),"protocolVersion":"2025-11-25"}}"#
    )
  }

  private func call(_ id: Int, _ tool: String, _ arguments: String = #"{"instance":"desk-1"}"#) -> [String] {
    conversation.send(
      #"{"id":\#(id),"jsonrpc":"2.0","method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#)
  }

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":\
    {"elicitation":{"form":{}}}}
    """

  private func modern(_ id: Int, _ tool: String, _ arguments: String, _ more: String = "") -> String {
    conversation.send(
      """
      {"id":\(id),"jsonrpc":"2.0","method":"tools/call","params":{"name":"\(tool)","arguments":\(arguments)\(more),\(Self.meta)}}
      """
    ).last ?? ""
  }

  private func open() { _ = call(1, "open_screen", #"{"screen":"desk"}"#) }

  private var rows: [Int] { (app.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows ?? [] }

  // MARK: - The older revisions

  @Test func `asks the person by the host while the call is open`() {
    initialize(#"{"elicitation":{}}"#)
    open()
    let frames = call(2, "desk_clearButtonWasTapped")
    expectEqual(
      frames,
      [
        """
        {"id":"core-1","jsonrpc":"2.0","method":"elicitation/create","params":{"message":"Delete all rows?\\nThey do not come \
        back.","requestedSchema":{"properties":{"answer":{"enum":["yes","no"],"enumNames":["Delete","Cancel"],\
        "title":"Delete all rows?","type":"string"}},"required":["answer"],"type":"object"}}}
        """
      ])
    expectEqual(rows, [1, 2, 3])
    let answer = conversation.send(
      #"{"id":"core-1","jsonrpc":"2.0","result":{"action":"accept","content":{"answer":"yes"}}}"#)
    #expect(rows.isEmpty)
    #expect(answer.last?.contains(#""outcome":"applied""#) == true)
    #expect(answer.last?.contains(#""rows":[]"#) == true)
  }

  @Test(arguments: [
    #"{"action":"decline"}"#, #"{"action":"cancel"}"#, #"{"action":"accept","content":{"answer":"maybe"}}"#,
    #"{"action":"accept"}"#, #"{"action":"accept","content":{"answer":"no"}}"#,
  ]) func `sends nothing without a yes`(result: String) {
    initialize(#"{"elicitation":{}}"#)
    open()
    _ = call(2, "desk_clearButtonWasTapped")
    let answer = conversation.send(#"{"id":"core-1","jsonrpc":"2.0","result":\#(result)}"#)
    expectEqual(rows, [1, 2, 3])
    #expect(answer.last?.contains(#""id":2"#) == true)
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `withdraws the question when the call is cancelled, or the person does not answer`() {
    initialize(#"{"elicitation":{}}"#)
    open()
    _ = call(2, "desk_clearButtonWasTapped")
    let frames = conversation.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#)
    expectEqual(frames, [#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"core-1"}}"#])
    #expect(app.openQuestions.isEmpty)
    _ = call(3, "desk_clearButtonWasTapped")
    conversation.scheduler.advance(by: .seconds(20))
    expectEqual(app.openQuestions.count, 1, "The time of a person is not that of the work.")
    conversation.scheduler.advance(by: .seconds(300))
    #expect(app.openQuestions.isEmpty)
    let answer = conversation.newLines().last ?? ""
    #expect(answer.contains(#""id":3"#) && answer.contains(#""isError":true"#) && answer.contains("withdrawn"))
    expectEqual(rows, [1, 2, 3])
  }

  @Test func `refuses in words where the host cannot ask and no person's front is attached`() {
    initialize("{}")
    open()
    let answer = call(2, "desk_clearButtonWasTapped").last ?? ""
    #expect(answer.contains(#""isError":true"#))
    #expect(answer.contains("A person is asked before this: ask them. No prompt or page of theirs is at this app"))
    expectEqual(rows, [1, 2, 3])
  }

  @Test func `asks the person's front if there is one, and answers within its limit that it is open`() throws {
    initialize(#"{"elicitation":{}}"#)
    open()
    let page = app.attach(.page, isShared: true, answers: ["confirm"])
    #expect(call(2, "desk_clearButtonWasTapped").isEmpty)
    conversation.scheduler.advance(by: .seconds(11))
    let answer = conversation.newLines().last ?? ""
    #expect(answer.contains(#""askedOf":["page-2"]"#) && answer.contains(#""outcome":"open""#))
    expectEqual(rows, [1, 2, 3])
    try page.answer("question-1", of: .confirm, with: "yes")
    #expect(rows.isEmpty)
  }

  @Test func `asks nothing where the owner of the process trusts the host`() {
    let other = Conversation(trustsHostConsent: true) { QuestionTests.makeApp($0) }
    other.initialize()
    for call in [
      #""open_screen","arguments":{"screen":"desk"}"#,
      #""desk_clearButtonWasTapped","arguments":{"instance":"desk-1"}"#,
    ] {
      _ = other.send(#"{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":\#(call)}}"#)
    }
    expectEqual((other.server.app.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows, [])
  }

  @Test func `is never offered to say that it has asked`() {
    initialize("{}")
    open()
    let answer = call(2, "desk_clearButtonWasTapped", #"{"instance":"desk-1","confirmed":true}"#).last ?? ""
    #expect(answer.contains("The argument \\\"confirmed\\\" is not known"))
    expectEqual(rows, [1, 2, 3])
  }

  @Test(arguments: ["fileButtonWasTapped", "saveButtonWasTapped", "copyButtonWasTapped"])
  func `answers no file and no clipboard`(event: String) {
    initialize(#"{"elicitation":{}}"#)
    open()
    let answer = call(2, "desk_\(event)").last ?? ""
    conversation.scheduler.advance(by: .seconds(1))
    let later = (conversation.newLines().last ?? "") + answer
    #expect(later.contains("cannot: Ask the person"))
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `answers by a tool what the app opens to assistants, and nothing else`() {
    initialize(#"{"elicitation":{}}"#)
    open()
    let asked = call(2, "desk_weatherButtonWasTapped").last ?? ""
    #expect(asked.contains(#""input":"Oslo","name":"degrees","outcome":"open","question":"question-1""#))
    #expect(call(7, "read_screen").last?.contains(#""input":"Oslo""#) == true)
    let wrong = call(3, "answer_question", #"{"question":"question-1","answer":"cold"}"#).last ?? ""
    #expect(wrong.contains("expected an integer"))
    let answer = call(4, "answer_question", #"{"question":"question-1","answer":-3}"#).last ?? ""
    #expect(answer.contains("degrees: -3"))
    _ = app.attach(.page, isShared: true, answers: ["confirm"])
    _ = call(5, "desk_clearButtonWasTapped")
    let refused = call(6, "answer_question", #"{"question":"question-2","answer":"yes"}"#).last ?? ""
    #expect(refused.contains("A person answers this. Ask the person."))
    expectEqual(rows, [1, 2, 3])
  }

  @Test func `tells what the app says in the next answer, once`() {
    initialize("{}")
    open()
    let told = (call(2, "desk_noticeButtonWasTapped") + call(3, "read_screen") + call(4, "read_screen")).joined()
    expectEqual(told.components(separatedBy: #""notices":[{"text":"Done."}]"#).count, 2)
    #expect(app.openQuestions.isEmpty)
    // A person sees it, and the assistant is told of it.
    let page = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    let shared = (call(5, "desk_noticeButtonWasTapped") + call(6, "read_screen")).joined()
    #expect(shared.contains(#""notices":[{"text":"Done."}]"#))
    expectEqual(app.openQuestions.map(\.fronts), [[page.id]])
  }

  // MARK: - The newest revision

  private func state(in answer: String) -> String {
    guard let start = answer.range(of: #""requestState":""#) else { return "" }
    return String(answer[start.upperBound...].prefix { $0 != "\"" })
  }

  private func response(_ state: String, _ result: String) -> String {
    #","requestState":"\#(state)","inputResponses":{"confirmation":\#(result)}"#
  }

  @Test func `asks by a second call, which sends no event`() {
    _ = modern(1, "open_screen", #"{"screen":"desk"}"#)
    let asked = modern(2, "desk_deleteButtonWasTapped", #"{"instance":"desk-1","id":2}"#)
    #expect(asked.contains(#""resultType":"input_required""#))
    #expect(asked.contains(#""inputRequests":{"confirmation":{"method":"elicitation/create""#))
    expectEqual(rows, [1, 2, 3])
    let yes = response(state(in: asked), #"{"action":"accept","content":{"answer":"yes"}}"#)
    let answer = modern(3, "desk_deleteButtonWasTapped", #"{"id":2,"instance":"desk-1"}"#, yes)
    #expect(answer.contains(#""resultType":"complete""#) && answer.contains(#""outcome":"applied""#))
    expectEqual(rows, [1, 3])
    // What a lost answer makes the client repeat.
    try? (app.instances.first as? ScreenInstance<DeskViewModel>)?.send(.addButtonWasTapped(2))
    let again = modern(4, "desk_deleteButtonWasTapped", #"{"id":2,"instance":"desk-1"}"#, yes)
    #expect(again.contains(#""outcome":"applied""#))
    expectEqual(rows, [1, 3, 2], "Nothing is sent twice.")
  }

  @Test func `asks no host that does not say with the call that it can ask`() {
    _ = modern(1, "open_screen", #"{"screen":"desk"}"#)
    let answer =
      conversation.send(
        """
        {"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"name":"desk_deleteButtonWasTapped",\
        "arguments":{"instance":"desk-1","id":2},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
        "io.modelcontextprotocol/clientCapabilities":{}}}}
        """
      ).last ?? ""
    #expect(answer.contains("or start this server with --attach at the app that they use."))
    #expect(!answer.contains("input_required"))
    expectEqual(rows, [1, 2, 3])
  }

  @Test(arguments: ["2024-11-05", "2025-03-26"]) func `asks no host of a revision without forms`(version: String) {
    _ = conversation.send(
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{"elicitation":{}},"protocolVersion":"\#(version)"}}"#
    )
    open()
    #expect(!call(2, "desk_clearButtonWasTapped").joined().contains("elicitation/create"))
    expectEqual(rows, [1, 2, 3])
  }

  @Test func `takes no state of another tool, of other arguments, or that it has not given`() {
    _ = modern(1, "open_screen", #"{"screen":"desk"}"#)
    let asked = modern(2, "desk_deleteButtonWasTapped", #"{"instance":"desk-1","id":2}"#)
    let yes = response(state(in: asked), #"{"action":"accept","content":{"answer":"yes"}}"#)
    for (tool, arguments, more) in [
      ("desk_deleteButtonWasTapped", #"{"instance":"desk-1","id":3}"#, yes),
      ("desk_clearButtonWasTapped", #"{"instance":"desk-1"}"#, yes),
      (
        "desk_deleteButtonWasTapped", #"{"instance":"desk-1","id":2}"#,
        response("question-1", #"{"action":"accept","content":{"answer":"yes"}}"#)
      ),
    ] {
      #expect(modern(3, tool, arguments, more).contains("This requestState is not known"))
    }
    expectEqual(rows, [1, 2, 3])
    expectEqual(app.openQuestions.count, 1)
    #expect(
      modern(
        4, "desk_deleteButtonWasTapped", #"{"instance":"desk-1","id":2}"#, #","requestState":"\#(state(in: asked))""#
      )
      .contains("input_required"), "Without a response it is asked again.")
    conversation.scheduler.advance(by: .seconds(301))
    #expect(app.openQuestions.isEmpty, "No question is open for ever.")
  }
}
