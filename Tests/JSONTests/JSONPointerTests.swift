import ExpectSupport
import JSON
import Testing

@Suite struct JSONPointerTests {
  @Test func `escapes what RFC 6901 escapes`() {
    expectEqual(JSONPointer().description, "")
    expectEqual(JSONPointer("event", "a/b", "m~n", "").appending(3).description, "/event/a~1b/m~0n//3")
  }

  @Test(arguments: [
    ("", []), ("/", [""]), ("//a", ["", "a"]), ("/a~1b/m~0n/3", ["a/b", "m~n", "3"]), ("/~01", ["~1"]), ("/é", ["é"]),
  ])
  func `is read from a text`(text: String, names: [String]) {
    expectEqual(JSONPointer(parsing: text)?.names, names)
    expectEqual(JSONPointer(names).description, text)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~"])
  func `is not read from another text`(text: String) {
    #expect(JSONPointer(parsing: text) == nil)
  }

  @Test func `goes on along another pointer`() {
    expectEqual(JSONPointer("a").appending(JSONPointer("b", "c")), JSONPointer(["a", "b", "c"]))
    expectEqual(JSONPointer("a").appending(JSONPointer()), JSONPointer("a"))
  }

  @Test func `a name in another spelling makes another pointer`() {
    for names in EquivalentNames.all {
      let pointers = [JSONPointer("a", names.one), JSONPointer("a", names.other)]
      #expect(pointers[0] != pointers[1])
      expectEqual(Set(pointers).count, 2)
    }
  }
}
