import ExpectSupport
import Foundation
import JSON
import Testing
import Words

@Suite struct WordsTests {
  @Test func `says an English text without a catalogue`() {
    let words = Words(language: .english)
    expectEqual(words.text("Buy"), "Buy")
    expectEqual(
      words.text(
        "\("Ada") has \(count: 1_200) files, \(number: 2.345, fractionDigits: 1) MB, 100 %"),
      "Ada has 1,200 files, 2.3 MB, 100 %")
  }

  @Test func `says a text in the language, with its values in another order`() throws {
    let words = try words(
      "de",
      #"{"%@ of %@": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "%2$@: %1$@"}}}}}"#
    )
    expectEqual(words.text("\("Milk") of \("Ada")"), "Ada: Milk")
  }

  @Test func `falls back from a region to its language, and to English`() throws {
    let words = try words(
      "de-AT", #"{"Buy": {"localizations": {"de": {"stringUnit": {"value": "Kaufen"}}}}}"#)
    expectEqual(words.text("Buy"), "Kaufen")
    expectEqual(words.text("Sell"), "Sell")
  }

  @Test(arguments: [
    ("zh-TW", "買"), ("zh-HK", "買"), ("zh", "买"), ("nn", "Kjøp"), ("no", "Kjøp"), ("iw", "קנה"),
    ("es-MX", "Comprar MX"), ("es", "Comprar"),
    ("pt-PT", "Comprar BR"), ("en-AU", "Buy!"), ("en", "Buy"), ("fr", "Buy"),
  ])
  func `finds the text in a language that a person reads`(_ tag: String, _ text: String) throws {
    let texts = [
      "zh-Hans": "买", "zh-Hant": "買", "nb": "Kjøp", "he": "קנה", "es-419": "Comprar MX",
      "es": "Comprar", "pt-BR": "Comprar BR",
      "en-GB": "Buy!",
    ]
    let localizations = texts.map { #""\#($0)": {"stringUnit": {"value": "\#($1)"}}"# }.joined(
      separator: ", ")
    try expectEqual(
      words(tag, #"{"Buy": {"localizations": {\#(localizations)}}}"#).text("Buy"), text)
  }

  @Test func `uses the first catalogue that has the text`() throws {
    let app = try catalog(
      #"{"Buy": {"localizations": {"de": {"stringUnit": {"value": "Bestellen"}}}}}"#)
    let runtime = try catalog(
      #"{"Buy": {"localizations": {"de": {"stringUnit": {"value": "Kaufen"}}}}, "Go": {"localizations": {"de": {"stringUnit": {"value": "Los"}}}}}"#
    )
    let words = Words(language: try #require(Language("de")), catalogs: [app, runtime])
    expectEqual(words.text("Buy"), "Bestellen")
    expectEqual(words.text("Go"), "Los")
  }

  @Test func `says a text of a module by the catalogue of the module, after those of the app`() throws {
    let module = try catalog(
      #"{"Buy": {"localizations": {"de": {"stringUnit": {"value": "Kaufen"}}}}, "%lld rows": {"localizations": {"en": {"variations": {"plural": {"one": {"stringUnit": {"value": "1 row"}}, "other": {"stringUnit": {"value": "%lld rows"}}}}}}}}"#
    )
    let text = LocalizedText("Buy", key: nil, from: module)
    let german = try #require(Language("de"))
    expectEqual(Words(language: german).string(text), "Kaufen")
    expectEqual(Words(language: german).string(LocalizedText(english: "Buy", from: module)), "Kaufen")
    let app = try catalog(#"{"Buy": {"localizations": {"de": {"stringUnit": {"value": "Bestellen"}}}}}"#)
    expectEqual(Words(language: german, catalogs: [app]).string(text), "Bestellen")
    expectEqual(LocalizedText("\(count: 1) rows", key: nil, from: module).description, "1 row")
    expectEqual(text, LocalizedText("Buy", key: nil, from: nil))
  }

  @Test func `tells two meanings apart by their keys`() throws {
    let words = try words(
      "de",
      #"{"open-door": {"localizations": {"de": {"stringUnit": {"value": "Öffnen"}}}}, "Open": {"localizations": {"de": {"stringUnit": {"value": "Offen"}}}}}"#
    )
    expectEqual(words.text("Open", key: "open-door", comment: "A button"), "Öffnen")
    expectEqual(words.text("Open"), "Offen")
  }

  @Test func `says a text within a text in the same language`() throws {
    let words = try words(
      "de",
      #"{"Error: %@": {"localizations": {"de": {"stringUnit": {"value": "Fehler: %@"}}}}, "no network": {"localizations": {"de": {"stringUnit": {"value": "kein Netz"}}}}}"#
    )
    expectEqual(words.text("Error: \(Words.text("no network"))"), "Fehler: kein Netz")
    expectEqual(words.text("Error: \("no network")"), "Fehler: no network")
  }

  @Test func `formats a number in its locale`() throws {
    let german = try words(
      "de", #"{"%lld files": {"localizations": {"de": {"stringUnit": {"value": "%lld Dateien"}}}}}"#
    )
    expectEqual(german.text("\(count: 1_200) files"), "1.200 Dateien")
    let swiss = Words(language: try #require(Language("de")), locale: Locale(identifier: "de_CH"))
    expectEqual(swiss.text("\(number: 1_200.5, fractionDigits: 2)"), "1’200.50")
  }

  @Test func `isolates values in a text from right to left`() throws {
    let words = try words(
      "he", #"{"Hello, %@": {"localizations": {"he": {"stringUnit": {"value": "שלום, %@"}}}}}"#)
    expectEqual(words.text("Hello, \("Ada")"), "שלום, \u{2068}Ada\u{2069}")
  }

  @Test func `shows a verbatim text as it is, also with percent signs`() throws {
    let words = try words(
      "de",
      #"{"%@": {"localizations": {"de": {"stringUnit": {"value": "„%@“"}}}}, "50%% off": {"localizations": {"de": {"stringUnit": {"value": "50 %% Rabatt"}}}}}"#
    )
    expectEqual(words.string(LocalizedText(verbatim: "%d %@ 100%")), "%d %@ 100%")
    expectEqual(words.text("\("%lld %")"), "„%lld %“")
    expectEqual(words.text("50% off"), "50 % Rabatt")
  }

  @Test func `puts each text of the pseudo-language into brackets`() {
    let words = Words(language: .pseudo)
    let text = words.text("\(count: 1_200) files of \("Ada")")
    expectEqual(text, "[1,200 ƒîļéš öƒ Ada ~~~~]")
    #expect(words.text("Error: \(Words.text("Go"))").hasSuffix("[Ĝö ~] ~~~]"))
    #expect(words.text("").isEmpty == false)
  }

  @Test func `reads an embedded catalogue when the language is used`() throws {
    let words = Words(
      language: try #require(Language("de")),
      catalogs: [
        StringCatalog(embedded: [
          "de":
            #"{"Buy":"Kaufen","%lld files":{"variations":{"plural":{"one":{"stringUnit":{"value":"Eine Datei"}},"other":{"stringUnit":{"value":"%lld Dateien"}}}}}}"#,
          "fr": "this is broken",
        ])
      ])
    expectEqual(words.text("Buy"), "Kaufen")
    expectEqual(words.text("\(count: 1) files"), "Eine Datei")
    expectEqual(words.text("\(count: 2) files"), "2 Dateien")
    let french = Words(
      language: try #require(Language("fr")),
      catalogs: [StringCatalog(embedded: ["fr": "this is broken"])])
    expectEqual(french.text("Buy"), "Buy")
  }

  @Test func `a text that is no literal is looked up, and else shown as it is`() {
    let catalog = StringCatalog(embedded: [
      "de": #"{"Due date":"Fällig am","50%% off":"50%% weniger"}"#
    ])
    let german = Words(language: Language("de") ?? .english, catalogs: [catalog])
    expectEqual(german.string(LocalizedText(english: "Due date")), "Fällig am")
    expectEqual(german.string(LocalizedText(english: "50% off")), "50% weniger")
    expectEqual(german.string(LocalizedText(english: "Ada")), "Ada")
    let pseudo = Words(language: .pseudo, catalogs: [catalog])
    #expect(pseudo.string(LocalizedText(english: "Due date")).hasPrefix("["))
    expectEqual(pseudo.string(LocalizedText(english: "Ada")), "Ada")
    expectEqual("\(LocalizedText(english: "Due date"))", "Due date")
  }

  @Test func `a count may be without groups`() {
    expectEqual(Words.english.text("\(count: 65_536) bytes"), "65,536 bytes")
    expectEqual(Words.english.text("\(count: 65_536, isGrouped: false) bytes"), "65536 bytes")
  }

  @Test(arguments: [
    ("en", "a\u{202E}b", "\u{2068}a\u{202E}b\u{2069} wrote"), ("de", "שלום", "\u{2068}שלום\u{2069} wrote"),
    ("en", "Zoë 日本 😀", "Zoë 日本 😀 wrote"), ("ar", "Ada", "Ada wrote"),
    ("en", "a\u{2069}\u{202E}b", "\u{2068}a\u{202E}b\u{2069} wrote"),
    ("en", "\u{2067}a", "\u{2068}\u{2067}a\u{2069}\u{2069} wrote"),
    ("en", "a\n\u{202E}b", "\u{2068}a\u{2069}\n\u{2068}\u{202E}b\u{2069} wrote"),
  ])
  func `isolates a value that would turn the direction of what follows`(_ tag: String, _ value: String, _ text: String)
  {
    expectEqual(Words(language: Language(tag) ?? .english).text("\(value) wrote"), text)
  }

  @Test func `a text beside one from right to left keeps its direction`() {
    expectEqual(Words.english.isolated("Ada"), "Ada")
    expectEqual(Words(language: Language("ar") ?? .english).isolated("Ada"), "\u{2068}Ada\u{2069}")
  }
}

/// Words in a language, with the strings of a catalogue.
func words(_ tag: String, _ strings: String) throws -> Words {
  Words(language: try #require(Language(tag)), catalogs: [try catalog(strings)])
}

/// A catalogue with strings.
func catalog(_ strings: String) throws -> StringCatalog {
  try StringCatalog(
    JSONText(scanning: #"{"sourceLanguage":"en","version":"1.0","strings":\#(strings)}"#.utf8))
}
