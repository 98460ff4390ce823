import ExpectSupport
import Testing
import Words

@Suite struct SubstitutionTests {
  private static func plural(_ one: String, _ other: String, _ argument: Int?) -> String {
    let number = argument.map { #""argNum": \#($0), "# } ?? ""
    return #"{\#(number)"formatSpecifier": "lld", "variations": {"plural": {"#
      + #""one": {"stringUnit": {"value": "\#(one)"}}, "other": {"stringUnit": {"value": "\#(other)"}}}}}"#
  }

  private static func posts(_ value: String, _ posts: Int?, _ people: Int?) -> String {
    #"{"%lld posts from %lld people": {"localizations": {"de": {"stringUnit": {"value": "\#(value)"}, "substitutions": {"#
      + #""posts": \#(plural("%lld Beitrag", "%lld Beiträge", posts)), "people": \#(plural("%arg Person", "%arg Personen", people))}}}}}"#
  }

  @Test(arguments: [
    ("%#@posts@ von %#@people@", 1, 2), ("%#@posts@ von %#@people@", nil, nil), ("%#@posts@ von %#@people@", 1, nil),
    ("%#@posts@ von %#@people@", nil, 2), ("%1$#@posts@ von %2$#@people@", nil, nil),
    ("%#@posts@ von %2$#@people@", nil, nil),
  ])
  func `shows its own number where a specifier has no position`(_ value: String, _ posts: Int?, _ people: Int?) throws {
    let strings = Self.posts(value, posts, people)
    let words = try words("de", strings)
    expectEqual(words.text("\(count: 5) posts from \(count: 1) people"), "5 Beiträge von 1 Person")
    expectEqual(words.text("\(count: 1) posts from \(count: 7) people"), "1 Beitrag von 7 Personen")
    expectEqual(words.text("\(count: 5) posts from \(count: 2) people"), "5 Beiträge von 2 Personen")
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test(arguments: [
    (2, 1, "5 Personen mit 1 Beitrag"), (1, 2, "1 Person mit 5 Beiträge"),
  ])
  func `is about the value that it names, wherever it stands`(_ posts: Int, _ people: Int, _ text: String) throws {
    let words = try words("de", Self.posts("%#@people@ mit %#@posts@", posts, people))
    expectEqual(words.text("\(count: 5) posts from \(count: 1) people"), text)
  }

  @Test(arguments: [
    ("%@ hat %#@files@", nil, "Ada hat 3 Dateien"), ("%#@files@ hat %@", 2, "3 Dateien hat Ada"),
    ("%2$#@files@ hat %1$@", nil, "3 Dateien hat Ada"),
    ("%#@files@: %#@files@ von %@", 2, "3 Dateien: 3 Dateien von Ada"),
  ])
  func `leaves the other values to the rest of the text`(_ value: String, _ argument: Int?, _ text: String) throws {
    let strings =
      #"{"%@ has %lld files": {"localizations": {"de": {"stringUnit": {"value": "\#(value)"}, "substitutions": {"#
      + #""files": \#(Self.plural("eine Datei", "%lld Dateien", argument))}}}}}"#
    try expectEqual(words("de", strings).text("\("Ada") has \(count: 3) files"), text)
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test func `may show another value by its position`() throws {
    let strings = Self.posts("%#@posts@", 1, 2).replacing("%lld Beiträge", with: "%lld Beiträge (%2$lld)")
    try expectEqual(words("de", strings).text("\(count: 5) posts from \(count: 9) people"), "5 Beiträge (9)")
  }

  @Test func `may stand in another one, but not in itself`() throws {
    let nested = Self.posts("%#@posts@", 1, 2).replacing("%lld Beiträge", with: "%arg Beiträge von %#@people@")
    try expectEqual(words("de", nested).text("\(count: 5) posts from \(count: 9) people"), "5 Beiträge von 9 Personen")
    let cyclic = Self.posts("%#@posts@", 1, 2).replacing("%lld Beiträge", with: "%#@posts@")
    try expectEqual(words("de", cyclic).text("\(count: 5) posts from \(count: 9) people"), "5 posts from 9 people")
    #expect(try !catalog(cyclic).problems().isEmpty)
  }

  @Test func `chooses by device within a number, and by number within a device`() throws {
    let strings = #"""
      {"%lld taps": {"localizations": {"de": {"stringUnit": {"value": "%#@taps@"}, "substitutions": {"taps": {
        "argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
          "one": {"variations": {"device": {
            "mac": {"stringUnit": {"value": "ein Klick"}}, "other": {"stringUnit": {"value": "ein Tipp"}}}}},
          "other": {"stringUnit": {"value": "%arg Tipps"}}}}}}}}},
       "%lld swipes": {"localizations": {"de": {"stringUnit": {"value": "%#@swipes@"}, "substitutions": {"swipes": {
        "argNum": 1, "formatSpecifier": "lld", "variations": {"device": {
          "mac": {"stringUnit": {"value": "%arg Klicks"}},
          "other": {"variations": {"plural": {
            "one": {"stringUnit": {"value": "%arg Wisch"}}, "other": {"stringUnit": {"value": "%arg Wische"}}}}}}}}}}}}}
      """#
    let words = try words("de", strings)
    expectEqual(words.text("\(count: 1) taps"), "ein Tipp")
    expectEqual(words.text("\(count: 2) taps"), "2 Tipps")
    expectEqual(words.text("\(count: 1) swipes"), "1 Wisch")
    expectEqual(words.text("\(count: 2) swipes"), "2 Wische")
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test(arguments: [
    ("%#@posts@ in %arg", 1, 2), ("%#@posts@ von %#@people@", 1, 3), ("%#@posts@ von %#@people@ von %lld", nil, nil),
  ])
  func `names what leads to no value`(_ value: String, _ posts: Int?, _ people: Int?) throws {
    let strings = Self.posts(value, posts, people)
    try expectEqual(words("de", strings).text("\(count: 5) posts from \(count: 1) people"), "5 posts from 1 people")
    #expect(try !catalog(strings).problems().isEmpty)
  }
}
