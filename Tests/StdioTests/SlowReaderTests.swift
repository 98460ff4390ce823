import JSONRPC
import Testing

@testable import Stdio

#if !os(Windows)
  /// Row 26 of the protocol's table: a front that stops reading while very much happens.
  @MainActor @Suite struct SlowReaderTests {
    private static let changes = 10_000
    private static let pings = 1_000

    @Test("26") func aReaderThatStopsFindsTheNewestStatesAndAllReplies() throws {
      let pipe = PlainPipe()
      let writer = Writer(pipe.input) { _ in }
      let output = PromptOutput(writer, pipe.input)
      let stage = Stage(output: output)
      func say(_ text: String) { output.gather { stage.front.receive(Array(text.utf8)) } }

      for id in 1...3 { say(open(id, "counter") + "\n") }
      let events = (1...3).map { number in
        #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-\#(number)","#
          + #""event":{"type":"nextButtonWasTapped"}}}"# + "\n"
      }
      let chunk = (0..<10).map { events[$0 % 3] }.joined()
      for number in 0..<Self.changes / 10 {
        say(chunk)
        say(request(number + 4, "ping") + "\n")
      }
      // NB: an update of each instance, the replies, and what the writer has in hand: whatever a pipe holds at most.
      #expect(writer.unwrittenCount < 200_000)

      let last = 3 + Self.pings
      let lines = pipe.read(until: result(last) + "\n").split(separator: "\n").map(String.init)
      let replies = lines.filter { $0.hasPrefix(#"{"id":"#) }
      #expect(replies.dropFirst(3) == (4...last).map { result($0) }[...])
      for instance in stage.front.instances.values {
        let updates = lines.filter { $0.contains(#""instance":"\#(instance.name)""#) }
        let revisions = updates.compactMap { $0.firstMatch(of: /"rev":(\d+)/)?.1 }.compactMap { Int($0) }
        #expect(revisions == Array(Set(revisions)).sorted())
        #expect(revisions.last == instance.revision)
        #expect(revisions.count < 1_000)
      }
      #expect(stage.front.instances.values.reduce(0) { $0 + $1.revision } > Self.changes / 2)
    }
  }
#endif
