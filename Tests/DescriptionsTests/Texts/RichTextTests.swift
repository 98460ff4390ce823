import Descriptions
import ExpectSupport
import Testing

@Suite struct RichTextTests {
  /// The blocks in a notation for tests: `e` emphasis, `s` strong, `c` code, `l` a link.
  private func read(_ markdown: String) -> String {
    RichText(markdown).blocks.map { block in
      switch block {
      case .paragraph(let spans): "p" + text(spans)
      case .item(let number, let spans): (number.map { "\($0)" } ?? "-") + text(spans)
      case .code(let text): "code(\(text))"
      }
    }.joined(separator: "|")
  }

  private func text(_ spans: [RichText.Span]) -> String {
    spans.map { span in
      let style = (span.isEmphasized ? "e" : "") + (span.isStrong ? "s" : "") + (span.isCode ? "c" : "")
      return "(\(style)\(span.link.map { "l\($0)" } ?? ""):\(span.text))"
    }.joined()
  }

  @Test(arguments: [
    ("plain", "p(:plain)"), ("a *b* c", "p(:a )(e:b)(: c)"), ("a _b_ **c** __d__", "p(:a )(e:b)(: )(s:c)(: )(s:d)"),
    ("***both***", "p(es:both)"), ("*a **b** c*", "p(e:a )(es:b)(e: c)"), ("`a*b*`", "p(c:a*b*)"),
    ("[the shop](https://example.com)!", "p(lhttps://example.com:the shop)(:!)"),
    ("**[x](a)**", "p(sla:x)"), ("\\*a\\* \\[b\\]", "p(:*a* [b])"), ("file_name_here", "p(:file_name_here)"),
    ("2 * 3 * 4", "p(:2 * 3 * 4)"), ("*open", "p(:*open)"), ("close*", "p(:close*)"), ("a**", "p(:a**)"),
    ("`open", "p(:`open)"),
    ("[a](b", "p(:[a](b)"), ("[a] (b)", "p(:[a] (b))"), ("<b>bold</b>", "p(:<b>bold</b>)"), ("&lt;", "p(:&lt;)"),
    ("one\ntwo\n\nthree", "p(:one\ntwo)|p(:three)"), ("- a\n- *b*\n1. c\n22. d", "-(:a)|-(e:b)|1(:c)|22(:d)"),
    ("text\n- a", "p(:text)|-(:a)"), ("```\n*a*\n\n- b\n```\nc", "code(*a*\n\n- b)|p(:c)"), ("```\nopen", "code(open)"),
    ("-a", "p(:-a)"), ("1.a", "p(:1.a)"), ("12345678901. a", "p(:12345678901. a)"), ("", ""), ("\\", "p(:\\)"),
  ])
  func `reads`(_ markdown: String, _ blocks: String) {
    expectEqual(read(markdown), blocks)
  }

  @Test func `has a plain text`() {
    expectEqual(
      RichText("Buy **milk** at [the shop](https://example.com).\n- a\n2. `b`").plainText,
      "Buy milk at the shop.\n- a\n2. b")
  }

  @Test(arguments: ["*a ", "[", "[a](", "`", "_", "**", "*_", "\\", "](", "- ", "```\n"])
  func `takes time in proportion to the text`(_ piece: String) {
    // A quadratic reader would need minutes for this.
    let text = RichText(String(repeating: piece, count: 50_000))
    #expect(text.plainText.count <= text.markdown.count + 100_000)
  }

  @Test func `is read and written as it is`() throws {
    let text = RichText("*a*\n\"b\"")
    try expectEqual(RichText(JSONText(scanning: text.json)), text)
    expectEqual(RichText.schema["x-format"], "markdown")
  }
}
