import Dispatch
import ExpectSupport
import Foundation
import JSONRPC
import Locking
import MCP
import Recording
import ScreenServer
import Screens
import StandardIO
import StreamsTesting
import Support
import Terminal
import Testing
import TextUI

/// Hidden is hidden: what a front may not read leaves the core towards it in no form, and that something is hidden is said.
/// `TRIBUTARY_SEEDS` says how many times as many apps are made.
@MainActor @Suite struct HiddenTests {
  /// A core with one front, and all that leaves it.
  @MainActor private final class Stage {
    let plan: StrongboxPlan
    let app: AppCore
    let recorder: Recorder
    private let scheduler = TestScheduler()
    private let recorded = Bytes()
    private let front = Bytes()
    private var faults: [String] = []
    private var receive: ([UInt8]) -> Void = { _ in }
    private var end: () -> Void = {}
    private var number = 0
    private var start = (front: 0, recorded: 0)
    /// The connection; without one, it is a prompt.
    private var server: AnyObject?
    private var prompt: TextFront?

    private struct Prompt: TextApp {
      let core: AppCore
    }

    init(seed: UInt64) {
      plan = StrongboxPlan(seed: seed)
      recorder = Recorder(
        SessionConfiguration(front: "test 1.0", seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
        clock: { Date(timeIntervalSince1970: 1_795_359_845) }, write: recorded.add)
      app = recorder.makeApp(.strongbox(plan))
      app.onFault = { [unowned self] in faults.append($0) }
    }

    /// All that was written since the front has no attention: by the front, into the recording, and of mistakes.
    var everything: String {
      let (front, recorded) = (front.text.utf8.dropFirst(start.front), recorded.text.utf8.dropFirst(start.recorded))
      return [String(decoding: front, as: UTF8.self), String(decoding: recorded, as: UTF8.self)].joined()
        + faults.joined(separator: "\n")
    }
    var written: String { front.text }
    var recording: String { recorded.text }
    var mistakes: [String] { faults }

    /// Attaches a client or a page, which has no attention unless it is active.
    func connect(_ kind: FrontKind, isActive: Bool = false) {
      let server = ScreenServer(output: front, kind: kind) { [app] in app }
      self.server = server
      receive = server.receive
      end = server.session.endOfInput
      say("initialize", #"{"capabilities":{"app":true,"causes":true,"patches":true,"questions":["*"],"shared":true}}"#)
      if !isActive { resign() }
      start = (front.text.utf8.count, recorded.text.utf8.count)
    }

    func resign() { say("app/send", #"{"event":{"type":"willResignActive"}}"#) }

    /// Attaches an assistant.
    func connectAssistant(_ version: String = "2025-11-25") {
      let server = MCPServer(
        output: front, name: "boxes", version: "1.0", scheduler: scheduler.mainQueue
      ) { [app] in app }
      self.server = server
      receive = server.receive
      end = server.session.endOfInput
      say("initialize", #"{"capabilities":{"elicitation":{}},"protocolVersion":"\#(version)"}"#)
    }

    /// Attaches a prompt.
    func attachPrompt() {
      let prompt = TextFront(
        Prompt(core: app), input: .pipe(LineReader(text: "")), display: Display(front, style: .plain),
        errors: Display(front, style: .plain))
      prompt.record(to: recorder)
      self.prompt = prompt
    }

    /// Sends the prompt to the background.
    func sendToBackground() async {
      await type("background")
      start = (front.text.utf8.count, recorded.text.utf8.count)
    }

    /// A request of a client, or of an assistant.
    ///
    /// - Returns: What was written meanwhile.
    @discardableResult func say(_ method: String, _ params: String) -> String {
      number += 1
      return say(#"{"id":\#(number),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
    }

    @discardableResult func say(_ message: String) -> String {
      let start = front.text.utf8.count
      receive(Array((message + "\n").utf8))
      scheduler.advance(by: .milliseconds(10))
      return String(decoding: front.text.utf8.dropFirst(start), as: UTF8.self)
    }

    /// Sends an event without a value, as the front sends it.
    @discardableResult func send(_ event: String, _ members: String = "", to instance: String = "strongbox-1") -> String
    {
      if server is MCPServer {
        let name = event == "lid" ? "strongbox_lid_openButtonWasTapped" : "strongbox_\(event)"
        let members = event == "lid" ? "" : members
        return say("tools/call", #"{"arguments":{"instance":"\#(instance)"\#(members)},"name":"\#(name)"}"#)
      }
      return say("screen/send", #"{"event":{"type":"\#(event)"\#(members)},"instance":"\#(instance)"}"#)
    }

    /// Performs a command of the prompt.
    @discardableResult func type(_ command: String) async -> String {
      let start = front.text.utf8.count
      await prompt?.repeatCommand(command)
      scheduler.advance(by: .milliseconds(10))
      _ = await prompt?.showHeldBack()
      return String(decoding: front.text.utf8.dropFirst(start), as: UTF8.self)
    }

    func open() {
      if server is MCPServer {
        say("tools/call", #"{"arguments":{"screen":"strongbox"},"name":"open_screen"}"#)
      } else {
        say("screen/open", #"{"screen":"strongbox"}"#)
      }
    }

    /// Does all that a front can do, in an order of the seed.
    func doAll(seed: UInt64) {
      var generator = Support.SeededGenerator(seed: seed)
      open()
      send("fillButtonWasTapped")
      var events = [
        ("sellButtonWasTapped", ""), ("takeButtonWasTapped", #","id":0"#), ("shakeButtonWasTapped", ""),
        ("dropButtonWasTapped", ""), ("lid", #","event":{"type":"openButtonWasTapped"}"#), ("askButtonWasTapped", ""),
        ("noticeButtonWasTapped", ""), ("fileButtonWasTapped", ""), ("copyButtonWasTapped", ""),
        ("drawerButtonWasTapped", ""), ("fillButtonWasTapped", ""),
      ]
      events.shuffle(using: &generator)
      for (event, members) in events {
        send(event, members)
        guard Bool.random(using: &generator) else { continue }
        for screen in app.instances { look(at: screen.id) }
      }
      send("closeButtonWasTapped")
    }

    private func look(at instance: String) {
      if server is MCPServer {
        say("tools/call", #"{"arguments":{"instance":"\#(instance)"},"name":"read_screen"}"#)
        say("resources/read", #"{"uri":"tributary://screens/\#(instance)"}"#)
      } else {
        say("screen/get", #"{"instance":"\#(instance)"}"#)
      }
    }

    /// Ends the conversation and the recording.
    func finish() {
      end()
      recorder.end()
    }
  }

  /// What was written.
  private final class Bytes: Output, ByteSink {
    private let collected = LockedValue("")
    var text: String { collected.withLock { $0 } }

    func add(_ bytes: [UInt8]) { collected.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int { write(bytes) }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
      add(Array(bytes))
      return bytes.count
    }
  }

  private static let taking = #","id":0"#
  private static let lid = #","event":{"type":"openButtonWasTapped"}"#

  // MARK: - Reasons

  @Test(arguments: [FrontKind.client, .page]) func `tells a client no private reason`(kind: FrontKind) {
    for isActive in [true, false] {
      let stage = Stage(seed: 1)
      stage.connect(kind, isActive: isActive)
      stage.open()
      stage.send("fillButtonWasTapped")
      for (event, members) in [
        ("sellButtonWasTapped", ""), ("takeButtonWasTapped", Self.taking), ("shakeButtonWasTapped", ""),
        ("lid", Self.lid),
      ] {
        let reply = stage.send(event, members)
        #expect(reply.contains(#""code":1004"#), "\(event): \(reply)")
        #expect(reply.contains(stage.plan.mark) == isActive, "\(event): \(reply)")
      }
    }
  }

  @Test func `tells an assistant alone no private reason`() {
    let stage = Stage(seed: 1)
    stage.connectAssistant()
    stage.open()
    stage.send("fillButtonWasTapped")
    for (event, members) in [
      ("sellButtonWasTapped", ""), ("takeButtonWasTapped", Self.taking), ("shakeButtonWasTapped", ""), ("lid", ""),
    ] {
      let reply = stage.send(event, members)
      #expect(reply.contains(#""isError":true"#), "\(event): \(reply)")
      #expect(!reply.contains(stage.plan.mark), "\(event): \(reply)")
    }
  }

  @Test func `prints no private reason in the background`() async {
    for isActive in [true, false] {
      let stage = Stage(seed: 1)
      stage.attachPrompt()
      await stage.type("open strongbox")
      await stage.type("tap fill")
      if !isActive { await stage.type("background") }
      for command in ["tap sell", "tap take 1", "tap shake", "tap lidOpen"] {
        let printed = await stage.type(command)
        #expect(printed.contains(stage.plan.mark) == isActive, "\(command): \(printed)")
      }
    }
  }

  // MARK: - Results

  @Test(arguments: [true, false]) func `has the private members of a result for those who may read them`(
    isActive: Bool
  ) {
    let stage = Stage(seed: 2)
    stage.connect(.client, isActive: isActive)
    stage.open()
    stage.send("fillButtonWasTapped")
    let frames = stage.send("closeButtonWasTapped")
    #expect(frames.contains(#""result":"#))
    #expect(frames.contains(stage.plan.mark) == isActive, "\(frames)")
    #expect(frames.contains(#""mark":"kept""#) != isActive, "\(frames)")
  }

  @Test func `has no private member of a result for an assistant alone`() {
    let stage = Stage(seed: 2)
    stage.connectAssistant()
    stage.open()
    stage.send("fillButtonWasTapped")
    let answer = stage.send("closeButtonWasTapped")
    #expect(answer.contains(#"\"result\":"#) && answer.contains(#""number":7"#))
    #expect(!answer.contains(stage.plan.mark), "\(answer)")
  }

  /// What waits to be written is made when it is.
  @Test func `hides what waits while the client becomes inactive`() {
    let stage = Stage(seed: 2)
    stage.connect(.client, isActive: true)
    stage.open()
    stage.send("fillButtonWasTapped")
    func request(_ id: Int, _ method: String, _ params: String) -> String {
      #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
    }
    func event(_ name: String) -> String { #"{"event":{"type":"\#(name)"},"instance":"strongbox-1"}"# }
    let resigning = request(92, "app/send", #"{"event":{"type":"willResignActive"}}"#)
    let refused = stage.say("[\(request(91, "screen/send", event("sellButtonWasTapped"))),\(resigning)]")
    #expect(refused.contains(#""code":1004"#) && !refused.contains(stage.plan.mark), "\(refused)")
    stage.say("app/send", #"{"event":{"type":"didBecomeActive"}}"#)
    let closed = stage.say("[\(request(93, "screen/send", event("closeButtonWasTapped"))),\(resigning)]")
    #expect(closed.contains(#""result":"#) && !closed.contains(stage.plan.mark), "\(closed)")
  }

  // MARK: - That something is hidden is said

  @Test func `says what is hidden, beside states and results`() {
    let all =
      #""hidden":["content/mark","label/owner","labels/owner","lid/note","lid/reason","note","reason","rows/reason","rows/text","status","title"]"#
    let stage = Stage(seed: 1)
    stage.connect(.client, isActive: true)
    stage.open()
    #expect(!stage.written.contains(#""hidden""#))
    stage.resign()
    #expect(stage.written.contains(all))
    #expect(stage.say("screen/get", #"{"instance":"strongbox-1"}"#).contains(all))
    stage.send("fillButtonWasTapped")
    #expect(stage.send("drawerButtonWasTapped").contains(#""hidden":["pin"],"instance":"drawer-2""#))
    let closed = stage.send("closeButtonWasTapped")
    #expect(closed.contains(#""hidden":["contents/mark","first/mark"],"instance":"strongbox-1","reason":"completed""#))

    let other = Stage(seed: 1)
    other.connectAssistant()
    #expect(other.written.contains("names what is private and hidden from you"))
    other.open()
    #expect(other.written.contains(all))
    let resource = other.say("resources/read", #"{"uri":"tributary://screens/strongbox-1"}"#)
    #expect(resource.contains("\"_meta\":{\(all)}"))
    other.send("fillButtonWasTapped")
    let result = other.send("closeButtonWasTapped")
    #expect(result.contains(#""hidden":["contents/mark","first/mark"]"#) && !result.contains(#""mark":"#))
  }

  // MARK: - Everything

  /// The bytes with the mark, with some that precede it.
  private func leaks(of mark: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains(mark) }.map(String.init)
  }

  @Test(arguments: Seeds.first(4)) func `has no mark in any byte for an inactive client or page`(seed: UInt64) {
    for kind in [FrontKind.client, .page] {
      let stage = Stage(seed: seed)
      stage.connect(kind)
      stage.doAll(seed: seed)
      stage.finish()
      expectEqual(leaks(of: stage.plan.mark, in: stage.everything), [], "seed \(seed), \(kind)")
      #expect(stage.recording.contains("content") && stage.written.contains("strongbox-1"))
      expectEqual(stage.mistakes, [])
    }
  }

  @Test(arguments: Seeds.first(4)) func `has no mark in any byte for an assistant alone`(seed: UInt64) {
    for version in ["2025-11-25", "2024-11-05"] {
      let stage = Stage(seed: seed)
      stage.connectAssistant(version)
      stage.doAll(seed: seed)
      stage.finish()
      // The recording of an active application is its owner's, and has its states.
      expectEqual(
        leaks(of: stage.plan.mark, in: stage.written + stage.mistakes.joined()), [], "seed \(seed), \(version)")
    }
  }

  @Test(arguments: Seeds.first(4)) func `prints no mark in the background`(seed: UInt64) async {
    let stage = Stage(seed: seed)
    stage.attachPrompt()
    await stage.sendToBackground()
    for command in [
      "open strongbox", "tap fill", "show", "tap sell", "tap take 1", "tap shake", "tap lidOpen", "tap drop",
      "tap ask", "tap notice", "tap file", "tap copy", "answer", "rows", "tap drawer", "show", "back", "show",
      "tap close",
    ] {
      await stage.type(command)
    }
    stage.finish()
    expectEqual(leaks(of: stage.plan.mark, in: stage.everything), [], "seed \(seed)")
  }

  /// What would make the others prove nothing.
  @Test func `has the mark in each place for an active client`() {
    let stage = Stage(seed: 3)
    stage.connect(.client, isActive: true)
    stage.doAll(seed: 3)
    stage.finish()
    #expect(leaks(of: stage.plan.mark, in: stage.written).count > 8)
    #expect(leaks(of: stage.plan.mark, in: stage.recording).count > 3)
  }

  @Test(arguments: Seeds.first(4)) func `a replay is equal`(seed: UInt64) async throws {
    for isActive in [true, false] {
      let stage = Stage(seed: seed)
      stage.connect(.client, isActive: isActive)
      stage.doAll(seed: seed)
      stage.finish()
      let recording = stage.recording
      let difference = await Replay(try Recording(Array(recording.utf8)), .strongbox(stage.plan)).run()
      #expect(difference?.message == nil, "seed \(seed): \(recording)")
    }
    let stage = Stage(seed: seed)
    stage.connectAssistant()
    stage.doAll(seed: seed)
    stage.finish()
    let recording = stage.recording
    let difference = await Replay(try Recording(Array(recording.utf8)), .strongbox(stage.plan)).run()
    #expect(difference?.message == nil, "seed \(seed): \(recording)")
  }
}
