import ExpectSupport
import Testing

@testable import Requests

@Suite struct BackendTextTests {
  @Test(arguments: ["👩‍👩‍👧‍👦", "🏳️‍🌈", "می‌خواهم", "क्‍ष", "Grüße\n日本語", "a\u{200E}b", "\u{A0}a"])
  func `joiners and other format characters remain`(text: String) {
    expectEqual(BackendText(text).text, text)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a[31mb"), ("a\u{0}b\u{7F}c\u{9B}d", "abcd"), ("a\u{202E}b\u{202A}c", "abc"),
    ("\u{2066}a\u{2069}", "a"), ("a\tb", "a b"), ("a\r\nb\rc\u{85}d\ne", "a\nb\nc\nd\ne"), ("a\r\n\r\nb", "a\n\nb"),
  ])
  func `control characters and direction overrides are removed`(text: String, kept: String) {
    #expect(BackendText(text).text.unicodeScalars.elementsEqual(kept.unicodeScalars))
  }

  @Test(
    arguments: [
      ("  two   words ", "two words"), ("one\r\n\n  \ntwo", "one\ntwo"), ("\n", nil), (" \u{1B} ", nil), ("", nil),
      (String(repeating: "a", count: 501), String(repeating: "a", count: 500)),
      (String(repeating: "a", count: 498) + "👩‍👩‍👧", String(repeating: "a", count: 498)),
    ] as [(String, String?)])
  func `a message is short and has no empty lines`(text: String, message: String?) {
    expectEqual(BackendText(text).message, message)
  }
}
