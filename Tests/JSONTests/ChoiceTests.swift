import JSON
import Testing

@Suite struct ChoiceTests {
  private enum Plain: String, Choice { case title, author }

  private enum Labelled: String, Choice {
    case title, year
    var label: String { self == .year ? "Year of publication" : "Title" }
  }

  @Test func `is described by its words, and by labels that differ`() {
    #expect(Plain.schema == ["title": "Plain", "type": "string", "enum": ["title", "author"]])
    #expect(
      Labelled.schema == [
        "title": "Labelled", "type": "string", "enum": ["title", "year"], "x-labels": ["Title", "Year of publication"],
      ])
    #expect(Plain.author.label == "author")
  }

  @Test func `is one of its words in JSON`() throws {
    #expect(Labelled.year.json == Array(#""year""#.utf8))
    #expect(Labelled(try JSONText(scanning: #""year""#.utf8)) == .year)
    #expect(Labelled(try JSONText(scanning: #""Title""#.utf8)) == nil)
    #expect(Labelled.example == .title)
  }
}
