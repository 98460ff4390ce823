import ExpectSupport
import JSONRPC
import Testing

/// What waits for the output, and what is made of it when there is room.
@Suite struct FrameQueueTests {
  private let transcript = Transcript()
  private let session: Session
  private let counter = Counter()
  private let topic: Topic
  private let failures = Log<WriteFailure>()

  private final class Counter {
    var rev = 1
    var makingCount = 0
  }

  init() {
    var limits = Limits()
    limits.unwritten = 100_000
    session = Session(output: transcript, limits: limits)
    session.registerLifecycle()
    let topic = Self.topic(counter, isOpen: true)
    self.topic = topic
    session.register("get", .immediate) { _, call in
      call.succeed(reporting: topic, orIfClosed: RPCError(.invalidParams, reason: "closed"))
    }
    session.register("next", .immediate) { [counter, unowned session] _, call in
      counter.rev += 1
      session.update(topic)
      call.succeed { $0.member("rev", counter.rev) }
    }
    session.onOutputFailure = { [failures] in failures.add($0) }
  }

  private static func topic(_ counter: Counter, isOpen: Bool) -> Topic {
    Topic("update", isOpen: isOpen) {
      counter.makingCount += 1
      $0.member("rev", counter.rev)
    }
  }

  private func say(_ lines: String...) -> [String] {
    session.receive(Array(lines.map { $0 + "\n" }.joined().utf8))
    return take()
  }

  private func take() -> [String] { transcript.take().split(separator: "\n").map(String.init) }

  /// Lets the output take so many bytes; what it has taken.
  private func read(_ room: Int? = nil) -> [String] {
    transcript.room = room
    session.outputHasRoom()
    return take()
  }

