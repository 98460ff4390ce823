import ExpectSupport
import Terminal
import Testing

@Suite struct TerminalWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("日", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("Ａ", 2), ("ｱ", 1), ("⓪", 1), ("🙂", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
      ("\t", 1), ("\u{1B}", 1), ("\u{AD}", 1), ("\u{200B}", 0), ("ก็", 1), ("⌚", 2), ("\u{202E}", 1),
    ] as [(Character, Int)])
  func `knows how many cells a character takes`(character: Character, width: Int) {
    expectEqual(character.terminalWidth, width)
  }

  @Test func `the width of a text is that of its characters`() {
    expectEqual("".terminalWidth, 0)
    expectEqual("open 日本 🇩🇪".terminalWidth, 12)
  }
}
