import Testing

@testable import Console

@Suite struct StyleTests {
  private let pieces: [(Line.Meaning, String)] = [
    (.content, "text"), (.failure, "\u{1B}[31mtext\u{1B}[0m"), (.heading, "\u{1B}[1mtext\u{1B}[0m"),
    (.aside, "\u{1B}[2mtext\u{1B}[0m"), (.redacted, "████████"),
  ]

  @Test func `a terminal shows meanings in colour, and what is hidden as a bar`() {
    for (meaning, shown) in pieces {
      #expect(Style.terminal.text(Line("text", meaning)) == shown)
    }
  }

  @Test func `plain text has no colour`() {
    for (meaning, _) in pieces where meaning != .redacted {
      #expect(Style.plain.text(Line("text", meaning)) == "text")
    }
    #expect(Style.plain.text(Line("text", .redacted)) == "••••••")
  }

  @Test(arguments: [
    ("\u{1B}[2J", "␛[2J"), ("a\nb\r", "a␊b␍"), ("\u{7F}\0\t", "␡␀␉"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("\u{202E}abc\u{2066}", "\u{FFFD}abc\u{FFFD}"), ("a\u{2028}b", "a\u{FFFD}b"), ("é🧙‍♂️⑮", "é🧙‍♂️⑮"),
  ])
  func `nothing that comes from outside can steer a terminal`(text: String, shown: String) {
    #expect(Style.plain.text(Line(text)) == shown)
    #expect(Style.terminal.text(Line(text)) == shown)
  }
}
