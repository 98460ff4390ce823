import ExpectSupport
import JSONRPC
import Testing

/// Framing by headers, and the choice of a framing.
@Suite struct HeaderFramingTests {
  private func frame(_ text: String) -> String {
    "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  private func badHeader(hint: String? = nil) -> String {
    frame(error(-32700, "null", "badHeader", hint: hint))
  }

  private func expect(
    _ input: String, _ replies: String..., ending: Session.Ending = .endOfInput, framing: Framing = .headers,
    limits: Limits = Limits(), _ location: SourceLocation = #_sourceLocation
  ) {
    for chunk in [.max, 1, 2, 5] {
      let outcome = replay(Array(input.utf8), framing, limits: limits, chunk: chunk)
      expectEqual(outcome.output, replies.joined(), sourceLocation: location)
      expectEqual(outcome.ending, ending, sourceLocation: location)
    }
  }

  @Test func `reads and writes frames with headers`() {
    expect(frame(call("1")) + frame(call("\"é\"")), frame(result("1")), frame(result("\"é\"")))
    expect(frame("{\n}"), frame(error(-32600, "null", "badVersion")))
    expect("")
  }

  @Test func `accepts headers in any case and with spaces`() {
    let text = call("1")
    let count = text.utf8.count
    for block in [
      "content-length:\(count)\r\n\r\n", "CONTENT-LENGTH:  \t\(count) \r\n\r\n", "Content-Length: \(count)\n\n",
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: \(count)\r\n\r\n",
      "Content-Length: \(count)\r\nContent-Length: \(count)\r\n\r\n", "Content-Length: 000\(count)\r\n\r\n",
    ] {
      expect(block + text + frame(call("2")), frame(result("1")), frame(result("2")))
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r\n\r\n", "\n\r\n\n"]) func `skips line breaks before a block`(breaks: String) {
    expect(breaks + frame(call("1")) + breaks + frame(call("2")) + breaks, frame(result("1")), frame(result("2")))
    expect(frame(call("1")) + breaks + "A: b\r\n\r\n", frame(result("1")), badHeader(), ending: .framingLost)
    expect(
      frame(call("1")) + breaks + call("2"), frame(result("1")), badHeader(hint: "use --framing lines"),
      ending: .framingLost)
  }

  @Test(arguments: [
    "Content-Type: x\r\n\r\n", "Content-Length: -5\r\n\r\n", "Content-Length: +5\r\n\r\n",
    "Content-Length: 5x\r\n\r\n", "Content-Length: 0x5\r\n\r\n", "Content-Length: \r\n\r\n",
    "Content-Length: 12345678901234567890\r\n\r\n", "Content-Length: 9999999999999999999\r\n\r\n",
    "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "Content-Length 5\r\n\r\n", ": 5\r\n\r\n", "Content-Length: 5",
    "X: \(String(repeating: "x", count: 8192))\r\nContent-Length: 5\r\n\r\n",
  ])
  func `loses the stream at a bad header`(block: String) {
    expect(
      frame(call("1")) + block + frame(call("2")), frame(result("1")), badHeader(), ending: .framingLost)
    expectEqual(Session.Ending.framingLost.exitCode, 1)
  }

  @Test func `reads a block of exactly the limit`() {
    let text = call("1")
    let length = "Content-Length: \(text.utf8.count)\r\n\r\n"
    let filler = "X: " + String(repeating: "x", count: 8192 - length.utf8.count - 5) + "\r\n"
    expectEqual((filler + length).utf8.count, 8192)
    expect(filler + length + text, frame(result("1")))
    expect("X" + filler + length + text, badHeader(), ending: .framingLost)
  }

  @Test func `handles lengths at the limits`() {
    var limits = Limits()
    limits.message = 60
    let long = String(repeating: " ", count: 61)
    expect(frame("") + frame(call("1")), frame(badJSON), frame(result("1")))
    expect(frame("  ") + frame(call("1")), frame(badJSON), frame(result("1")))
    expect(
      frame(long) + frame(call("1")), frame(error(-32600, "null", "tooLarge", limit: 60)), frame(result("1")),
      limits: limits)
    expect(
      frame(call("1")) + "Content-Length: 50\r\n\r\n{", frame(result("1")),
      frame(error(-32700, "null", "truncated")), ending: .framingLost)
    expect(
      "Content-Length: 100\r\n\r\n{", frame(error(-32600, "null", "tooLarge", limit: 60)), ending: .framingLost,
      limits: limits)
  }

  @Test func `refuses lines in header framing`() {
    expect(
      call("1") + "\n" + call("2") + "\n", badHeader(hint: "use --framing lines"), ending: .framingLost)
    let conversation = Conversation(.headers)
    conversation.session.receive([0x7B])
    expectEqual(conversation.session.ending, .framingLost)
  }

  @Test func `chooses the framing by the first byte`() {
    expect("\r\n \t" + frame(call("1")), frame(result("1")), framing: .auto)
    expect("c" + frame(call("1")).dropFirst(), frame(result("1")), framing: .auto)
    expect("\n\n " + call("1") + "\n" + call("2"), result("1") + "\n", result("2") + "\n", framing: .auto)
    expect("[1]\n", "[\(notAnObject)]\n", framing: .auto)
    expect("?\n" + call("1"), badJSON + "\n", result("1") + "\n", framing: .auto)
    expect("\u{FEFF}" + frame(call("1")), frame(result("1")), framing: .auto)
    expect("\u{FEFF}" + frame(call("1")), frame(result("1")))
    expect(" \n", framing: .auto)
  }
}
