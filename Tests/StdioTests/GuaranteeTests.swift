import JSONRPC
import Testing

@testable import Stdio

/// The protocol's guarantees: what `Apps/Stdio/README.md` says that a front can rely on.
@MainActor @Suite struct GuaranteeTests {
  private func next(_ id: Int, _ instance: String = "counter-1") -> String {
    send(id, instance, "nextButtonWasTapped")
  }

  private func revision(_ frame: String) -> Int? {
    frame.split(separator: #""rev":"#).dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
  }

  @Test func anUpdateComesBeforeTheReplyThatNamesItsRevision() {
    let stage = Stage()
    stage.say(open(1, "counter"))
    for id in 2...20 {
      let frames = stage.say(next(id))
      #expect(frames.last.flatMap(revision) == id)
      #expect(frames.count == 2)
      #expect(frames.first.flatMap(revision) == id)
    }
  }

  @Test func whatComesTogetherIsToldOnceAndTheFinalStateIsNeverLost() {
    let stage = Stage()
    stage.say(open(1, "counter"))
    let frames = stage.say(next(2), next(3), next(4), request(5, "screen/get", #"{"instance":"counter-1"}"#))
    #expect(frames.count == 5)
    #expect(frames[0].hasPrefix(#"{"jsonrpc":"2.0","method":"screen/update""#))
    #expect(frames.map(revision) == [4, 2, 3, 4, 4])
  }

  @Test func nothingNamesAnInstanceBeforeItsReply() {
    let stage = Stage()
    let batch = "[" + [open(1, "balance"), send(2, "balance-1", "refreshButtonWasTapped")].joined(separator: ",") + "]"
    let frames = stage.say(batch)
    #expect(frames.first?.hasPrefix("[{") == true)
    #expect(frames.compactMap(revision) == [2])
    #expect(stage.say(send(3, "balance-1", "refreshButtonWasTapped")).last == result(3, #"{"rev":2}"#))
  }

  @Test func whatChangedBeforeTheReplyIsInIt() {
    let stage = Stage()
    let inactive = request(2, "app/send", #"{"event":{"type":"willResignActive"}}"#)
    let frames = stage.say("[\(open(1, "balance")),\(inactive)]")
    #expect(frames.first?.hasPrefix("[{") == true)
    #expect(frames.allSatisfy { $0.contains(#""isRedacted":true"#) })
  }

  @Test func nothingNamesAnInstanceAfterItWasClosed() {
    let stage = Stage(latency: 100)
    stage.say(open(1, "balance"))
    let close = request(3, "screen/close", #"{"instance":"balance-1"}"#)
    let frames = stage.say(send(2, "balance-1", "refreshButtonWasTapped"), close)
    #expect(frames == [result(2, #"{"rev":2}"#), result(3)])
    #expect(stage.wait(1_000) == [])
    #expect(stage.say(request(4, "app/send", #"{"event":{"type":"willResignActive"}}"#)) == [result(4)])
    #expect(stage.front.app.instances.isEmpty)
  }

  @Test func aScreenThatTheAppClosesIsToldOfOnce() throws {
    let stage = Stage(latency: 100)
    stage.say(open(1, "counter"))
    let screen = try #require(stage.front.app.instances.first)
    #expect(
      stage.watch { screen.close() } == [
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-1","reason":"closedByApp"}}"#
      ])
    #expect(stage.say(next(2)).first?.contains("unknownInstance") == true)
  }

  @Test func aNotificationIsAppliedAndNotAnswered() {
    let stage = Stage()
    stage.say(open(1, "counter"))
    let event = #"{"type":"nextButtonWasTapped"}"#
    let notification =
      #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-1","event":\#(event)}}"#
    #expect(stage.say(notification).compactMap(revision) == [2])
  }

  @Test func twoInstancesOfAScreenAreTwo() {
    let stage = Stage()
    stage.say(open(1, "counter"), open(2, "counter"))
    #expect(stage.say(next(3, "counter-2")).first?.contains(#""instance":"counter-2","rev":2"#) == true)
    #expect(stage.say(request(4, "screen/get", #"{"instance":"counter-1"}"#)).first.flatMap(revision) == 1)
  }

  @Test func headersAreAnsweredInHeaders() {
    let stage = Stage(framing: .auto)
    let ping = request(1, "ping")
    let frames = stage.watch { stage.front.receive(Array("Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)".utf8)) }
    #expect(frames.joined(separator: "\n") == "Content-Length: \(result(1).utf8.count)\r\n\r\n\(result(1))")
  }
}
