import ExpectSupport
import Foundation
import ScreenServer
import ScreensSupport
import StreamsTesting
import Testing
import ViewModels

@testable import ServerSupport

/// The app's questions over the wire.
@MainActor @Suite struct ScreenServerQuestionTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.mainQueue), AppDefinition(screens: [AnyScreen(.desk)])) }

  /// A client, and what it is written.
  @MainActor private final class Client {
    let server: ScreenServer
    private let transcript = Transcript()

    init(_ app: AppCore, _ capabilities: String, openFile: FileOpener? = nil) {
      server = ScreenServer(output: transcript, name: "core", version: "1.0", openFile: openFile) { app }
      say(request(1, "initialize", #"{"capabilities":\#(capabilities)}"#))
    }

    @discardableResult func say(_ line: String) -> [String] {
      server.receive(Array((line + "\n").utf8))
      return next()
    }

    func send(_ event: String, to instance: String = "desk-1", _ more: String = "") -> [String] {
      say(request(9, "screen/send", #"{"instance":"\#(instance)","event":{"type":"\#(event)"}\#(more)}"#))
    }

    func respond(_ id: String, _ result: String) -> [String] {
      say(#"{"id":"\#(id)","jsonrpc":"2.0","result":\#(result)}"#)
    }

    func next() -> [String] { transcript.take() }
  }

  private static let all = #"{"questions":["confirm","pickFile","saveFile","openLink","copy","notify","show"]}"#
  private static let shared = #"{"questions":["confirm"],"shared":true}"#

  private func client(_ capabilities: String = all, openFile: FileOpener? = nil) -> Client {
    let client = Client(app, capabilities, openFile: openFile)
    client.say(open(2, "desk"))
    return client
  }

  @Test func `asks by a request, and takes its response`() {
    let client = client()
    let frames = client.send("chooseButtonWasTapped")
    expectEqual(
      frames,
      [
        """
        {"id":"core-1","jsonrpc":"2.0","method":"question/ask","params":{"event":null,"input":{"choices":[{"label":"An apple",\
        "name":"apple","role":"normal"},{"label":"None","name":"none","role":"cancel"}],"message":"Only one.",\
        "title":"Which fruit?"},"instance":"desk-1","name":"confirm","question":"question-1"}}
        """, #"{"id":9,"jsonrpc":"2.0","result":{"rev":1}}"#,
      ])
    let answered = client.respond("core-1", #"{"answer":"apple"}"#)
    #expect(answered.contains { $0.contains(#""answers":["confirm: apple"]"#) })
    #expect(
      answered.contains {
        $0.contains(#""method":"question/ended","params":{"outcome":"answered","question":"question-1"}"#)
      })
    #expect(client.respond("core-1", #"{"answer":"none"}"#).isEmpty, "A second response is ignored.")
  }

  @Test func `holds an event, and says what came of it`() {
    let client = client()
    let frames = client.send("clearButtonWasTapped")
    expectEqual(frames.last, #"{"id":9,"jsonrpc":"2.0","result":{"held":"question-1","rev":1}}"#)
    #expect(frames.first?.contains(#""event":"clearButtonWasTapped""#) == true)
    let ended = client.respond("core-1", #"{"answer":"yes"}"#)
    #expect(ended.contains { $0.contains(#""rows":[]"#) })
    #expect(ended.contains { $0.contains(#"{"event":"applied","outcome":"answered","question":"question-1"}"#) })
  }

  @Test func `applies what is confirmed, and refuses with a code what cannot be`() {
    let client = client()
    expectEqual(
      client.send("clearButtonWasTapped", #","confirmed":true"#).last, #"{"id":9,"jsonrpc":"2.0","result":{"rev":2}}"#)
    let silent = self.client("{}")
    expectEqual(
      silent.send("clearButtonWasTapped", to: "desk-2").last,
      """
      {"error":{"code":1004,"data":{"code":"confirmationNeeded","reason":"A person is asked before this. This program \
      cannot ask you: do it in another one."},"message":"Event rejected"},"id":9,"jsonrpc":"2.0"}
      """)
    #expect(
      silent.send("clearButtonWasTapped", to: "desk-2", #","confirmed":1"#).last?.contains(#""pointer":"/confirmed""#)
        == true)
    #expect(silent.send("chooseButtonWasTapped", to: "desk-2").allSatisfy { !$0.contains("question/") })
  }

  @Test func `refuses an assistant that says it has asked`() {
    let client = client(#"{"front":{"kind":"assistant"},"shared":true}"#)
    let frame = client.send("clearButtonWasTapped", #","confirmed":true"#).last ?? ""
    #expect(frame.contains("A person confirms this."))
  }

  @Test func `keeps a question open whose response is no answer, and takes another one by the method`() {
    let client = client()
    _ = client.send("chooseButtonWasTapped")
    expectEqual(
      client.respond("core-1", #"{"answer":7}"#),
      [
        """
        {"jsonrpc":"2.0","method":"question/refused","params":{"question":"question-1","reason":"The answer cannot be read: \
        expected a string."}}
        """
      ])
    expectEqual(app.openQuestions.count, 1)
    let wrong = client.say(request(3, "question/answer", #"{"question":"question-1","answer":"pear"}"#))
    #expect(wrong.last?.contains(#""reason":"The answer is one of apple, none.""#) == true)
    let right = client.say(request(4, "question/answer", #"{"question":"question-1","answer":"apple"}"#))
    expectEqual(right.last, #"{"id":4,"jsonrpc":"2.0","result":{}}"#)
    let second = client.say(request(5, "question/answer", #"{"question":"question-1","answer":"none"}"#))
    #expect(second.last?.contains(#""reason":"This question has ended, and takes no other answer.""#) == true)
  }

  @Test(arguments: [#"{"answer":"apple","hunter2":1}"#, #"{"anwser":"apple"}"#, "7"])
  func `refuses a response with other members`(result: String) {
    let client = client()
    _ = client.send("chooseButtonWasTapped")
    expectEqual(
      client.respond("core-1", result),
      [
        """
        {"jsonrpc":"2.0","method":"question/refused","params":{"question":"question-1","reason":"The response is no object of \
        answer, cancelled or cannot."}}
        """
      ])
    expectEqual(app.openQuestions.count, 1)
  }

  @Test(arguments: [
    (#"{"cancelled":true}"#, "confirm: cancelled"), (#"{"cannot":"No hands."}"#, "confirm: cannot: No hands."),
  ]) func `takes a response without an answer`(result: String, line: String) {
    let client = client()
    _ = client.send("chooseButtonWasTapped")
    #expect(client.respond("core-1", result).contains { $0.contains(line) })
  }

  @Test func `takes an error for a front that cannot`() {
    let client = client()
    _ = client.send("chooseButtonWasTapped")
    let frames = client.say(
      #"{"id":"core-1","jsonrpc":"2.0","error":{"code":1,"data":{"reason":"No screen."},"message":"x"}}"#)
    #expect(frames.contains { $0.contains("confirm: cannot: No screen.") })
  }

  @Test func `tells other clients that a question is open, and withdraws it`() {
    let (one, other) = (client(), Client(app, Self.shared))
    _ = one.send("chooseButtonWasTapped")
    expectEqual(
      other.next(),
      [
        """
        {"jsonrpc":"2.0","method":"question/opened","params":{"askedOf":["client-1"],"by":"client-1","instance":"desk-1",\
        "name":"confirm","question":"question-1"}}
        """
      ])
    let refused = other.say(request(3, "question/answer", #"{"question":"question-1","answer":"apple"}"#))
    #expect(refused.last?.contains(#""reason":"This is asked of client-1.""#) == true)
    one.server.detach()
    #expect(
      other.next().contains { $0.contains(#""method":"question/ask""#) } == false, "Its screen was the first one's.")
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `asks the other client when the first has left`() {
    let (one, other) = (client(), Client(app, Self.shared))
    other.say(request(3, "screen/show", #"{"instance":"desk-1"}"#))
    _ = one.send("chooseButtonWasTapped")
    _ = other.next()
    one.server.detach()
    #expect(other.next().contains { $0.contains(#""id":"core-1","jsonrpc":"2.0","method":"question/ask""#) })
    #expect(other.respond("core-1", #"{"answer":"apple"}"#).contains { $0.contains("confirm: apple") })
  }

  @Test func `asks all clients of persons about what an assistant sends, and the first answer counts`() {
    let (one, other) = (Client(app, Self.shared), Client(app, Self.shared))
    let assistant = client(#"{"front":{"kind":"assistant"},"questions":["confirm"],"shared":true}"#)
    let held = assistant.send("clearButtonWasTapped")
    expectEqual(held.last, #"{"id":9,"jsonrpc":"2.0","result":{"held":"question-1","rev":1}}"#)
    #expect(held.contains { $0.contains(#""askedOf":["client-1","client-2"]"#) })
    for client in [one, other] { #expect(client.next().contains { $0.contains(#""method":"question/ask""#) }) }
    #expect(one.respond("core-1", #"{"answer":"yes"}"#).contains { $0.contains(#""event":"applied""#) })
    let withdrawn = other.next()
    #expect(withdrawn.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
    #expect(withdrawn.contains { $0.contains(#""method":"question/ended""#) })
    #expect(other.respond("core-1", #"{"answer":"no"}"#).isEmpty)
    #expect(assistant.next().contains { $0.contains(#""outcome":"answered""#) })
  }

  @Test func `no event of the app's own screens is asked about`() {
    #expect(AppCore.screens.allSatisfy { screen in screen.events.events.allSatisfy { !$0.asksFirst } })
  }

  @Test func `withdraws a request when the screen closes`() {
    let client = client()
    _ = client.send("chooseButtonWasTapped")
    let frames = client.say(request(3, "screen/close", #"{"instance":"desk-1"}"#))
    #expect(frames.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
    #expect(
      frames.contains(
        #"{"jsonrpc":"2.0","method":"question/ended","params":{"outcome":"cancelled","question":"question-1"}}"#))
  }

  @Test func `reads a file only for a client that owns the process`() {
    let owner = client(openFile: { path, _, wish in FileReference(name: path, bytes: Array("\(wish.limit)".utf8)) })
    _ = owner.send("fileButtonWasTapped")
    let frames = owner.respond("core-1", #"{"answer":{"path":"/tmp/a.txt"}}"#)
    #expect(frames.contains { $0.contains("pickFile: a.txt, 1 bytes") })
    let guest = client()
    _ = guest.send("fileButtonWasTapped", to: "desk-2")
    #expect(
      guest.respond("core-1", #"{"answer":{"path":"/etc/passwd"}}"#).first?
        .contains("Only a client that owns the process names a file by its path.") == true)
    expectEqual(
      guest.say(request(4, "question/answer", #"{"question":"question-2","answer":{"name":"a","base64":"SGk="}}"#))
        .last, #"{"id":4,"jsonrpc":"2.0","result":{}}"#)
  }

  @Test func `asks with a private input only while the client may see it`() {
    let client = client()
    client.say(request(3, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    #expect(client.send("privateButtonWasTapped").allSatisfy { !$0.contains("question/ask") })
    let frames = client.say(request(4, "app/send", #"{"event":{"type":"didBecomeActive"}}"#))
    #expect(frames.contains { $0.contains(#""method":"question/ask""#) })
  }
}
