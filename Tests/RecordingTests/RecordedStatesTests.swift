import ExpectSupport
import Testing

@testable import Recording

@Suite struct RecordedStatesTests {
  @Test(arguments: ["a", "é", "한", "😀"], 0..<4) func `a line is cut between two code points`(letter: String, shift: Int)
  {
    let line = String(repeating: "x", count: shift) + String(repeating: letter, count: 2_001)
    let short = RecordedStates.short(Array(line.utf8))
    let text = String(validating: short, as: UTF8.self)
    #expect(text?.unicodeScalars.contains("\u{FFFD}") == false)
    #expect(text?.hasSuffix("…") == true && line.hasPrefix(text?.dropLast() ?? "-"))
    #expect((1_997...2_000).contains(short.count - "…".utf8.count))
    expectEqual(RecordedStates.short(Array(line.utf8.prefix(2_000))), Array(line.utf8.prefix(2_000)))
  }
}
