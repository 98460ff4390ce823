import ExpectSupport
import JSON
import Testing

/// The type `JSON`.
@Suite struct JSONValueTests {
  @Test func `writes members in the order of their names`() {
    let value: JSON = ["b": [1, "a/b", .null, true], "$a": ["é": -2], "a": [:], "B": []]
    expectEqual(String(decoding: value.json, as: UTF8.self), #"{"$a":{"é":-2},"B":[],"a":{},"b":[1,"a/b",null,true]}"#)
  }

  @Test func `replaces members of an object alone`() {
    let value: JSON = ["a": 1, "b": 2]
    expectEqual(value.with(["b": 3, "c": 4]), ["a": 1, "b": 3, "c": 4])
    expectEqual(JSON.string("x").with(["b": 3]), "x")
    expectEqual(value["a"], 1)
    #expect(value["x"] == nil)
    #expect(JSON.array([])["a"] == nil)
  }

  @Test func `a text in another spelling is another value and another name`() {
    for names in EquivalentNames.all {
      #expect(JSON.string(names.one) != .string(names.other))
      #expect(JSON.object([names.one: 1]) != .object([names.other: 1]))
      #expect(JSON.object([names.one: 1])[names.other] == nil)
      expectEqual(JSON.object([names.one: 1])[names.one], 1)
      expectEqual(
        Set<JSON>([["a": .string(names.one)], ["a": .string(names.other)], ["a": .string(names.one)]]).count, 2)
    }
  }
}
