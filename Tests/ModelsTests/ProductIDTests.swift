import ExpectSupport
import Models
import Testing

@Suite struct ProductIDTests {
  @Test func `is any text that is not empty`() {
    #expect(ProductID(rawValue: "") == nil)
    expectEqual(ProductID(rawValue: "a/b"), "a/b")
  }

  @Test(arguments: [("wand", "wand"), ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("각", "\u{1100}\u{1161}\u{11A8}")])
  func `two spellings are two identifiers`(one: String, other: String) throws {
    let areSame = one.utf8.elementsEqual(other.utf8)
    let ids = [try #require(ProductID(rawValue: one)), try #require(ProductID(rawValue: other))]
    #expect((ids[0] == ids[1]) == areSame)
    #expect(Set(ids).count == (areSame ? 1 : 2))
  }
}
