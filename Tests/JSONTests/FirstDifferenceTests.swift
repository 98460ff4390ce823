import ExpectSupport
import JSON
import Testing

/// Where two states differ first.
@Suite struct FirstDifferenceTests {
  @Test(arguments: [
    ("[1,2]", "[1]", "/1", "2", "-"), ("[1]", "[1,2]", "/1", "-", "2"), ("[]", "[3]", "/0", "-", "3"),
    (#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3}]}"#, "/a/1/b", "2", "3"),
    (#"{"a":1}"#, #"{"a":1,"c/d":2}"#, "/c~1d", "-", "2"), (#"{"a":1,"b":2}"#, #"{"a":1}"#, "/b", "2", "-"),
  ])
  func `names the place, and what is there`(
    _ one: String, _ other: String, _ pointer: String, _ value: String, _ otherValue: String
  ) throws {
    let difference = try #require(
      JSONText(scanning: one.utf8).firstDifference(from: JSONText(scanning: other.utf8)))
    expectEqual(difference.0.description, pointer)
    #expect((difference.1.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-") == value)
    #expect((difference.2.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-") == otherValue)
  }

  @Test func `equal states have no difference, whatever the order of their members`() throws {
    let (one, other) = (#"{"a":[1,2],"b":null}"#, #"{ "b" : null, "a" : [1,2] }"#)
    #expect(
      try JSONText(scanning: one.utf8).firstDifference(from: JSONText(scanning: other.utf8)) == nil)
  }
}
