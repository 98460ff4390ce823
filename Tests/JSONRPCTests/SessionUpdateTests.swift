import Dispatch
import JSONRPC
import Testing

/// The protocol's guarantees that the session gives to whoever announces states.
@Suite struct SessionUpdateTests {
  private let transcript = Transcript()
  private let session: Session
  private let counter = Counter()

  private final class Counter {
    var rev = 0
    var encodings = 0
  }

  init() {
    session = Session(.init(coreName: "core", coreVersion: "1.0"), output: transcript)
    session.register("next") { [counter, unowned session] _, call in
      counter.rev += 1
      let rev = counter.rev
      session.update("x", method: "screen/update") {
        counter.encodings += 1
        return Array(#"{"rev":\#(rev)}"#.utf8)
      }
      call.succeed(#"{"rev":\#(rev)}"#.utf8)
    }
    session.register("open") { [counter, unowned session] _, call in
      call.succeed(#"{"rev":\#(counter.rev)}"#.utf8) {
        session.notify("screen/opened", params: "{}".utf8)
      }
    }
  }

  private func say(_ lines: String...) -> String {
    session.receive(Array(lines.map { $0 + "\n" }.joined().utf8))
    return transcript.take()
  }

  private func update(_ rev: Int) -> String {
    #"{"jsonrpc":"2.0","method":"screen/update","params":{"rev":\#(rev)}}"# + "\n"
  }

  private let opened = #"{"jsonrpc":"2.0","method":"screen/opened","params":{}}"# + "\n"

  @Test func anUpdateIsWrittenBeforeTheReplyThatNamesIt() {
    let answer = say(call("1", "next"))
    #expect(answer == update(1) + result("1", #"{"rev":1}"#) + "\n")
  }

  @Test func changesOfOneChunkAreEncodedOnceInThePlaceOfTheFirst() {
    let replies = (2...5).map { result("\($0)", #"{"rev":\#($0 - 1)}"#) + "\n" }.joined()
    let answer = say(call("1"), call("2", "next"), call("3", "next"), call("4", "next"), call("5", "next"))
    #expect(answer == result("1") + "\n" + update(4) + replies)
    #expect(counter.encodings == 1)
  }

  @Test func aReplyComesBeforeWhatIsSentAfterIt() {
    let reply = result("1", #"{"rev":0}"#)
    let single = say(call("1", "open"))
    #expect(single == reply + "\n" + opened)
    let batch = say("[" + call("1", "open") + "," + call("2") + "]")
    #expect(batch == "[" + reply + "," + result("2") + "]\n" + opened)
  }

  @Test func aReplyThatTellsOfAMomentIsMadeWithItsBatch() {
    var waiting: [Call] = []
    session.register("get") { [counter] _, call in
      call.succeed(whenWritten: { $0 += #"{"rev":\#(counter.rev)}"#.utf8 })
    }
    session.register("later") { _, call in waiting.append(call) }
    #expect(say("[" + call("1", "get") + "," + call("2", "later") + "]") == "")
    #expect(say(call("3", "next"), call("4", "get")).hasSuffix(result("4", #"{"rev":1}"#) + "\n"))
    waiting[0].succeed()
    #expect(transcript.take() == "[" + result("1", #"{"rev":1}"#) + "," + result("2") + "]\n")
  }

  @Test func aReplyThatTellsOfAMomentMayBeAnErrorByThen() {
    var waiting: [Call] = []
    session.register("get") { [counter] _, call in
      call.succeed(whenWritten: { text throws(RPCError) in
        text += #"{"rev":"#.utf8
        if counter.rev > 0 { throw RPCError(.cancelled, reason: "cancelled") }
        text += "0}".utf8
      })
    }
    session.register("later") { _, call in waiting.append(call) }
    #expect(say("[" + call("1", "get") + "," + call("2", "later") + "]") == "")
    #expect(say(call("3", "get"), call("4", "next")).hasPrefix(result("3", #"{"rev":0}"#) + "\n"))
    waiting[0].succeed()
    #expect(transcript.take() == "[" + error(-32800, "1", "cancelled") + "," + result("2") + "]\n")
  }

  @Test func outsideOfInputAChangeLeavesAtOnceOrWithItsTurn() {
    session.update("x", method: "screen/update") { Array(#"{"rev":1}"#.utf8) }
    #expect(transcript.take() == update(1))
    session.perform {
      session.update("x", method: "screen/update") { Array(#"{"rev":2}"#.utf8) }
      session.update("x", method: "screen/update") { Array(#"{"rev":3}"#.utf8) }
      #expect(transcript.take() == "")
    }
    #expect(transcript.take() == update(3))
  }

  @Test func aWholeSessionThroughAWriter() {
    let sink = GatedSink(isOpen: true, most: 1000)
    let writer = Writer(sink) { _ in }
    let session = Session(.init(coreName: "core", coreVersion: "1.0"), output: writer)
    let input = (0..<5000).map { call(String($0)) + "\n" }.joined()
    session.receive(Array(input.utf8))
    session.endOfInput()
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes.joined() == (0..<5000).map { result(String($0)) + "\n" }.joined())
  }
}
