import JSON
import Testing

@Suite struct JSONPointerTests {
  @Test func `escapes what RFC 6901 escapes`() {
    #expect(JSONPointer().description == "")
    #expect(JSONPointer("event", "a/b", "m~n", "").appending(3).description == "/event/a~1b/m~0n//3")
  }

  @Test func `goes on along another pointer`() {
    #expect(JSONPointer("a").appending(JSONPointer("b", "c")) == JSONPointer(["a", "b", "c"]))
    #expect(JSONPointer("a").appending(JSONPointer()) == JSONPointer("a"))
  }
}
