import JSONRPC
import Testing

/// Rows 1 to 23, 32 and 37 of the protocol's table of nasty inputs, in `lines` framing.
@Suite struct NastyLineTests {
  private static let ping = Array(call("\"after\"").utf8)

  @Test(arguments: NastyLine.all)
  func outcome(_ line: NastyLine) {
    // A request comes first, so that what follows is not the beginning of the stream.
    let input = Self.ping + [0x0A] + line.input + [0x0A] + Self.ping + [0x0A]
    let expected = ([result("\"after\"")] + line.replies + [result("\"after\"")]).map { $0 + "\n" }.joined()
    let whole = replay(input)
    #expect(whole.output == expected)
    #expect(whole.ending == .endOfInput)
  }

  @Test(arguments: NastyLine.all.filter { $0.input.count < 4096 })
  func chunksMakeNoDifference(_ line: NastyLine) {
    let input = Self.ping + [0x0A] + line.input + [0x0A] + Self.ping
    let whole = replay(input).output
    for chunk in [1, 2, 3, 7] { #expect(replay(input, chunk: chunk).output == whole) }
    #expect(replay(input, .auto, chunk: 1).output == whole)
  }

  @Test func nothingRunsInAMessageThatIsRefused() {
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

  @Test func everyLineInOneStream() {
    let input = [UInt8](NastyLine.all.map(\.input).joined(separator: [0x0A]))
    let expected = NastyLine.all.map { $0.replies.map { $0 + "\n" }.joined() }.joined()
    #expect(replay(input).output == expected)
    #expect(replay(input, chunk: 1000).output == expected)
  }

  // Row 16
  @Test(arguments: [1, 2, 3, .max])
  func aByteOrderMarkBeginsTheStreamOnce(chunk: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = Array((call("1") + "\n").utf8)
    #expect(replay(mark + line, chunk: chunk).output == result("1") + "\n")
    #expect(replay(mark + line, .auto, chunk: chunk).output == result("1") + "\n")
    #expect(replay(mark + mark + line, chunk: chunk).output == badJSON + "\n")
    #expect(replay([0xEF, 0xBB] + line, chunk: chunk).output == badJSON + "\n")
    #expect(replay([0xEF, 0xBB], chunk: chunk).output == badJSON + "\n")
    #expect(replay(mark, chunk: chunk).output == "")
  }

  // Row 21
  @Test func aLineOverTheLimitIsAnsweredAsItCrosses() {
    let conversation = Conversation()
    let chunk = [UInt8](repeating: 0x20, count: 1 << 20)
    let answer = error(-32600, "null", "tooLarge", limit: 16 << 20) + "\n"
    var replies: [String] = []
    for _ in 0..<100 {
      conversation.session.receive(chunk)
      replies.append(conversation.transcript.take())
    }
    #expect(replies == Array(repeating: "", count: 16) + [answer] + Array(repeating: "", count: 83))
    #expect(conversation.say("") == "")
    #expect(conversation.say(call("1")) == result("1") + "\n")

    conversation.session.receive(Array(repeating: 0x5B, count: 17 << 20))
    #expect(conversation.transcript.take() == answer)
    conversation.session.endOfInput()
    #expect(conversation.transcript.take() == "")
    #expect(conversation.session.ending == .endOfInput)
  }

  @Test(arguments: [1, 2, 5, .max])
  func theLimitIsExact(chunk: Int) {
    var limits = Limits()
    limits.message = 45
    let fits = call("123456")
    #expect(fits.utf8.count == limits.message)
    let over = call("1234567")
    let tooLarge = error(-32600, "null", "tooLarge", limit: 45)
    let input = [fits + "\n", fits + "\r\n", over + "\n", over + "\r\n", over + over + "\n", fits].joined()
    let expected = [result("123456"), result("123456"), tooLarge, tooLarge, tooLarge, result("123456")]
    #expect(replay(Array(input.utf8), limits: limits, chunk: chunk).output == expected.map { $0 + "\n" }.joined())
  }

  // Row 23
  @Test func theLastLineNeedsNoLineFeed() {
    #expect(replay(Array(call("1").utf8)).output == result("1") + "\n")
    #expect(replay(Array(call("1").utf8.dropLast())).output == badJSON + "\n")
    #expect(replay([]).output == "")
    #expect(replay([], .auto).output == "")
    #expect(replay([]).ending == .endOfInput)
    #expect(Session.Ending.endOfInput.exitCode == 0)
  }

  // Row 28
  @Test func aThousandFramesInOneWrite() {
    let input = (0..<1000).map { call(String($0)) + "\n" }.joined()
    #expect(replay(Array(input.utf8)).output == (0..<1000).map { result(String($0)) + "\n" }.joined())
  }
}
