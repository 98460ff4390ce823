import ExpectSupport
import StandardIO
import Terminal
import Testing

@Suite struct LineTests {
  private func rows(_ line: Line, _ columns: Int) -> [String] { line.wrapped(to: columns).map(Style.plain.text) }

  @Test(
    arguments: [
      ("one two three", 13, ["one two three"]), ("one two three", 12, ["one two", "  three"]),
      ("one two  three", 9, ["one two", "three"]), ("one two three", 10, ["one two", "  three"]),
      ("  info: one  two three", 16, ["  info: one  two", "    three"]),
      ("one two ", 7, ["one two"]), ("one   two", 5, ["one", "two"]), ("", 2, [""]), ("   ", 2, ["  "]),
      ("longer than", 4, ["long", "er", "than"]), ("a longer", 4, ["a lo", "nger"]),
      ("name: abcdefghijklmn op", 12, ["name: abcdef", "  ghijklmn", "  op"]),
      ("  abcdefgh", 6, ["  abcd", "efgh"]), ("日本語日本", 5, ["日本", "語日", "本"]), ("日本", 1, ["日", "本"]),
      ("a 日本語", 7, ["a", "日本語"]), ("é 🇩🇪🇩🇪 x", 6, ["é 🇩🇪🇩🇪", "x"]),
    ] as [(String, Int, [String])])
  func `rows end between words, and a word that is too long is broken`(text: String, columns: Int, wrapped: [String]) {
    expectEqual(rows(Line(text), columns), wrapped)
  }

  @Test(arguments: 1...40)
  func `rows fit and hold every word`(columns: Int) {
    let words = ["Eleven", "inches", "of", "oak,", "with", "a", "core", "that", "nobody", "日本語", "talks", "about."]
    let wrapped = rows(Line("  ").appending(words.joined(separator: " "), .failure), columns)
    #expect(wrapped.allSatisfy { $0.terminalWidth <= max(2, columns) })
    expectEqual(wrapped.joined().filter { $0 != " " }, words.joined())
  }

  @Test func `a line says how far its rows are indented`() {
    let line = Line("tap   ", hangingIndent: 6).appending("tap a button of the screen", .secondary)
    expectEqual(rows(line, 20), ["tap   tap a button", "      of the screen"])
    expectEqual(rows(line.prefixed(by: "> "), 22), ["> tap   tap a button", "      of the screen"])
    expectEqual(rows(Line("one two three four", hangingIndent: 0), 10), ["one two", "three four"])
  }

  @Test func `each row keeps the roles of its words`() {
    let line = Line("info: ").appending("Failed to update.", .failure).prefixed(by: "  ")
    expectEqual(
      line.wrapped(to: 16).map(Style.terminal.text),
      [
        "\u{1B}[2m  \u{1B}[0minfo: \u{1B}[31mFailed\u{1B}[0m", "    \u{1B}[31mto update.\u{1B}[0m",
      ])
  }

  @Test func `a placeholder is not broken`() {
    let line = Line("a value: ").appending("", .redacted)
    expectEqual(line.wrapped(to: 14).map(Style.terminal.text), ["a value:", "  ████████"])
    expectEqual(line.wrapped(to: 17), [line])
  }
}
