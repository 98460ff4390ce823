import Descriptions
import ExpectSupport
import Testing

@Suite struct ChoiceTests {
  private enum Plain: String, Choice { case title, author }

  private enum Labelled: String, Choice {
    case title, year
    var label: String { self == .year ? "Year of publication" : "Title" }
  }

  @Test func `is described by its words, and by labels that differ`() {
    expectEqual(Plain.schema, ["title": "Plain", "type": "string", "enum": ["title", "author"]])
    expectEqual(
      Labelled.schema,
      [
        "title": "Labelled", "type": "string", "enum": ["title", "year"], "x-labels": ["Title", "Year of publication"],
      ])
    expectEqual(Plain.author.label, "author")
  }

  @Test func `is one of its words in JSON`() throws {
    expectEqual(Labelled.year.json, Array(#""year""#.utf8))
    expectEqual(Labelled(try JSONText(scanning: #""year""#.utf8)), .year)
    #expect(Labelled(try JSONText(scanning: #""Title""#.utf8)) == nil)
    expectEqual(Labelled.example, .title)
  }

  private enum Spelled: String, Choice, CaseIterable {
    case cafe = "caf\u{E9}"
    case angstrom = "\u{C5}"
    case hangul = "\u{AC01}"
    case kelvin = "K"
  }

  private enum Word: String, CaseIterable, JSONReadable, JSONWritable { case tone = "e\u{301}" }

  @Test func `is no word in another spelling`() throws {
    let others = ["cafe\u{301}", "\u{212B}", "A\u{30A}", "\u{1100}\u{1161}\u{11A8}", "\u{212A}"]
    for other in others { #expect(Spelled(JSONText(scanned: other.json[...])) == nil) }
    for word in Spelled.allCases { expectEqual(Spelled(JSONText(scanned: word.json[...])), word) }
    #expect(Word(JSONText(scanned: "\u{E9}".json[...])) == nil)
    expectEqual(Word(JSONText(scanned: "e\u{301}".json[...])), .tone)
  }
}
