import ExpectSupport
import JSON
import Testing

@Suite struct JSONTextTests {
  private func text(_ text: String) throws -> JSONText { try JSONText(scanning: text.utf8) }

  private func string(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

  @Test func `finds the members of an object in order`() throws {
    let object = try text(#" {"a" : 1 ,"b\u0041\/":{"c":[1,"}\""]}, "":"x\\","d":null,"é":[] }"#)
    expectEqual(object.members.map(\.name.string), ["a", "bA/", "", "d", "é"])
    expectEqual(object.members.map { string($0.value.bytes) }, ["1", #"{"c":[1,"}\""]}"#, #""x\\""#, "null", "[]"])
  }

  @Test(arguments: ["{ }", "[1]", "1", "\"{}\""])
  func `has no members unless it is an object that has some`(json: String) throws {
    try expectEqual(text(json).members.map(\.name.string), [])
  }

  @Test func `finds the elements of an array in order`() throws {
    let array = try text(#"[ 1,"a,]" ,[2,[3]],{"b":[]} , true]"#)
    expectEqual(array.elements.map { string($0.bytes) }, ["1", #""a,]""#, "[2,[3]]", #"{"b":[]}"#, "true"])
    try expectEqual(text("[ ]").elements.map(\.kind), [])
    try expectEqual(text(#"{"a":1}"#).elements.map(\.kind), [])
  }

  @Test func `finds a member by its name`() throws {
    let object = try text(#"{"a":{"b":2},"\u0061b":3}"#)
    expectEqual(object["a"]?["b"]?.integer(), 2)
    expectEqual(object["ab"]?.integer(), 3)
    #expect(object["b"] == nil)
    #expect(object["a"]?["b"]?["c"] == nil)
  }

  @Test func `looks at the members of an object one after the other`() throws {
    let object = try text(#" { "a" : 1 , "\u0062":{"c":[2]},"":"x"} "#)
    var found: [String] = []
    object.forEachMember { member in
      let isB = object.hasName("b", at: member) && !object.hasName("a", at: member)
      found.append(
        "\(object.name(at: member).string ?? "")=\(String(decoding: object.value(at: member).bytes, as: UTF8.self))\(isB)"
      )
    }
    expectEqual(found, ["a=1false", #"b={"c":[2]}true"#, #"="x"false"#])
    var count = 0
    for other in ["[1]", "{}", "1", "\"{\""] { try text(other).forEachMember { _ in count += 1 } }
    expectEqual(count, 0)
  }

  @Test func `compares names by code units`() throws {
    let object = try text("{\"e\u{301}\":1,\"\u{E9}\":2}")
    expectEqual(object["e\u{301}"]?.integer(), 1)
    expectEqual(object["\u{E9}"]?.integer(), 2)
  }

  @Test func `resolves the escapes of a string`() throws {
    try expectEqual(text(#""a\"\\\/\b\f\n\r\t""#).string, "a\"\\/\u{8}\u{C}\n\r\t")
    try expectEqual(text(#""\u00e9\uD83D\uDE00\u0041\ud7ff\uffff""#).string, "é😀A\u{D7FF}\u{FFFF}")
    #expect(try text("1").string == nil)
    #expect(try text(#""\u0041""#).isString("A"))
    #expect(try !text(#""\u0041B""#).isString("A"))
    #expect(try !text("1").isString("1"))
    #expect(try text(#""\"""#).isString("\""))
    #expect(try !text(#""\n""#).isString(#"\n"#))
    #expect(try text(#""""#).isString(""))
    #expect(try !text(#""\ud83d\ude00""#).isString("😁"))
    #expect(try text(#""\ud83d\ude00""#).isString("😀"))
  }

  @Test(arguments: [
    ("0", 0), ("-12", -12), ("1.0", 1), ("1e2", 100), ("-1.50E1", -15), ("120e-1", 12), ("0.00", 0), ("-0.0", 0),
    ("0e400", 0), ("0e99999999999999999999", 0), ("900719925474099.3e1", 9_007_199_254_740_993),
  ])
  func `reads an integer however it is written`(json: String, number: Int) throws {
    try expectEqual(text(json).integer(), number)
  }

  @Test(arguments: [
    "1.5", "1e400", "1e-400", "1e-1", "15e-2", "1e99999999999999999999", "1e-99999999999999999999", "\"1\"", "true",
  ])
  func `reads no integer where there is none`(json: String) throws {
    #expect(try text(json).integer() == nil)
    #expect(try !text(json).isInteger)
  }

  @Test func `reads no integer that the type cannot hold`() throws {
    #expect(try text("9223372036854775808").integer() == nil)
    try expectEqual(text("9223372036854775808").integer(as: UInt64.self), 1 << 63)
    #expect(try text("-1").integer(as: UInt8.self) == nil)
  }

  @Test func `reads numbers, booleans and null`() throws {
    try expectEqual(text("-1.5e2").double, -150)
    #expect(try text("\"1\"").double == nil)
    #expect(try text("true").bool == true)
    #expect(try text("false").bool == false)
    #expect(try text("null").bool == nil)
    #expect(try text("null").isNull)
    try expectEqual(
      text(#"[{},[],"",1,true,null]"#).elements.map(\.kind), [.object, .array, .string, .number, .boolean, .null])
  }

  @Test func `is equal in canonical form where only the notation differs`() throws {
    let one = try text(#" {"b":[1, "\u0041\/"],"a":{"d":null,"c":1.0}} "#)
    expectEqual(string(one.canonical), #"{"a":{"c":1.0,"d":null},"b":[1,"A/"]}"#)
  }
}
