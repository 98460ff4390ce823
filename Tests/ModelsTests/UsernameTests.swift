import ExpectSupport
import Foundation
import Models
import Testing

@Suite struct UsernameTests {
  @Test(arguments: ["gandalf", " gandalf", "gandalf \n", "\u{3000}gandalf\t"])
  func `ignores surrounding white space`(text: String) throws {
    try expectEqual(Username(text).text, "gandalf")
  }

  @Test(arguments: [
    ("", UsernameProblem.empty), ("  \n", .empty), (String(repeating: "a", count: 65), .tooLong),
    ("a" + String(repeating: "\u{301}", count: 200), .tooLong), ("a\u{0}b", .invisible), ("a\nb", .invisible),
    (String(repeating: " ", count: 4096) + "a", .tooLong),
    ("a\u{200B}b", .invisible), ("\u{202E}gandalf", .invisible),
  ])
  func `refuses texts that are not valid`(text: String, problem: UsernameProblem) {
    #expect(throws: problem) { try Username(text) }
  }

  @Test(arguments: ["Гэндальф", "甘道夫", "a/b?c#d", "..", "the grey"])
  func `accepts any script, and characters that a path escapes`(text: String) throws {
    try expectEqual(Username(text).text, text)
  }

  @Test func `has at most 64 characters`() throws {
    try expectEqual(Username(String(repeating: "ä", count: 64)).text.count, 64)
  }

  @Test func `has a message for each problem`() {
    expectEqual(
      UsernameProblem.allCases.map(\.message),
      [
        "Enter a user name.", "A user name has at most 64 characters.", "A user name has no invisible characters.",
      ])
  }

  @Test func `two spellings are one name, in Form C`() throws {
    for value in UInt32(0xC0)...0x24F {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
      let letter = String(scalar)
      let (one, other) = (try Username("a" + letter), try Username("a" + letter.decomposedStringWithCanonicalMapping))
      expectEqual(one, other)
      #expect(one.text.utf8.elementsEqual(other.text.utf8))
      #expect(other.text.utf8.elementsEqual(("a" + letter.precomposedStringWithCanonicalMapping).utf8))
    }
  }

  // MARK: Joiners

  /// Names of people in which a joiner changes how letters are written, and the same ones where it does not.
  private static let joined = [
    "می\u{200C}خواهم", "نامه\u{200C}ای", "علی\u{200C}رضا", "بِ\u{200C}ه", "क्\u{200D}ष", "न्\u{200C}त", "ශ්\u{200D}රී",
    "ന്\u{200D}",
    "\u{9B0}\u{9CD}\u{200D}\u{9AF}", "👩\u{200D}👧", "❤️\u{200D}🔥", "👩🏽\u{200D}🚀",
  ]

  @Test(arguments: joined) func `takes the joiners that letters need`(text: String) throws {
    #expect(try Username(text).text.unicodeScalars.contains { $0 == "\u{200C}" || $0 == "\u{200D}" })
    #expect(TermsForm(acceptedTerms: true, acceptedPrivacy: true, name: text).validToSubmit)
  }

  @Test(arguments: ["\u{200C}", "\u{200D}"]) func `refuses joiners that change nothing`(joiner: String) {
    // Latin letters do not join; an alef, a dal and a vav do not join the next letter; a virama needs a consonant.
    let refused = [
      "a\(joiner)b", "\(joiner)می", "می\(joiner)", "ا\(joiner)ب", "د\(joiner)ب", "و\(joiner)ب", "ب\(joiner)a",
      "क\(joiner)ष",
      "\u{94D}\(joiner)ष", "1\(joiner)2", "👩\(joiner)b", "ب\(joiner)\(joiner)ب",
    ]
    for text in refused {
      #expect(throws: UsernameProblem.invisible) { try Username(text) }
      #expect(!TermsForm(acceptedTerms: true, acceptedPrivacy: true, name: text).validToSubmit)
    }
  }

  @Test func `one rule decides for accounts and for terms`() {
    let letters = [
      "a", "ب", "ا", "क", "\u{94D}", "\u{200C}", "\u{200D}", "\u{301}", "\u{202E}", "\u{200B}", "👩", "\u{FE0F}",
      "\u{AD}",
    ]
    var number = 1
    for _ in 0..<2_000 {
      number = number * 48_271 % 2_147_483_647
      let name = (0..<5).map { letters[number >> ($0 * 5) % letters.count] }.joined()
      let form = TermsForm(acceptedTerms: true, acceptedPrivacy: true, name: name)
      #expect(form.validToSubmit == ((try? Username(name)) != nil), "\(name.unicodeScalars.map(\.value))")
    }
  }
}
