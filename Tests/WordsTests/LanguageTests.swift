import ExpectSupport
import Testing
import Words

@Suite struct LanguageTests {
  @Test(arguments: [
    ("de", "de"), ("DE_at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("pt-BR", "pt-BR"),
    ("es-419", "es-419"),
    ("de-DE-1996", "de-DE-1996"), ("en-XA", "en-XA"),
  ])
  func `writes a tag as BCP 47 recommends`(_ text: String, _ tag: String) {
    expectEqual(Language(text)?.description, tag)
  }

  @Test(arguments: [
    "", "d", "deutsch", "de-", "-de", "de--AT", "d1", "de-abcdefghi", "dé", "de AT", "٣٣",
  ])
  func `refuses a tag that is not well-formed`(_ text: String) {
    #expect(Language(text) == nil)
  }

  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT"), ("de_DE@euro", "de-DE"), ("sr_RS@latin", "sr-Latn-RS"),
    ("ca_ES.UTF-8@valencia", "ca-ES"), ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil),
  ])
  func `reads the value of LANG`(_ text: String, _ tag: String?) {
    expectEqual(Language(posix: text)?.description, tag)
  }

  @Test(arguments: [
    ("zh-Hant-TW", "zh-Hant-TW zh-Hant"), ("zh-TW", "zh-TW zh-Hant"),
    ("zh-Hans-CN", "zh-Hans-CN zh"), ("es-MX", "es-MX es-419 es"),
    ("en-AU", "en-AU en-001 en"), ("de-DE-1996", "de-DE-1996 de-DE de"), ("nn-NO", "nn-NO nn no"),
    ("pt-AO", "pt-AO pt-PT pt"),
    ("zh-MO", "zh-MO zh-Hant-HK zh-Hant"), ("iw-IL", "iw-IL he"), ("az-IR", "az-IR az-Arab"),
    ("de-u-co-phonebk", "de-u-co-phonebk"),
  ])
  func `falls back to what stands for it in CLDR`(_ tag: String, _ fallbacks: String) throws {
    try expectEqual(
      #require(Language(tag)).fallbacks.map(\.description).joined(separator: " "), fallbacks)
  }

  /// The best languages as ICU's LocaleMatcher has them, apart from those that differ by a region alone.
  @Test(arguments: [
    ("zh_TW", "zh-Hans zh-Hant", "zh-Hant zh-Hans"),
    ("zh_HK", "zh-Hans zh-Hant", "zh-Hant zh-Hans"),
    ("zh-MO", "zh-TW zh-HK", "zh-HK zh-TW"), ("zh_CN", "zh-Hant zh-Hans", "zh-Hans zh-Hant"),
    ("zh", "zh-TW zh-CN", "zh-CN zh-TW"),
    ("zh-SG", "zh-Hant zh-Hans", "zh-Hans zh-Hant"), ("no", "da nb", "nb"), ("nn", "da nb", "nb"),
    ("nb", "no da", "no"),
    ("no", "nn nb", "nb nn"), ("iw", "he", "he"), ("he", "iw", "iw"), ("in", "id", "id"),
    ("tl", "fil", "fil"), ("mo", "ro", "ro"),
    ("pt_PT", "pt-BR pt", "pt pt-BR"), ("pt_PT", "pt-BR pt-PT pt", "pt-PT pt pt-BR"),
    ("pt", "pt-PT pt-BR", "pt-BR pt-PT"),
    ("pt-AO", "pt-BR pt-PT", "pt-PT pt-BR"), ("es_MX", "es es-419", "es-419 es"),
    ("es_MX", "es-ES es-AR", "es-AR es-ES"),
    ("es", "es-419 es-ES", "es-ES es-419"), ("de_AT", "de-CH de-DE", "de-DE de-CH"),
    ("en_UK", "en-US en-GB", "en-GB en-US"),
    ("en-AU", "en-US en-GB", "en-GB en-US"), ("sr_ME", "sr sr-Latn", "sr-Latn sr"),
    ("sh", "sr sr-Latn hr", "sr-Latn sr"),
    ("sr", "sr-Latn", "sr-Latn"), ("az-IR", "az", ""), ("uz_AF", "uz uz-Arab", "uz-Arab"),
    ("hi-Latn", "hi en", "en"),
    ("deu", "de", "de"), ("cmn-TW", "zh-Hant", "zh-Hant"),
    ("zh-cmn-Hant", "zh-Hans zh-Hant", "zh-Hant zh-Hans"),
    ("fr", "de en", ""), ("zh-Hant", "zh-HK zh-TW", "zh-TW zh-HK"),
  ])
  func `finds the languages that a person reads`(
    _ wish: String, _ available: String, _ matches: String
  ) throws {
    let languages = available.split(separator: " ").compactMap { Language(String($0)) }
    try expectEqual(
      #require(Language(wish)).matches(in: languages).map(\.description).joined(separator: " "),
      matches)
  }

  @Test func `finds the best of the wishes of a browser`() {
    let languages = ["de", "zh-Hant"].compactMap { Language($0) }
    expectEqual(
      Language.best(for: ["az-Arab", "zh-HK", "de"].compactMap { Language($0) }, in: languages)?
        .description, "zh-Hant")
    #expect(Language.best(for: [.english], in: languages) == nil)
  }

  @Test(arguments: [
    ("ar", true), ("he-IL", true), ("fa", true), ("az-Arab", true), ("de", false),
    ("ar-Latn", false), ("az-IR", true), ("pa-PK", true), ("pa", false), ("iw", true),
    ("ckb", true), ("sd", true), ("nqo", true),
    ("ks", true), ("ku", false), ("ff-Adlm", true), ("yi", true), ("ug", true), ("en-XA", false),
    ("zh-Hant", false),
  ])
  func `knows what is written from right to left`(_ tag: String, _ isRightToLeft: Bool) throws {
    try expectEqual(#require(Language(tag)).isRightToLeft, isRightToLeft)
  }
}