  private func update(_ rev: Int) -> String { #"{"jsonrpc":"2.0","method":"update","params":{"rev":\#(rev)}}"# }
  private func reply(_ id: Int, _ rev: Int) -> String { result("\(id)", #"{"rev":\#(rev)}"#) }

  @Test func `makes a reply when it is written`() {
    transcript.room = 0
    expectEqual(say(call("1", "get")), [])
    counter.rev = 7
    expectEqual(read(), [reply(1, 7)])
    expectEqual(session.unwrittenCount, 0)
    expectEqual(session.writtenCount, reply(1, 7).utf8.count + 1)
  }

  @Test func `writes an update before the first reply that reports it`() {
    transcript.room = 0
    expectEqual(say(call("1", "get"), call("2"), call("3", "get"), call("4", "next"), call("5", "next")), [])
    expectEqual(read(), [update(3), reply(1, 3), result("2"), reply(3, 3), reply(4, 2), reply(5, 3)])
    expectEqual(say(call("6", "next")), [update(4), reply(6, 4)])
  }

  @Test func `keeps one update of a topic in its place`() {
    transcript.room = 0
    for id in 1...3 { expectEqual(say(call("\(id)"), call("\(id + 10)", "next")), []) }
    expectEqual(read(), [result("1"), update(4), reply(11, 2), result("2"), reply(12, 3), result("3"), reply(13, 4)])
  }

  @Test func `makes nothing twice while there is room`() {
    expectEqual(say(call("1", "next"), call("2", "next"), call("3", "next")).first, update(4))
    expectEqual(counter.makingCount, 1)
  }

  @Test func `completes a frame that was cut as it was begun`() {
    transcript.room = 5
    var text = say(call("1", "get"), call("2", "get")).joined()
    counter.rev = 9
    text += read(1).joined()
    expectEqual(text.count, 6)
    expectEqual([text + read().joined(separator: "\n")], [reply(1, 1) + "\n" + reply(2, 9)])
  }

  @Test func `makes a frame later if the output ends before it`() {
    transcript.room = reply(1, 1).utf8.count + 1
    expectEqual(say(call("1", "get"), call("2", "get")), [reply(1, 1)])
    counter.rev = 9
    expectEqual(read(), [reply(2, 9)])
  }

  @Test func `writes held replies when there are more than 256 KiB`() {
    let session = Session(output: transcript)
    session.registerLifecycle()
    let size = 1 << 16
    let text = String(repeating: "x", count: size - result("1", #"{"text":""}"#).utf8.count)
    let writtenCounts = Log<Int>()
    session.register("fill", .immediate) { [unowned session] _, call in
      writtenCounts.add(session.writtenCount)
      call.succeed { $0.member("text", text) }
    }
    session.receive(Array((1...6).map { call("\($0)", "fill") + "\n" }.joined().utf8))
    expectEqual(writtenCounts.entries, [0, 0, 0, 0, 0, 5 * (size + 1)])
    expectEqual(session.writtenCount, 6 * (size + 1))
  }

  @Test func `updates a topic again whose update was cut`() {
    transcript.room = 5
    let start = say(call("1", "get"), call("2", "next"))
    expectEqual(start, [String(update(2).prefix(5))])
    expectEqual(say(call("3", "next")), [])
    expectEqual(
      start.joined() + read().joined(separator: "\n"),
      [update(2), update(3), reply(1, 3), reply(2, 2), reply(3, 3)].joined(separator: "\n"))
  }

  @Test func `writes what waits of a closed topic`() {
    transcript.room = 0
    expectEqual(say(call("1", "next"), call("2", "get")), [])
    topic.close()
    counter.rev = 5
    session.update(topic)
    expectEqual(say(call("3", "get")), [])
    expectEqual(read(), [update(5), reply(1, 2), reply(2, 5), error(-32602, "3", "closed")])
  }

  @Test func `reports a topic after the reply that opens it`() {
    let counter = Counter()
    let topic = Self.topic(counter, isOpen: false)
    session.register("open", .immediate) { _, call in call.succeed(opening: topic) }
    session.update(topic)
    expectEqual(take(), [])
    transcript.room = 0
    expectEqual(say(call("1", "open")), [])
    counter.rev = 2
    session.update(topic)
    expectEqual(read(), [reply(1, 2)])
    counter.rev = 3
    session.update(topic)
    expectEqual(take(), [update(3)])
  }

  @Test func `makes a finished batch when it is written`() {
    transcript.room = 0
    expectEqual(say("[\(call("1", "get")),\(call("2")),\(call("3", "get"))]"), [])
    expectEqual(say(call("4", "next")), [])
    expectEqual(read(), [update(2), "[\(reply(1, 2)),\(result("2")),\(reply(3, 2))]", reply(4, 2)])
  }

  @Test func `lets go of a topic with its last frame`() {
    weak var released: Counter?
    do {
      let counter = Counter()
      released = counter
      let topic = Self.topic(counter, isOpen: false)
      session.register("open", .immediate) { [weak topic] _, call in
        if let topic { call.succeed(opening: topic) }
      }
      transcript.room = 0
      expectEqual(say(call("1", "open")), [])
      topic.close()
    }
    #expect(released != nil)
    expectEqual(read(), [reply(1, 1)])
    #expect(released == nil)
  }

  @Test func `fails once when too much waits`() {
    transcript.room = 10
    var count = 0
    while failures.entries.isEmpty, count < 10_000 {
      _ = say(call("1", "get"))
      count += 1
    }
    expectEqual(failures.entries, [.overflow])
    #expect((300...400).contains(count))
    expectEqual(session.unwrittenCount, 0)
    transcript.room = nil
    expectEqual(say(call("1", "get"), call("2", "next"), call("3")), [])
    expectEqual(failures.entries, [.overflow])
  }

  @Test func `what waited for an output that has failed is freed piece by piece`() {
    let freed = Log<Int>()
    final class Witness {
      let log: Log<Int>
      init(_ log: Log<Int>) { self.log = log }
      deinit { log.add(1) }
    }
    session.register("make", .immediate) { _, call in
      let witness = Witness(freed)
      let topic = Topic("made", isOpen: true) { _ in withExtendedLifetime(witness) {} }
      call.succeed(reporting: topic, orIfClosed: RPCError(.invalidParams, reason: "closed"))
    }
    var discarded: DiscardedFrames?
    session.onDiscard = { discarded = $0 }
    transcript.room = 10
    while failures.entries.isEmpty { _ = say(call("1", "make")) }
    // The first has begun to leave.
    expectEqual(freed.entries.count, 1)
    expectEqual(discarded?.freePiece(), true)
    #expect((200...300).contains(freed.entries.count), "\(freed.entries.count)")
    expectEqual(discarded?.freePiece(), false)
    #expect((300...400).contains(freed.entries.count), "\(freed.entries.count)")
    discarded = nil
  }

  @Test func `what a message causes leaves when it is handled, however much it is`() {
    session.register("tell", .immediate) { [session, transcript] _, call in
      let count = transcript.bytes.count
      for _ in 0..<4 { session.notify("told") { $0.member("text", String(repeating: "a", count: 100_000)) } }
      call.succeed {
        $0.member("before", count)
        $0.member("sent", transcript.bytes.count - count)
      }
    }
    let frames = say(call("1", "tell"), call("2", "tell"))
    let count = frames[...4].joined(separator: "\n").utf8.count + 1
    expectEqual(frames[4], result("1", #"{"before":0,"sent":0}"#))
    expectEqual(frames[9], result("2", #"{"before":\#(count),"sent":0}"#))
  }

  @Test func `is full until the output has taken everything`() {
    transcript.room = 50
    _ = say(call("1"), call("2"))
    #expect(session.isOutputFull)
    _ = read(1)
    #expect(session.isOutputFull)
    _ = read()
    #expect(!session.isOutputFull)
    expectEqual(session.unwrittenCount, 0)
  }

  @Test func `writes the same in pieces of any size`() {
    let expected = (0..<2_000).map { result("\($0)") }
    for size in [1, 7, 4_096, 100_000] {
      let transcript = Transcript()
      let session = Session(output: transcript)
      session.registerLifecycle()
      transcript.room = 0
      for id in 0..<2_000 { session.receive(Array((call("\(id)") + "\n").utf8)) }
      while session.unwrittenCount > 0 {
        transcript.room = size
        session.outputHasRoom()
      }
      expectEqual(transcript.take().split(separator: "\n").map(String.init), expected)
    }
  }
}
