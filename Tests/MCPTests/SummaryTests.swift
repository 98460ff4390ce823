import AppTesting
import ExpectSupport
import MCP
import StreamsTesting
import Testing

private struct Leaves: ScreenOutcome, JSONRecord {
  var leaves: [String]

  static let record = Codec(Leaves.init(leaves:), \.leaves)
}

private struct TreeState: ScreenState {
  var name = "Oak"
  var isBusy: Bool { false }

  static let fields: Fields<TreeState> = [Field(\.name, "The name of the tree.")]
  static let samples = [TreeState()]
}

private enum TreeEvent: ScreenEvent {
  case shakeButtonWasTapped

  static let cases: [EventCase<TreeEvent>] = [EventCase(.shakeButtonWasTapped, "Shake the tree.")]
}

/// A screen that closes with a result of 1,000 texts.
private final class TreeViewModel: ViewModel {
  typealias Outcome = Leaves

  let eventSubject = EventSubject<TreeEvent>()
  @Published private(set) var state = TreeState()
  var statePublisher: Published<TreeState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    eventSubject.sink { _ in navigator.close(with: Leaves(leaves: (0..<1_000).map { "Leaf \($0)" })) }
      .store(in: &cancellables)
  }
}

/// What an answer carries: a summary of a few kB, whatever the state has.
@MainActor @Suite struct SummaryTests {
  private let conversation = Conversation { makeLedger($0) }

  init() { conversation.initialize() }

  private func answer(_ tool: String, _ arguments: String) throws -> JSONText {
    let result = try #require(conversation.result(tool, arguments))
    let content = try #require(result["structuredContent"])
    expectEqual(result["content"]?.elements.first { _ in true }?["text"]?.string, content.text)
    return content
  }

