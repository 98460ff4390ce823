import ExpectSupport
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// The guarantees of the protocol, as `Apps/Stdio/README.md` lists them.
@MainActor @Suite struct ScreenServerGuaranteeTests {
  private func next(_ id: Int, _ instance: String = "counter-1") -> String {
    send(id, instance, "nextButtonWasTapped")
  }

  private func revision(_ frame: String) -> Int? {
    frame.split(separator: #""rev":"#).dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
  }

  @Test func `writes an update before the reply that names its revision`() {
    let stage = ServerStage()
    stage.say(open(1, "counter"))
    for id in 2...20 {
      let frames = stage.say(next(id))
      expectEqual(frames.last.flatMap(revision), id)
      expectEqual(frames.count, 2)
      expectEqual(frames.first.flatMap(revision), id)
    }
  }

  @Test func `conflates the updates of a chunk and keeps the last state`() {
    let stage = ServerStage()
    stage.say(open(1, "counter"))
    let frames = stage.say(next(2), next(3), next(4), request(5, "screen/get", #"{"instance":"counter-1"}"#))
    expectEqual(frames.count, 5)
    #expect(frames[0].hasPrefix(#"{"jsonrpc":"2.0","method":"screen/update""#))
    expectEqual(frames.map(revision), [4, 2, 3, 4, 4])
  }

  @Test func `names an instance in no frame before its reply`() {
    let stage = ServerStage()
    let batch = "[" + [open(1, "balance"), send(2, "balance-1", "refreshButtonWasTapped")].joined(separator: ",") + "]"
    let frames = stage.say(batch)
    #expect(frames.first?.hasPrefix("[{") == true)
    expectEqual(frames.compactMap(revision), [2])
    expectEqual(stage.say(send(3, "balance-1", "refreshButtonWasTapped")).last, result(3, #"{"rev":2}"#))
  }

  @Test func `includes earlier changes in the reply that opens a screen`() {
    let stage = ServerStage()
    let inactive = request(2, "app/send", #"{"event":{"type":"willResignActive"}}"#)
    let frames = stage.say("[\(open(1, "balance")),\(inactive)]")
    #expect(frames.first?.hasPrefix("[{") == true)
    #expect(frames.allSatisfy { $0.contains(#""isRedacted":true"#) })
  }

  @Test func `names an instance in no frame after it was closed`() {
    let stage = ServerStage(latency: 100)
    stage.say(open(1, "balance"))
    let close = request(3, "screen/close", #"{"instance":"balance-1"}"#)
    let frames = stage.say(send(2, "balance-1", "refreshButtonWasTapped"), close)
    expectEqual(frames, [result(2, #"{"rev":2}"#), result(3)])
    expectEqual(stage.wait(1_000), [])
    expectEqual(stage.say(request(4, "app/send", #"{"event":{"type":"willResignActive"}}"#)), [result(4)])
    #expect(stage.server.app.instances.isEmpty)
  }

  @Test func `reports once that the app has closed a screen`() throws {
    let stage = ServerStage(latency: 100)
    stage.say(open(1, "counter"))
    let screen = try #require(stage.server.app.instances.first)
    expectEqual(
      stage.watch { screen.close() },
      [
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-1","reason":"closedByApp"}}"#
      ])
    #expect(stage.say(next(2)).first?.contains("unknownInstance") == true)
  }

  @Test func `applies a notification without a reply`() {
    let stage = ServerStage()
    stage.say(open(1, "counter"))
    let event = #"{"type":"nextButtonWasTapped"}"#
    let notification =
      #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-1","event":\#(event)}}"#
    expectEqual(stage.say(notification).compactMap(revision), [2])
  }

  @Test func `keeps two instances of a screen apart`() {
    let stage = ServerStage()
    stage.say(open(1, "counter"), open(2, "counter"))
    #expect(stage.say(next(3, "counter-2")).first?.contains(#""instance":"counter-2","rev":2"#) == true)
    expectEqual(stage.say(request(4, "screen/get", #"{"instance":"counter-1"}"#)).first.flatMap(revision), 1)
  }

  @Test func `answers in the framing of the request`() {
    let stage = ServerStage(framing: .auto)
    let ping = request(1, "ping")
    let frames = stage.watch { stage.server.receive(Array("Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)".utf8)) }
    expectEqual(frames.joined(separator: "\n"), "Content-Length: \(result(1).utf8.count)\r\n\r\n\(result(1))")
  }
}
