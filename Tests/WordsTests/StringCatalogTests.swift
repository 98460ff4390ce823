import ExpectSupport
import JSON
import Testing
import Words

import enum Support.Seeds

@Suite struct StringCatalogTests {
  /// Plural forms as Xcode writes them.
  static let files = #"""
    {"%lld files": {"localizations": {
      "en": {"variations": {"plural": {
        "zero": {"stringUnit": {"state": "translated", "value": "No files"}},
        "one": {"stringUnit": {"state": "translated", "value": "One file"}},
        "other": {"stringUnit": {"state": "translated", "value": "%lld files"}}}}},
      "pl": {"variations": {"plural": {
        "one": {"stringUnit": {"state": "translated", "value": "%lld plik"}},
        "few": {"stringUnit": {"state": "translated", "value": "%lld pliki"}},
        "many": {"stringUnit": {"state": "translated", "value": "%lld plików"}},
        "other": {"stringUnit": {"state": "translated", "value": "%lld pliku"}}}}},
      "ja": {"variations": {"plural": {"other": {"stringUnit": {"state": "translated", "value": "%lld ファイル"}}}}}}}}
    """#

  @Test(arguments: [
    ("en", 0, "No files"), ("en", 1, "One file"), ("en", 2, "2 files"), ("en-GB", 1, "One file"), ("pl", 0, "0 plików"),
    ("pl", 1, "1 plik"), ("pl", 3, "3 pliki"), ("pl", 5, "5 plików"), ("ja", 1, "1 ファイル"), ("fr", 1, "One file"),
  ])
  func `chooses a plural form`(_ tag: String, _ count: Int, _ text: String) throws {
    try expectEqual(words(tag, Self.files).text("\(count: count) files"), text)
  }

  @Test func `falls to the form other where a language does not list one`() throws {
    let strings =
      #"{"%lld files": {"localizations": {"ru": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld файл"}}, "other": {"stringUnit": {"value": "%lld файла"}}}}}}}}"#
    try expectEqual(words("ru", strings).text("\(count: 5) files"), "5 файла")
  }

  @Test func `chooses the text for other devices, also with plural forms within`() throws {
    let strings = #"""
      {"Tap": {"localizations": {"de": {"variations": {"device": {
        "mac": {"stringUnit": {"value": "Klicken"}}, "other": {"stringUnit": {"value": "Tippen"}}}}}}},
       "%lld taps": {"localizations": {"de": {"variations": {"device": {
        "mac": {"stringUnit": {"value": "%lld Klicks"}},
        "other": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "ein Tipp"}}, "other": {"stringUnit": {"value": "%lld Tipps"}}}}}}}}}}}
      """#
    let words = try words("de", strings)
    expectEqual(words.text("Tap"), "Tippen")
    expectEqual(words.text("\(count: 1) taps"), "ein Tipp")
    expectEqual(words.text("\(count: 3) taps"), "3 Tipps")
  }

  @Test func `puts in substitutions, each with a number of its own`() throws {
    let strings = #"""
      {"%@ has %lld files in %lld folders": {"localizations": {"de": {
        "stringUnit": {"value": "%1$@ hat %#@files@ in %#@folders@"},
        "substitutions": {
          "files": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
            "one": {"stringUnit": {"value": "eine Datei"}}, "other": {"stringUnit": {"value": "%arg Dateien"}}}}},
          "folders": {"argNum": 3, "formatSpecifier": "lld", "variations": {"plural": {
            "one": {"stringUnit": {"value": "%arg Ordner"}}, "other": {"stringUnit": {"value": "%arg Ordnern"}}}}}}}}}}
      """#
    let words = try words("de", strings)
    expectEqual(words.text("\("Ada") has \(count: 1) files in \(count: 2) folders"), "Ada hat eine Datei in 2 Ordnern")
    expectEqual(words.text("\("Ada") has \(count: 7) files in \(count: 1) folders"), "Ada hat 7 Dateien in 1 Ordner")
  }

  @Test(arguments: [
    "%@ files", "%2$lld Dateien", "%lld %@ Dateien", "%#@missing@", "%arg Dateien", "%lf Dateien", "%99$lld",
    "%lld %lld",
    "%n", "%", "%1$", "%#@", "%#@@",
  ])
  func `shows English where a translation does not fit the values`(_ value: String) throws {
    let strings = #"{"%lld files": {"localizations": {"de": {"stringUnit": {"value": "\#(value)"}}}}}"#
    try expectEqual(words("de", strings).text("\(count: 2) files"), "2 files")
    #expect(try !catalog(strings).problems().isEmpty)
  }

  @Test func `need not show a number that only chooses the form`() throws {
    let strings = #"""
      {"%lld cats": {"localizations": {
        "en": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "This is a cat."}}, "other": {"stringUnit": {"value": "These are cats."}}}}},
        "de": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "Das ist eine Katze."}}, "other": {"stringUnit": {"value": "Das sind Katzen."}}}}}}},
       "%lld by %@": {"localizations": {
        "en": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "%2$@ step"}}, "other": {"stringUnit": {"value": "%2$@ steps"}}}}},
        "de": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "%2$@ Schritt"}}, "other": {"stringUnit": {"value": "%2$@ Schritte"}}}}}}}}
      """#
    let english = try words("en", strings)
    expectEqual(english.text("\(count: 1) cats"), "This is a cat.")
    expectEqual(english.text("\(count: 2) cats"), "These are cats.")
    expectEqual(english.text("\(count: 1_200) by \("1.2k")"), "1.2k steps")
    let german = try words("de", strings)
    expectEqual(german.text("\(count: 2) cats"), "Das sind Katzen.")
    expectEqual(german.text("\(count: 1_200) by \("1.2k")"), "1.2k Schritte")
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test func `shows a text without a value that the English one shows, and names it`() throws {
    let strings = #"{"%lld files": {"localizations": {"de": {"stringUnit": {"value": "Dateien"}}}}}"#
    try expectEqual(words("de", strings).text("\(count: 2) files"), "Dateien")
    expectEqual(
      try catalog(strings).problems().map(\.description),
      [#"de: "%lld files" has the values none, and the English text has 1 integer"#])
  }

  @Test func `shows English for plural forms of a text without a number`() throws {
    let strings =
      #"{"Files of %@": {"localizations": {"de": {"variations": {"plural": {"other": {"stringUnit": {"value": "Dateien von %@"}}}}}}}}"#
    try expectEqual(words("de", strings).text("Files of \("Ada")"), "Files of Ada")
  }

  @Test(arguments: [#"{}"#, #"[]"#, #"{"strings": []}"#, "1"])
  func `refuses a file that is not a catalogue`(_ json: String) throws {
    let text = try JSONText(scanning: json.utf8)
    #expect(throws: CatalogError.notACatalog) { try StringCatalog(text) }
  }

  @Test func `knows its keys and languages`() throws {
    let catalog = try catalog(Self.files)
    expectEqual(catalog.keys, ["%lld files"])
    expectEqual(catalog.languages.map(\.description), ["en", "ja", "pl"])
    #expect(catalog.problems(in: [Language("pl"), Language("ja")].compactMap { $0 }).isEmpty)
  }

  @Test(arguments: [
    (#"{"Buy": {}}"#, #"de: "Buy" is missing"#),
    (
      #"{"Buy": {"localizations": {"de": {"stringUnit": {"state": "needs_review", "value": "Kauf"}}}}}"#,
      #"de: "Buy" is to be reviewed"#
    ),
    (#"{"Buy": {"localizations": {"de": {"stringUnit": {}}}}}"#, #"de: "Buy" has no text"#),
    (#"{"Buy": {"localizations": {"de": {}}}}"#, #"de: "Buy" has no text"#),
    (
      #"{"Buy": {"localizations": {"german": {"stringUnit": {"value": "x"}}, "de": {"stringUnit": {"value": "Kauf"}}}}}"#,
      #""Buy" has a text in "german", which is not a language"#
    ),
    (
      #"{"%@ files": {"localizations": {"de": {"stringUnit": {"value": "Dateien"}}}}}"#,
      #"de: "%@ files" has the values none, and the English text has 1 text"#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "eins"}}}}}}}}"#,
      #"de: "%lld" has no plural form "other""#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"variations": {"plural": {"single": {"stringUnit": {"value": "eins"}}}}}}}}"#,
      #"de: "%lld" has an unknown plural form "single""#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "eins"}}, "few": {"stringUnit": {"value": "%lld"}}, "other": {"stringUnit": {"value": "%lld"}}}}}}}}"#,
      #"de: "%lld" has the plural form "few", which the language does not use"#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"variations": {"plural": {"other": {"stringUnit": {"value": "%lld"}}}}}}}}"#,
      #"de: "%lld" lacks the plural form "one""#
    ),
    (
      #"{"Tap": {"localizations": {"de": {"variations": {"device": {"mac": {"stringUnit": {"value": "Klick"}}}}}}}}"#,
      #"de: "Tap" has no device "other""#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "%#@x@"}}}}}"#,
      #"de: "%lld" refers to "x", which it does not have"#
    ),
    (#"{"a": {"localizations": {"de": {"stringUnit": {"value": "%y"}}}}}"#, #"de: "a" has "%y", which cannot be read"#),
    (
      #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "%*d"}}}}}"#,
      #"de: "%lld" has "%*", which cannot be read"#
    ),
    (
      #"{"%@": {"localizations": {"de": {"stringUnit": {"value": "%x"}}}}}"#,
      #"de: "%@" has the values 1 integer, and the English text has 1 text"#
    ),
    (
      #"{"Buy": {"localizations": {"de": {"stringUnit": {"state": "new", "value": ""}}}}}"#, #"de: "Buy" has no text"#
    ),
    (
      #"{"Files of %@": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "Datei von %@"}}, "other": {"stringUnit": {"value": "Dateien von %@"}}}}}}}}"#,
      #"de: "Files of %@" chooses a plural form without a number"#
    ),
    (
      #"{"%lld in %lld": {"localizations": {"de": {"stringUnit": {"value": "%#@a@ in %#@b@"}, "substitutions": {"a": {"argNum": 1, "formatSpecifier": "y", "variations": {"plural": {"one": {"stringUnit": {"value": "eins"}}, "other": {"stringUnit": {"value": "%arg"}}}}}}}}}}"#,
      #"de: "%lld in %lld" has "formatSpecifier y", which cannot be read"#
    ),
    (
      #"{"%lld in %lld": {"localizations": {"de": {"stringUnit": {"value": "%#@a@ in %2$lld"}, "substitutions": {"a": {"argNum": 1, "variations": {"plural": {"one": {"stringUnit": {"value": "eins"}}, "other": {"stringUnit": {"value": "viele"}}}}}}}}}}"#,
      #"de: "%lld in %lld" has the values 2 integer, and the English text has 1 integer, 2 integer"#
    ),
    (
      #"{"%lld in %lld": {"localizations": {"de": {"stringUnit": {"value": "%#@a@ in %2$lld"}, "substitutions": {"a": {"argNum": 1, "variations": {"plural": {"one": {"stringUnit": {"value": "eins"}}, "other": {"stringUnit": {"state": "needs_review", "value": "%arg"}}}}}}}}}}"#,
      #"de: "%lld in %lld" is to be reviewed"#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "%#@a@"}, "substitutions": {"a": {"argNum": 1, "variations": {"plural": {"one": {"stringUnit": {"value": "%#@a@"}}, "other": {"stringUnit": {"value": "%arg"}}}}}}}}}}"#,
      #"de: "%lld" refers to "a" within itself"#
    ),
    (
      #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "%arg"}}}}}"#,
      #"de: "%lld" has "%arg", which cannot be read"#
    ),
  ])
  func `names a mistake`(_ strings: String, _ problem: String) throws {
    let problems = try catalog(strings).problems(in: [try #require(Language("de"))])
    expectEqual(problems.first?.description, problem)
  }

  @Test func `shows the text of a computer where a device form has no other`() throws {
    let devices = #"{"iphone": {"stringUnit": {"value": "Tippen"}}, "mac": {"stringUnit": {"value": "Klicken"}}}"#
    let strings = #"{"Tap": {"localizations": {"de": {"variations": {"device": \#(devices)}}}}}"#
    try expectEqual(words("de", strings).text("Tap"), "Klicken")
  }

  @Test func `shows what is not to be translated in English, with its forms`() throws {
    let forms =
      #"{"variations": {"plural": {"one": {"stringUnit": {"value": "%lld Commit"}}, "other": {"stringUnit": {"value": "%lld Commits"}}}}}"#
    let strings =
      #"{"%lld Commits": {"shouldTranslate": false, "localizations": {"en": \#(forms), "de": {"stringUnit": {"value": "x"}}}}}"#
    try expectEqual(words("de", strings).text("\(count: 1) Commits"), "1 Commit")
    expectEqual(try catalog(strings).problems(in: [try #require(Language("de"))]), [])
  }

  @Test(arguments: [("1.0", 0), ("1.1", 0), ("2.0", 1), ("x", 1)])
  func `names a newer version`(_ version: String, _ count: Int) throws {
    let json = #"{"sourceLanguage": "en", "version": "\#(version)", "strings": {}}"#
    let problems = try StringCatalog(JSONText(scanning: json.utf8)).problems()
    expectEqual(problems.count, count)
    if let problem = problems.first {
      expectEqual(
        "\(problem)", "\"version\" is \(version), which is newer than 1, so the catalogue may have what is not read")
    }
  }

  @Test func `asks for no translation of what is not to be translated`() throws {
    let catalog = try catalog(#"{"Tributary": {"shouldTranslate": false}}"#)
    #expect(catalog.problems(in: [try #require(Language("de"))]).isEmpty)
  }

  @Test func `takes any catalogue without a crash`() throws {
    var random = SplitMix(state: 7)
    let pieces = ["%", "@", "1$", "lld", "#@", "a@", "%%", "%arg", ".", "é", "9", "$", "%2$@", "-", "z"]
    for _ in 0..<(200 * Seeds.factor) {
      let value = (0..<random.below(7)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let strings =
        #"{"%@ has %lld": {"localizations": {"de": {"stringUnit": {"value": "\#(value)"}, "substitutions": {"a": {"argNum": \#(random.below(4)), "variations": {"plural": {"other": {"stringUnit": {"value": "\#(value)"}}}}}}}}}}"#
      let text = try words("de", strings).text("\("Ada") has \(count: random.below(3))")
      #expect(!text.isEmpty || value.isEmpty)
      _ = try catalog(strings).problems()
    }
  }
}

/// A small generator of random numbers with a seed.
struct SplitMix {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }
}
