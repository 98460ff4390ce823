import ExpectSupport
import JSONRPC
import Testing

/// Rows 1 to 23, 32 and 37 of the protocol's table of nasty inputs, in `lines` framing.
@Suite struct NastyLineTests {
  private static let ping = Array(call("\"after\"").utf8)

  @Test(arguments: NastyLine.all)
  func `answers`(_ line: NastyLine) {
    // A request comes first, so that what follows is not the beginning of the stream.
    let input = Self.ping + [0x0A] + line.input + [0x0A] + Self.ping + [0x0A]
    let expected = ([result("\"after\"")] + line.replies + [result("\"after\"")]).map { $0 + "\n" }.joined()
    let whole = replay(input)
    expectEqual(whole.output, expected)
    expectEqual(whole.ending, .endOfInput)
  }

  @Test(arguments: NastyLine.all.filter { $0.input.count < 4096 })
  func `answers the same in chunks of any size`(_ line: NastyLine) {
    let input = Self.ping + [0x0A] + line.input + [0x0A] + Self.ping
    let whole = replay(input).output
    for chunk in [1, 2, 3, 7] { expectEqual(replay(input, chunk: chunk).output, whole) }
    expectEqual(replay(input, .auto, chunk: 1).output, whole)
  }

  @Test func `runs nothing of a message that it refuses`() {
    for line in [
      "[\(Array(repeating: call("1", "echo"), count: 101).joined(separator: ","))]",
      "[\(call("1", "echo")),{\"jsonrpc\":\"2.0\",\"method\"",
      call("1", "echo") + call("2", "echo"),
      "[\(call("1", "echo")),{\"a\":1,\"a\":2}]",
    ] {
      let conversation = Conversation()
      #expect(!conversation.say(line).isEmpty)
      #expect(conversation.log.isEmpty)
    }
  }

  @Test func `answers every line of one stream`() {
    let input = [UInt8](NastyLine.all.map(\.input).joined(separator: [0x0A]))
    let expected = NastyLine.all.map { $0.replies.map { $0 + "\n" }.joined() }.joined()
    expectEqual(replay(input).output, expected)
    expectEqual(replay(input, chunk: 1000).output, expected)
  }

  @Test(arguments: [1, 2, 3, .max])
  func `skips one byte order mark at the start`(chunk: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = Array((call("1") + "\n").utf8)
    expectEqual(replay(mark + line, chunk: chunk).output, result("1") + "\n")
    expectEqual(replay(mark + line, .auto, chunk: chunk).output, result("1") + "\n")
    expectEqual(replay(mark + mark + line, chunk: chunk).output, badJSON + "\n")
    expectEqual(replay([0xEF, 0xBB] + line, chunk: chunk).output, badJSON + "\n")
    expectEqual(replay([0xEF, 0xBB], chunk: chunk).output, badJSON + "\n")
    expectEqual(replay(mark, chunk: chunk).output, "")
  }

  @Test func `refuses a long line as soon as it exceeds the limit`() {
    let conversation = Conversation()
    let chunk = [UInt8](repeating: 0x20, count: 1 << 20)
    let answer = error(-32600, "null", "tooLarge", limit: 16 << 20) + "\n"
    var replies: [String] = []
    for _ in 0..<100 {
      conversation.session.receive(chunk)
      replies.append(conversation.transcript.take())
    }
    expectEqual(replies, Array(repeating: "", count: 16) + [answer] + Array(repeating: "", count: 83))
    expectEqual(conversation.say(""), "")
    expectEqual(conversation.say(call("1")), result("1") + "\n")

    conversation.session.receive(Array(repeating: 0x5B, count: 17 << 20))
    expectEqual(conversation.transcript.take(), answer)
    conversation.session.endOfInput()
    expectEqual(conversation.transcript.take(), "")
    expectEqual(conversation.session.ending, .endOfInput)
  }

  @Test(arguments: [1, 2, 5, .max])
  func `accepts exactly the limit`(chunk: Int) {
    var limits = Limits()
    limits.message = 45
    let fits = call("123456")
    expectEqual(fits.utf8.count, limits.message)
    let over = call("1234567")
    let tooLarge = error(-32600, "null", "tooLarge", limit: 45)
    let input = [fits + "\n", fits + "\r\n", over + "\n", over + "\r\n", over + over + "\n", fits].joined()
    let expected = [result("123456"), result("123456"), tooLarge, tooLarge, tooLarge, result("123456")]
    expectEqual(replay(Array(input.utf8), limits: limits, chunk: chunk).output, expected.map { $0 + "\n" }.joined())
  }

  @Test func `reads a last line without a line feed`() {
    expectEqual(replay(Array(call("1").utf8)).output, result("1") + "\n")
    expectEqual(replay(Array(call("1").utf8.dropLast())).output, badJSON + "\n")
    expectEqual(replay([]).output, "")
    expectEqual(replay([], .auto).output, "")
    expectEqual(replay([]).ending, .endOfInput)
    expectEqual(Session.Ending.endOfInput.exitCode, 0)
  }

  @Test func `answers a thousand frames of one chunk`() {
    let input = (0..<1000).map { call(String($0)) + "\n" }.joined()
    expectEqual(replay(Array(input.utf8)).output, (0..<1000).map { result(String($0)) + "\n" }.joined())
  }
}
