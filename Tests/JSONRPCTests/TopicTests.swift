import ExpectSupport
import JSONRPC
import Testing

/// Topics that are opened by a notification, and topics that know what the client was sent.
@Suite struct TopicTests {
  private let transcript = Transcript()
  private let session: Session
  private let counter = Counter()

  private final class Counter {
    var rev = 1
    /// The revision in the last frame that was made, and in the last one that was begun.
    var made = 0
    var begun = 0
  }

  init() {
    session = Session(output: transcript)
    session.registerLifecycle()
  }

  /// A topic whose updates write the revision from which they lead.
  private func topic(isOpen: Bool = false) -> Topic {
    Topic("update", isOpen: isOpen) { [counter] in
      counter.made = counter.rev
      $0.member("rev", counter.rev)
    } changes: { [counter] in
      counter.made = counter.rev
      $0.member("from", counter.begun)
      $0.member("rev", counter.rev)
    } didBegin: { [counter] in
      counter.begun = counter.made
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

  private func announce(_ topic: Topic) {
    session.notify("opened", opening: topic) { [counter] in
      counter.made = counter.rev
      $0.member("name", "a")
      $0.member("rev", counter.rev)
    }
  }

  private func change(_ topic: Topic) {
    counter.rev += 1
    session.update(topic)
  }

  private func opened(_ rev: Int) -> String {
    #"{"jsonrpc":"2.0","method":"opened","params":{"name":"a","rev":\#(rev)}}"#
  }

  private func update(_ from: Int, _ rev: Int) -> String {
    #"{"jsonrpc":"2.0","method":"update","params":{"from":\#(from),"rev":\#(rev)}}"#
  }

  private func reply(_ id: Int, _ rev: Int) -> String { result("\(id)", #"{"rev":\#(rev)}"#) }

  @Test func `is opened by a notification with the newest state`() {
    let topic = topic()
    change(topic)
    expectEqual(take(), [])
    transcript.room = 0
    announce(topic)
    #expect(topic.isOpen)
    change(topic)
    expectEqual(read(), [opened(3)])
    change(topic)
    expectEqual(take(), [update(3, 4)])
  }

  @Test func `is opened before the reply of the call that opens it`() {
    let topic = topic()
    session.register("navigate", .immediate) { [self] _, call in
      announce(topic)
      change(topic)
      call.succeed()
    }
    expectEqual(say(call("1"), call("2", "navigate"), call("3")), [result("1"), opened(2), result("2"), result("3")])
    expectEqual(say("[\(call("4"))]"), ["[\(result("4"))]"])
  }

  @Test func `is opened before the replies of a batch`() {
    let topic = topic()
    session.register("navigate", .immediate) { [self] _, call in
      announce(topic)
      call.succeed()
    }
    expectEqual(say("[\(call("1")),\(call("2", "navigate"))]"), [opened(1), "[\(result("1")),\(result("2"))]"])
  }

  @Test func `is not opened again`() {
    let topic = topic()
    announce(topic)
    announce(topic)
    expectEqual(take(), [opened(1)])
    topic.close()
    announce(topic)
    expectEqual(take(), [])
    let closed = self.topic()
    closed.close()
    announce(closed)
    expectEqual(take(), [])
  }

  @Test func `is written after it was closed if it waited`() {
    transcript.room = 0
    let topic = topic()
    announce(topic)
    counter.rev = 5
    topic.close()
    change(topic)
    expectEqual(read(), [opened(6)])
    change(topic)
    expectEqual(take(), [])
  }

  @Test func `is opened by a frame with a header`() {
    let session = Session(output: transcript, framing: .headers)
    let topic = topic()
    session.register("navigate", .notification) { [counter, unowned session] _, _ in
      session.notify("opened", opening: topic) { $0.member("rev", counter.rev) }
    }
    let note = #"{"jsonrpc":"2.0","method":"navigate"}"#
    session.receive(Array("Content-Length: \(note.utf8.count)\r\n\r\n\(note)".utf8))
    let text = #"{"jsonrpc":"2.0","method":"opened","params":{"rev":1}}"#
    expectEqual(transcript.take(), "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    expectEqual(session.unwrittenCount, 0)
  }

  @Test func `knows the last state that was sent`() {
    let topic = topic()
    session.register("open", .immediate) { _, call in call.succeed(opening: topic) }
    expectEqual(say(call("1", "open")), [reply(1, 1)])
    expectEqual(counter.begun, 1)
    change(topic)
    change(topic)
    expectEqual(take(), [update(1, 2), update(2, 3)])
  }

  @Test func `makes a frame again that was not begun`() {
    let topic = topic(isOpen: true)
    counter.begun = 1
    transcript.room = 0
    change(topic)
    change(topic)
    expectEqual(take(), [])
    expectEqual(counter.begun, 1)
    change(topic)
    expectEqual(read(), [update(1, 4)])
  }

  @Test func `counts a frame that was cut as sent`() {
    let topic = topic(isOpen: true)
    counter.begun = 1
    transcript.room = 5
    change(topic)
    let start = take().joined()
    #expect(start == update(1, 2).prefix(5))
    change(topic)
    change(topic)
    expectEqual(start + read().joined(separator: "\n"), [update(1, 2), update(2, 4)].joined(separator: "\n"))
  }

  @Test func `does not count a reply that only reports the state`() {
    let topic = topic(isOpen: true)
    counter.begun = 1
    session.register("get", .immediate) { _, call in
      call.succeed(reporting: topic, orIfClosed: RPCError(.invalidParams, reason: "closed"))
    }
    counter.rev = 7
    expectEqual(say(call("1", "get")), [reply(1, 7)])
    expectEqual(counter.begun, 1)
    change(topic)
    expectEqual(take(), [update(1, 8)])
  }

  @Test func `counts an update that precedes a reply`() {
    let topic = topic(isOpen: true)
    counter.begun = 1
    session.register("get", .immediate) { _, call in
      call.succeed(reporting: topic, orIfClosed: RPCError(.invalidParams, reason: "closed"))
    }
    transcript.room = 0
    expectEqual(say(call("1", "get")), [])
    change(topic)
    expectEqual(read(), [update(1, 2), reply(1, 2)])
    expectEqual(counter.begun, 2)
    change(topic)
    expectEqual(take(), [update(2, 3)])
  }

  /// With an output of any size, each update leads from the state of the frame before it, and the last state arrives.
  @Test(arguments: [1, 3, 17, 60, 200]) func `never skips a state that it counts on`(room: Int) {
    let topic = topic()
    transcript.room = 0
    announce(topic)
    var text = ""
    for step in 0..<300 {
      if step % 3 != 0 { change(topic) }
      transcript.room = room
      session.outputHasRoom()
      text += transcript.take()
    }
    transcript.room = nil
    session.outputHasRoom()
    text += transcript.take()
    let frames = text.split(separator: "\n")
    var rev = frames.first?.firstMatch(of: /"rev":(\d+)/)?.1
    for frame in frames.dropFirst() {
      let match = frame.firstMatch(of: /"from":(\d+),"rev":(\d+)/)
      expectEqual(match?.1, rev)
      rev = match?.2
    }
    expectEqual(rev.map(String.init), String(counter.rev))
    #expect(frames.count > 2)
  }
}
