import ExpectSupport
import JSON
import JSONRPC
import Testing

/// The protocol's guarantees for topics, with an output that takes everything at once.
@Suite struct SessionUpdateTests {
  private let transcript = Transcript()
  private let session: Session
  private let counter = Counter()
  private let topic: Topic

  private final class Counter {
    var rev = 0
    var encodings = 0
  }

  init() {
    session = Session(output: transcript)
    session.registerLifecycle()
    let topic = Topic("screen/update") { [counter] in
      counter.encodings += 1
      $0.member("rev", counter.rev)
    }
    self.topic = topic
    session.register("next") { [counter, unowned session] _, call in
      counter.rev += 1
      session.update(topic)
      call.succeed { $0.member("rev", counter.rev) }
    }
    session.register("get") { _, call in
      call.succeed(reporting: topic, orIfClosed: RPCError(.cancelled, reason: "cancelled"))
    }
    session.register("open") { [counter, unowned session] _, call in
      call.succeed(["rev": .integer(counter.rev)] as JSON) { session.notify("screen/opened") }
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

  @Test func `writes an update before the reply that names it`() {
    let answer = say(call("1", "next"))
    expectEqual(answer, update(1) + result("1", #"{"rev":1}"#) + "\n")
  }

  @Test func `makes one update for the changes of a chunk`() {
    let replies = (2...5).map { result("\($0)", #"{"rev":\#($0 - 1)}"#) + "\n" }.joined()
    let answer = say(call("1"), call("2", "next"), call("3", "next"), call("4", "next"), call("5", "next"))
    expectEqual(answer, result("1") + "\n" + update(4) + replies)
    expectEqual(counter.encodings, 1)
  }

  @Test func `writes a reply before frames that are sent later`() {
    let reply = result("1", #"{"rev":0}"#)
    let single = say(call("1", "open"))
    expectEqual(single, reply + "\n" + opened)
    let batch = say("[" + call("1", "open") + "," + call("2") + "]")
    expectEqual(batch, "[" + reply + "," + result("2") + "]\n" + opened)
  }

  @Test func `makes a reply that reports a topic with its batch`() {
    var waiting: [Call] = []
    session.register("later") { _, call in waiting.append(call) }
    expectEqual(say("[" + call("1", "get") + "," + call("2", "later") + "]"), "")
    #expect(say(call("3", "next"), call("4", "get")).hasSuffix(result("4", #"{"rev":1}"#) + "\n"))
    waiting[0].succeed()
    expectEqual(transcript.take(), "[" + result("1", #"{"rev":1}"#) + "," + result("2") + "]\n")
  }

  @Test func `answers with an error if the topic was closed before the batch was sent`() {
    var waiting: [Call] = []
    session.register("later") { _, call in waiting.append(call) }
    expectEqual(say("[" + call("1", "get") + "," + call("2", "later") + "]"), "")
    expectEqual(say(call("3", "get")), result("3", #"{"rev":0}"#) + "\n")
    topic.close()
    waiting[0].succeed()
    expectEqual(transcript.take(), "[" + error(-32800, "1", "cancelled") + "," + result("2") + "]\n")
  }

  @Test func `writes a change at once, or at the end of perform`() {
    counter.rev = 1
    session.update(topic)
    expectEqual(transcript.take(), update(1))
    session.perform {
      counter.rev = 2
      session.update(topic)
      counter.rev = 3
      session.update(topic)
      expectEqual(transcript.take(), "")
    }
    expectEqual(transcript.take(), update(3))
  }
}