  private func open() throws -> JSONText { try answer("open_screen", #"{"screen":"ledger"}"#) }

  private func ids(_ list: JSONText?) -> [Int] { list?.elements.compactMap { $0["id"]?.integer() } ?? [] }

  @Test(arguments: [0, 1, 20, 800, 10_000]) func `no answer that was not asked for has more than 4 kB`(entries: Int)
    throws
  {
    let conversation = Conversation { makeLedger($0, entries: entries) }
    conversation.initialize()
    let calls = [
      ("open_screen", #"{"screen":"ledger"}"#), ("read_screen", #"{"instance":"ledger-1"}"#),
      ("ledger_draftChanged", #"{"instance":"ledger-1","text":"\#(String(repeating: "Tea, ", count: 900))"}"#),
      ("ledger_saveButtonWasTapped", #"{"instance":"ledger-1"}"#),
      ("ledger_entryWasRemoved", #"{"instance":"ledger-1","id":0}"#), ("close_screen", #"{"instance":"ledger-1"}"#),
    ]
    for (tool, arguments) in calls {
      let line = try #require(conversation.call(tool, arguments).last)
      #expect(line.utf8.count <= 4_096, "\(tool): \(line.utf8.count)")
    }
  }

  @Test func `a result is a window, too`() throws {
    let conversation = Conversation {
      let tree = Screen<TreeViewModel>("tree", about: "A tree.") { TreeViewModel($1) }
      return AppCore(AppEnvironment(main: $0.mainQueue), AppDefinition(screens: [AnyScreen(tree)]))
    }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"tree"}"#)
    let line = try #require(conversation.call("tree_shakeButtonWasTapped", #"{"instance":"tree-1"}"#).last)
    #expect(line.utf8.count <= 4_096)
    #expect(line.contains(#""more":{"result/leaves":980},"result":{"leaves":["Leaf 0""#))
  }

  @Test func `a list is a window that says how many rows are left out`() throws {
    let opened = try open()
    let rows = ids(opened["state"]?["entries"])
    #expect(rows.count >= 8 && rows == Array(0..<rows.count))
    expectEqual(opened["more"]?["entries"]?.integer(), 200 - rows.count)
  }

  @Test func `of a list that grows at its end the last rows are in sight, and nothing is for programs`() throws {
    let conversation = Conversation {
      AppCore(.test(scheduler: $0), AppDefinition(screens: [AnyScreen(.log)]))
    }
    conversation.initialize()
    let opened = try #require(conversation.result("open_screen", #"{"screen":"log"}"#)?["structuredContent"])
    let rows = ids(opened["state"]?["entries"])
    expectEqual(rows.last, 199)
    expectEqual(rows, Array((200 - rows.count)..<200))
    expectEqual(opened["more"]?["entries"]?.integer(), 200 - rows.count)
    #expect(opened["state"]?["isLong"] == nil)
  }

  @Test func `a long text is cut, with its length and the way to the rest`() throws {
    let opened = try open()
    expectEqual(opened["cut"]?.text, #"["terms"]"#)
    let terms = try #require(opened["state"]?["terms"]?.string)
    #expect(terms.hasPrefix("The bank may do as it likes.") && terms.hasSuffix("… (8700 characters)"))
    let rest = try answer("read_screen", #"{"instance":"ledger-1","field":"terms","from":8690}"#)
    expectEqual(rest["text"]?.string, "it likes. ")
    expectEqual(rest["of"]?.integer(), 8_700)
  }

  @Test func `the answer to an event has what has changed, and what can be done now`() throws {
    try expectEqual(open()["can"]?.text, #"["ledger_entryWasRemoved"]"#)
    let entered = try answer("ledger_draftChanged", #"{"instance":"ledger-1","text":"Tea"}"#)
    expectEqual(entered["changed"]?.text, #"{"draft":"Tea","saveDisabledReason":null}"#)
    expectEqual(entered["can"]?.text, #"["ledger_saveButtonWasTapped","ledger_entryWasRemoved"]"#)
    #expect(entered["state"] == nil)
    let saved = try answer("ledger_saveButtonWasTapped", #"{"instance":"ledger-1"}"#)
    expectEqual(ids(saved["changed"]?["entries"]), [200], "Of a list, the row that is new.")
    expectEqual(saved["did"]?.string, "Save the draft.")
    expectEqual(saved["title"]?.string, "Ledger", "What the screen shows.")
    let removed = try answer("ledger_entryWasRemoved", #"{"instance":"ledger-1","id":7}"#)
    expectEqual(removed["removed"]?.text, #"{"entries":[7]}"#)
    #expect(removed["changed"]?["entries"] == nil, "An empty list would be another one.")
    #expect(removed["can"] == nil, "It is as it was.")
  }

  @Test func `a list of which most is another one is told as a whole`() throws {
    let conversation = Conversation { makeLedger($0, entries: 3) }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"ledger"}"#)
    for (id, removed, shown) in [(0, #"{"entries":[0]}"#, []), (1, nil, [2])] {
      let result = conversation.result("ledger_entryWasRemoved", #"{"instance":"ledger-1","id":\#(id)}"#)
      let answer = try #require(result?["structuredContent"])
      expectEqual(answer["removed"]?.text, removed)
      expectEqual(ids(answer["changed"]?["entries"]), shown)
    }
  }

  @Test func `an answer has what a person has changed meanwhile, too`() throws {
    _ = try open()
    let app = conversation.server.app
    let ledger = try #require(app.instances.first as? ScreenInstance<LedgerViewModel>)
    try ledger.send(.entryWasRemoved(3))
    let entered = try answer("ledger_draftChanged", #"{"instance":"ledger-1","text":"Tea"}"#)
    expectEqual(entered["removed"]?.text, #"{"entries":[3]}"#)
  }

  @Test func `a rev asks for what has changed since`() throws {
    let first = try #require(open()["rev"]?.integer(as: Int.self))
    _ = try answer("ledger_draftChanged", #"{"instance":"ledger-1","text":"Tea"}"#)
    let saved = try answer("ledger_saveButtonWasTapped", #"{"instance":"ledger-1"}"#)
    let last = try #require(saved["rev"]?.integer(as: Int.self))
    let read = try answer("read_screen", #"{"instance":"ledger-1","since":\#(first)}"#)
    expectEqual(ids(read["changed"]?["entries"]), [200])
    let none = try answer("read_screen", #"{"instance":"ledger-1","since":\#(last)}"#)
    #expect(none["changed"] == nil && none["state"] == nil)
    let removed = try answer("ledger_entryWasRemoved", #"{"instance":"ledger-1","id":7,"since":\#(first)}"#)
    expectEqual(ids(removed["changed"]?["entries"]), [200], "Each event takes one, too.")
    let whole = try answer("read_screen", #"{"instance":"ledger-1"}"#)
    #expect(whole["state"] != nil, "Without one, all of it.")
  }

  @Test func `reads a list from a row on, and the rows with some words`() throws {
    _ = try open()
    let rows = try answer("read_screen", #"{"instance":"ledger-1","field":"entries","from":150}"#)
    expectEqual(ids(rows["rows"]?["entries"]), Array(150..<200))
    expectEqual(rows["of"]?["entries"]?.integer(), 200)
    let found = try answer("read_screen", #"{"instance":"ledger-1","find":"DAY 117"}"#)
    expectEqual(ids(found["rows"]?["entries"]), [117])
    let one = try answer("read_screen", #"{"instance":"ledger-1","field":"entries/117/text"}"#)
    expectEqual(one["text"]?.string, "The entry of the day 117, with words")
    let none = try answer("read_screen", #"{"instance":"ledger-1","find":"unicorn"}"#)
    expectEqual(none["rows"]?.text, #"{"entries":[]}"#)
    let unknown = try #require(conversation.result("read_screen", #"{"instance":"ledger-1","field":"names"}"#))
    #expect(unknown["isError"]?.bool == true && unknown.text.contains("It has draft, entries, saveDisabledReason"))
  }

  @Test func `what is asked for has a limit of its own`() throws {
    let conversation = Conversation { makeLedger($0, entries: 10_000) }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"ledger"}"#)
    let rows = try #require(
      conversation.result("read_screen", #"{"instance":"ledger-1","field":"entries"}"#)?["structuredContent"])
    expectEqual(ids(rows["rows"]?["entries"]).count, 100)
    expectEqual(rows["more"]?["entries"]?.integer(), 9_900)
    #expect(rows.bytes.count < 17_000)
  }

  @Test func `a call too many is a failure of the tool`() throws {
    let conversation = Conversation { makeKiln($0) }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"kiln"}"#)
    let limit = Limits().inFlight
    for id in 10..<(10 + limit) {
      conversation.call("kiln_fireButtonWasTapped", #"{"instance":"kiln-1"}"#, id: id)
    }
    let result = try #require(conversation.result("read_screen", #"{"instance":"kiln-1"}"#))
    #expect(result["isError"]?.bool == true && result.text.contains("Overloaded: \(limit) calls are open."))
  }
}
