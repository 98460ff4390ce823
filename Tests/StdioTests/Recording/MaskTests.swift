import Models
import Testing

@testable import ServerSupport
@testable import Stdio

/// However a line is damaged, what is written down of it is answered as the line was.
@MainActor @Suite struct MaskTests {
  private static let seeds = [
    request(1, "ping"), request(2, "initialize", #"{"protocolVersion":"1","clientInfo":{"a":1},"processId":7}"#),
    open(3, "registration"), request(4, "screen/open", #"{"screen":"product","params":{"id":"wand"}}"#),
    request(5, "screen/send", #"{"instance":"registration-1","event":{"type":"passwordChanged","text":"hunter2"}}"#),
    request(
      6, "screen/send", #"{"instance":"registration-1","event":{"type":"usernameChanged","text":"é\ud83d\ude00"}}"#),
    request(7, "screen/send", #"{"instance":"terms-2","ifRev":1,"event":{"type":"acceptedTermsChanged","isOn":true}}"#),
    request(8, "screen/get", #"{"instance":"terms-2"}"#),
    request(9, "app/send", #"{"event":{"type":"didBecomeActive"}}"#),
    request(10, "screen/list"), "[\(request(11, "ping")),\(open(12, "counter")),{},1]",
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
  ].map { Array($0.utf8) }

  private static let words = [
    "null", "true", "-1.5e3", "{}", "[]", "[1]", #""x""#, #""type""#, #""text""#, #""id":null,"#, #"{"type":"#,
    #""params":"#, #","surplus":1"#, #""screen""#, "\"\(String(repeating: "y", count: 70))\":1,",
  ].map { Array($0.utf8) }

  private static let spice = Array(#"{}[]":,\"0129-+.eEtfnu/ "#.utf8) + [0, 9, 13, 0xC3, 0xFF]

  private func damaged(_ line: [UInt8], _ dice: inout SeededGenerator) -> [UInt8] {
    var line = line
    for _ in 0..<Int.random(in: 1...2, using: &dice) where !line.isEmpty {
      let at = Int.random(in: 0..<line.count, using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: line[at] = Self.spice.randomElement(using: &dice) ?? 0
      case 1: line.remove(at: at)
      case 2: line.insert(contentsOf: Self.words.randomElement(using: &dice) ?? [], at: at)
      default:
        // A value, or a name, gives way to another.
        let value = line[at...].prefix { !#",:}]"#.utf8.contains($0) }
        line.replaceSubrange(value.indices, with: Self.words.randomElement(using: &dice) ?? [])
      }
    }
    return line.filter { $0 != 0x0A } + [0x0A]
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatIsWrittenDownIsAnsweredAsWhatCame(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let stage = RecordedStage()
    stage.say(open(1, "registration"), open(2, "terms"))
    for _ in 1...200 { stage.say(damaged(Self.seeds.randomElement(using: &dice) ?? [], &dice)) }
    #expect(!stage.recording.contains("hunter2"))
    #expect(try stage.replay() == nil)
  }

  @Test func ofSeveralUnknownNamesTheSameOneIsAnswered() throws {
    let stage = RecordedStage()
    stage.say(open(1, "counter"))
    let long = ["a", "m", "z", "\\u0000"].map { String(repeating: $0, count: 70) }
    for first in long + ["m"] {
      for second in long + ["b", ""] where first != second {
        let members = #""type":"nextButtonWasTapped","\#(first)":1,"\#(second)":2"#
        stage.say(request(2, "screen/send", #"{"instance":"counter-1","event":{\#(members)}}"#))
        stage.say(request(3, "ping", #"{"\#(first)":1,"\#(second)":2}"#))
      }
    }
    #expect(!stage.recording.contains("aaaa"))
    #expect(try stage.replay() == nil)
  }

  @Test func toMaskTwiceIsToMaskOnce() {
    let mask = Mask { _, _ in nil }
    for seed in Self.seeds {
      let once = mask.text(of: seed[...])
      #expect(String(decoding: mask.text(of: once[...]), as: UTF8.self) == String(decoding: once, as: UTF8.self))
    }
  }

  @Test func whatTheSchemasKnowIsKept() {
    let mask = Mask { _, _ in nil }
    let line =
      #"{"id":"\u0041","jsonrpc":"2.0","method":"screen/send","params":{"instance":"terms-1","event":{"type":"nameChanged","text":"\u0041da \"é"},"ifRev":3}}"#
    #expect(String(decoding: mask.text(of: Array(line.utf8)[...]), as: UTF8.self) == line)
  }
}
