import ExpectSupport
import Testing
import Words

@Suite struct PluralRulesTests {
  /// Sample numbers of CLDR, with their category in each language.
  static let samples: [(language: String, category: PluralCategory, numbers: String)] = [
    ("en", .one, "1"), ("en", .other, "0 2 16 100 1000000 0.0 1.0 1.5"),
    ("de", .one, "1 -1"), ("de", .other, "0 2 16 100 1000000 0.0 1.0 1.5"),
    ("es", .one, "1 1.0 1.00"), ("es", .many, "1000000 2000000"),
    ("es", .other, "0 2 16 100 0.0 1.1 1000000.0 1.5"),
    ("fr", .one, "0 1 0.0 1.5 1.9"), ("fr", .many, "1000000 2000000"),
    ("fr", .other, "2 17 100 1000 2.0 1000000.0"),
    ("it", .one, "1"), ("it", .other, "0 2 1.0"), ("pt-BR", .one, "0 1 1.5"), ("pt", .one, "0 1"),
    ("pt-PT", .one, "1"), ("pt-AO", .other, "0 1.5"), ("pt-Latn-PT", .other, "0"),
    ("vi", .one, "0 1 0.5"),
    ("cs", .few, "2 3 4"), ("cs", .many, "0.5 1.0"), ("da", .one, "1 0.1"),
    ("lv", .zero, "0 10 11 0.0"),
    ("cy", .many, "6"), ("br", .many, "1000000"), ("sl", .two, "2 102"), ("sh", .few, "2 1.2"),
    ("iw", .two, "2"),
    ("sr-Latn-RS", .few, "2"), ("nb", .one, "1 1.0"), ("fil", .other, "4 6 9"), ("tl", .other, "4"),
    ("lt", .many, "0.1 1.5"),
    ("mk", .one, "1 21 0.1"), ("is", .one, "1 21 1.1"), ("no", .one, "1"),
    ("he", .one, "1 0.0 0.9 0.05"), ("he", .two, "2"), ("he", .other, "0 3 17 100 1.0 2.0 1.5"),
    ("pl", .one, "1"), ("pl", .few, "2 3 4 22 23 24 32 102 1002"),
    ("pl", .many, "0 5 11 12 13 14 19 21 100 112 1000 1000000"), ("pl", .other, "0.0 1.0 1.5 2.5"),
    ("ru", .one, "1 21 31 101 1001"), ("ru", .few, "2 3 4 22 24 102 1002"),
    ("ru", .many, "0 5 11 14 19 20 100 111 112 1000 1000000"), ("ru", .other, "0.0 1.0 1.5"),
    ("ar", .zero, "0 0.0 0.00"), ("ar", .one, "1 1.0"), ("ar", .two, "2 2.0"),
    ("ar", .few, "3 10 103 110 1003 3.0"),
    ("ar", .many, "11 26 99 111 1011 11.0"), ("ar", .other, "100 102 200 202 1000 0.1 10.1"),
    ("ja", .other, "0 1 2 100 1.5"), ("zh", .other, "0 1 2 100 1.5"), ("zh-Hant", .other, "1"),
    ("de-AT", .one, "1"),
    ("tlh", .other, "0 1 2"),
  ]

  @Test(arguments: samples) func `has the category of CLDR`(
    _ tag: String, _ category: PluralCategory, _ numbers: String
  ) throws {
    let language = try #require(Language(tag))
    for number in numbers.split(separator: " ") {
      let operands = try #require(PluralOperands(String(number)))
      expectEqual(PluralRules.category(of: operands, in: language), category, "\(tag) \(number)")
      if let integer = Int(number) {
        expectEqual(
          PluralRules.category(of: PluralOperands(integer), in: language), category,
          "\(tag) \(number)")
      }
    }
  }

  @Test(arguments: [
    ("en", PluralCategory.one, "1 21 101"), ("en", .two, "2 22"), ("en", .few, "3 103"),
    ("en", .other, "0 4 11 12 13 111"),
    ("it", .many, "8 11 80 800"), ("sv", .one, "1 2 21"), ("ca", .two, "2"),
    ("cy", .zero, "0 7 8 9"), ("de", .other, "1 2 3"),
    ("fr", .one, "1"), ("hu", .one, "1 5"), ("uk", .few, "3 23"),
  ])
  func `has the category of an ordinal number`(
    _ tag: String, _ category: PluralCategory, _ numbers: String
  ) throws {
    let language = try #require(Language(tag))
    for number in numbers.split(separator: " ") {
      let operands = try #require(PluralOperands(String(number)))
      expectEqual(
        PluralRules.category(of: operands, in: language, as: .ordinal), category, "\(tag) \(number)"
      )
    }
  }

  @Test func `has rules for each language of CLDR`() {
    expectEqual(PluralRules.languages().count, 226)
    expectEqual(PluralRules.languages(as: .ordinal).count, 105)
  }

  @Test func `gives no category that the language does not list`() throws {
    for language in PluralRules.languages() {
      let categories = try #require(PluralRules.categories(in: language))
      expectEqual(categories.last, .other)
      for number in 0...1_200 {
        #expect(categories.contains(PluralRules.category(of: PluralOperands(number), in: language)))
      }
    }
    #expect(PluralRules.categories(in: try #require(Language("tlh"))) == nil)
  }

  @Test func `takes the greatest and the least integer`() {
    expectEqual(PluralRules.category(of: PluralOperands(.min), in: .english), .other)
    expectEqual(PluralRules.category(of: PluralOperands(.max), in: .english), .other)
    expectEqual(PluralOperands("100000000000000000000000000000000000001")?.integer, 1)
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "1,5", "1e3", "٣", "1.2.3", " 1"])
  func `refuses what is not a plain number`(_ text: String) {
    #expect(PluralOperands(text) == nil)
  }
}
