import ExpectSupport
import Testing

@testable import WordsTool

@Suite struct SourceTextTests {
  @Test(arguments: [
    (#"Words.text("Buy")"#, "Buy"), (#"environment.words.text("Buy")"#, "Buy"), ("words.text(\n  \"Buy\")", "Buy"),
    (#"Words.text("\(name) has \(count: files.count) files")"#, "%@ has %lld files"),
    (#"Words.text("\(number: size(of: "a)", in: (1, 2)), fractionDigits: 1) MB")"#, "%lf MB"),
    (#"Words.text("50% of \(Words.text("all"))")"#, "50%% of %@"),
    (#"Words.text("a \"quote\", a\ttab, \u{1F600}")"#, "a \"quote\", a\ttab, 😀"),
    (##"Words.text(#"a \ and \#(name)"#)"##, #"a \ and %@"#),
    ("Words.text(\"\"\"\n    Two\n      lines\n    \"\"\")", "Two\n  lines"),
    ("Words.text(\"\"\"\n    One \\\n    line\n    \"\"\")", "One line"),
    (#"Field(\.total, "What it costs.").labelled("Sum")"#, "Sum"), (#"Field(\.a, "A.").prompting("Tea")"#, "Tea"),
    (#"Field(\.a, "A.").inSection("Address")"#, "Address"), (#"shownAsList(emptyText: "None.", columns: [])"#, "None."),
  ])
  func `finds a text`(_ code: String, _ key: String) {
    expectEqual(SourceText.all(in: code, file: "A.swift").first?.key, key)
  }

  @Test(arguments: [
    (#"words.text(isOpen ? "Open" : "Closed")"#, ["Open", "Closed"]),
    (#"words.text(name == "a" ? "One \(count: n)" : isOpen ? "Two" : word, comment: "A")"#, ["One %lld", "Two"]),
    (#"words.text(name(of: ["a": "b"], "c" == d ? "e" : "f"))"#, []),
    (#"words.text(isOpen ? words.text("Open") : other)"#, ["Open"]),
    (#"words.text("\(note.isEmpty ? words.text("A book") : note) was lent.")"#, ["%@ was lent.", "A book"]),
    ("words.text(key) words.text(\"Next\")", ["Next"]),
  ])
  func `finds both texts of a condition, and those in the values of another`(_ code: String, _ keys: [String]) {
    expectEqual(SourceText.all(in: code, file: "A.swift").map(\.key), keys)
  }

  @Test func `finds key, comment and line`() {
    let code = """
      let a = 1
      let b = Words.text("Open", key: "open-door", comment: "A button")
      let c = words.text("Open", comment: "A state")
      """
    expectEqual(
      SourceText.all(in: code, file: "A.swift"),
      [
        SourceText(key: "open-door", english: "Open", comment: "A button", file: "A.swift", line: 2),
        SourceText(key: "Open", comment: "A state", file: "A.swift", line: 3),
      ])
  }

  @Test(arguments: [
    "Words.text(text)", "/// Words.text(\"Buy\")", "Words.string(\"Buy\")", "Words.text(", "Words.text(\"",
    "Words.text(\"\\(",
    "Words.text(\"\\u{", "Words.text(#\"\"\"",
  ])
  func `finds nothing where there is no whole literal`(_ code: String) {
    let texts = SourceText.all(in: code, file: "A.swift")
    #expect(texts.isEmpty || !code.hasSuffix(")"))
  }
}
