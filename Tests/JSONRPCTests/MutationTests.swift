import ExpectSupport
import JSON
import JSONRPC
import Support
import Testing

/// However a line is damaged, it gets exactly one reply, unless it is a notification or a response.
@Suite struct MutationTests {
  private static let seeds =
    [
      call("1"), call("\"a\"", "echo", #"{"a":[1,2,{"b":"\ud83d\ude00é"}],"c":-1.5e3}"#), call("2", "unknown"),
      call("null", "echo", "[]"), "[\(call("1")),\(call("2", "echo", "{}"))]", call("3", "initialize", "{}"),
    ].map { Array($0.utf8) }

  private static let spice = Array(#"{}[]":,\"0123456789-+.eEtfn u/ "#.utf8) + [0, 9, 13, 0x80, 0xC3, 0xED, 0xFF]

  private func damaged(_ line: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var line = line
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard !line.isEmpty else { break }
      let at = Int.random(in: 0..<line.count, using: &generator)
      let byte = Self.spice.randomElement(using: &generator)!
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: line[at] = byte
      case 1: line.insert(byte, at: at)
      case 2: line.remove(at: at)
      case 3: line.removeSubrange(at...)
      case 4: line.insert(contentsOf: line[at...].prefix(12), at: at)
      default: line.swapAt(at, Int.random(in: 0..<line.count, using: &generator))
      }
    }
    return line
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `answers each damaged line with one reply`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var quiet = 0
    for _ in 0..<500 {
      let line = damaged(Self.seeds.randomElement(using: &generator)!, &generator)
      let conversation = Conversation()
      conversation.session.receive(line + [0x0A])
      let answer = conversation.transcript.take()
      let whole = replay(line)
      expectEqual(whole.output, answer)
      expectEqual(replay(line, chunk: 1).output, answer)
      expectEqual(conversation.say(call("\"after\"")), result("\"after\"") + "\n")
      switch answer.utf8.count(where: { $0 == 0x0A }) {
      case 1: break
      case 0:
        quiet += 1
        let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        // What stays silent has no id, or no method: as far as a damaged line can be told to.
        #expect(isBlank || !isRequest(line), "\(String(decoding: line, as: UTF8.self))")
      default: Issue.record("\(String(decoding: line, as: UTF8.self)): \(answer)")
      }
    }
    #expect(quiet < 100)
  }

  @Test(arguments: 100..<110 as Range<UInt64>, Framing.allCases)
  func `survives streams of damaged frames`(seed: UInt64, framing: Framing) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var stream: [UInt8] = []
      for _ in 0..<4 {
        let line = Self.seeds.randomElement(using: &generator)!
        stream += framing == .lines ? [] : Array("Content-Length: \(line.count)\r\n\r\n".utf8)
        stream += line + (framing == .lines ? [0x0A] : [])
      }
      Fuzzing.run(damaged(stream, &generator), framing: framing)
    }
  }

  private func isRequest(_ line: [UInt8]) -> Bool {
    let message = JSONText(scanned: line[...])
    return message["id"] != nil && message["method"] != nil
  }
}
