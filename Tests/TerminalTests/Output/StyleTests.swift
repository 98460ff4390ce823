import ExpectSupport
import Terminal
import Testing

@Suite struct StyleTests {
  private let spans: [(Line.Role, String)] = [
    (.content, "text"), (.failure, "\u{1B}[31mtext\u{1B}[0m"), (.heading, "\u{1B}[1mtext\u{1B}[0m"),
    (.secondary, "\u{1B}[2mtext\u{1B}[0m"), (.redacted, "████████"),
  ]

  @Test func `a terminal shows roles in colour, and redacted text as a bar`() {
    for (role, shown) in spans {
      expectEqual(Style.terminal.text(Line("text", role)), shown)
    }
  }

  @Test func `plain text has no colour`() {
    for (role, _) in spans where role != .redacted {
      expectEqual(Style.plain.text(Line("text", role)), "text")
    }
    expectEqual(Style.plain.text(Line("text", .redacted)), "••••••")
  }

  @Test(arguments: [
    ("\u{1B}[2J", "␛[2J"), ("a\nb\r", "a␊b␍"), ("\u{7F}\0\t", "␡␀␉"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("\u{202E}abc\u{2066}", "\u{FFFD}abc\u{FFFD}"), ("a\u{2028}b", "a\u{FFFD}b"),
    ("\u{2068}שלום\u{2069}, \u{2069}\u{2067}a", "\u{2068}שלום\u{2069}, \u{FFFD}\u{FFFD}a"),
    ("\u{2068}a\n\u{2069}", "\u{FFFD}a\u{240A}\u{FFFD}"), ("é🧙‍♂️⑮", "é🧙‍♂️⑮"),
  ])
  func `replaces characters that control a terminal`(text: String, shown: String) {
    expectEqual(Style.plain.text(Line(text)), shown)
    expectEqual(Style.terminal.text(Line(text)), shown)
  }

  @Test(
    arguments: [
      (true, [:], .terminal), (true, ["NO_COLOR": ""], .terminal), (true, ["NO_COLOR": "1"], .plain),
      (true, ["TERM": "dumb"], .plain), (true, ["TERM": "xterm"], .terminal), (false, [:], .plain),
    ] as [(Bool, [String: String], Style)])
  func `is plain without a terminal, or when the environment refuses colour`(
    isTerminal: Bool, environment: [String: String], style: Style
  ) {
    expectEqual(Style(isTerminal: isTerminal, environment: environment), style)
  }
}
