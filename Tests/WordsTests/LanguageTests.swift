import ExpectSupport
import Testing
import Words

@Suite struct LanguageTests {
  @Test(arguments: [
    ("de", "de"), ("DE_at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("pt-BR", "pt-BR"), ("es-419", "es-419"),
    ("de-DE-1996", "de-DE-1996"), ("en-XA", "en-XA"),
  ])
  func `writes a tag as BCP 47 recommends`(_ text: String, _ tag: String) {
    expectEqual(Language(text)?.description, tag)
  }

  @Test(arguments: ["", "d", "deutsch", "de-", "-de", "de--AT", "d1", "de-abcdefghi", "dé", "de AT", "٣٣"])
  func `refuses a tag that is not well-formed`(_ text: String) {
    #expect(Language(text) == nil)
  }

  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT"), ("de_DE@euro", "de-DE"), ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil),
  ])
  func `reads the value of LANG`(_ text: String, _ tag: String?) {
    expectEqual(Language(posix: text)?.description, tag)
  }

  @Test func `falls back to what is more general`() throws {
    try expectEqual(#require(Language("zh-Hant-TW")).fallbacks.map(\.description), ["zh-Hant-TW", "zh-Hant", "zh"])
  }

  @Test(arguments: [
    ("ar", true), ("he-IL", true), ("fa", true), ("az-Arab", true), ("de", false), ("ar-Latn", false),
    ("zh-Hant", false),
  ])
  func `knows what is written from right to left`(_ tag: String, _ isRightToLeft: Bool) throws {
    try expectEqual(#require(Language(tag)).isRightToLeft, isRightToLeft)
  }
}
