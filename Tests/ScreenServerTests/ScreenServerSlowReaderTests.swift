import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

/// A client that reads later than the server writes.
@MainActor @Suite struct ScreenServerSlowReaderTests {
  @Test func `finds the newest states and all replies`() throws {
    let (changes, pings) = (10_000, 1_000)
    let output = LaggingOutput()
    let stage = ServerStage(output: output)
    func say(_ text: String) { stage.server.receive(Array(text.utf8)) }

    for id in 1...3 { say(open(id, "counter") + "\n") }
    output.room = 1_000
    let events = (1...3).map { number in
      #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-\#(number)","#
        + #""event":{"type":"nextButtonWasTapped"}}}"# + "\n"
    }
    let chunk = (0..<10).map { events[$0 % 3] }.joined()
    for number in 0..<changes / 10 {
      say(chunk)
      say(request(number + 4, "ping") + "\n")
    }
    #expect(stage.server.session.unwrittenCount < 100_000)
    output.room = nil
    stage.server.session.outputHasRoom()

    let lines = output.frames.map(\.text)
    let replies = lines.filter { $0.hasPrefix(#"{"id":"#) }
    expectEqual(replies.dropFirst(3), (4...pings + 3).map { result($0) }[...])
    let instances = stage.server.app.instances
    for (index, instance) in instances.enumerated() {
      let updates = lines.filter { $0.contains(#""instance":"counter-\#(index + 1)""#) }
      let revisions = updates.compactMap { $0.firstMatch(of: /"rev":(\d+)/)?.1 }.compactMap { Int($0) }
      expectEqual(revisions, Array(Set(revisions)).sorted())
      expectEqual(revisions.last, instance.snapshot.revision)
      #expect(revisions.count < 100)
    }
    #expect(instances.reduce(0) { $0 + $1.snapshot.revision } > changes / 2)
  }
}
