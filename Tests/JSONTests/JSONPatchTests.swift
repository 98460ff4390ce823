import ExpectSupport
import JSON
import Testing

@Suite struct JSONPatchTests {
  private func json(_ text: String) throws -> JSONText { try JSONText(scanning: text.utf8) }

  private func apply(_ patch: String, to text: String) throws -> String {
    String(decoding: try JSONPatch(json(patch)).apply(to: json(text)), as: UTF8.self)
  }

  /// The examples of RFC 6902, appendix A, that succeed.
  @Test(arguments: [
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"baz":"qux","foo":"bar"}"#),
    (#"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","qux","baz"]}"#),
    (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
    (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
    (
      #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#
    ),
    (
      #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (
      #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#
    ),
    (
      #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"child":{"grandchild":{}},"foo":"bar"}"#
    ),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, #"{"baz":"qux","foo":"bar"}"#),
    (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#, #"{"foo":["bar",["abc","def"]]}"#),
  ])
  func `applies the examples of the standard`(text: String, patch: String, result: String) throws {
    try expectEqual(apply(patch, to: text), result)
  }

  /// The examples of RFC 6902, appendix A, that fail, and other faults.
  @Test(arguments: [
    (
      #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#,
      #"operation 0: The value at "/baz" is not the one that is expected."#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
      #"operation 0: There is no value at "/baz/bat"."#
    ),
    (
      #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
      #"operation 0: The value at "/~01" is not the one that is expected."#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"remove","path":"/foo"},{"op":"replace","path":"/foo","value":1}]"#,
      #"operation 1: There is no value at "/foo"."#
    ),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/foo/a","value":1}]"#, #"operation 0: There is no value at "/foo/a"."#),
    ("[1]", #"[{"op":"add","path":"/2","value":1}]"#, #"operation 0: There is no such index of the array: "/2"."#),
    ("[1]", #"[{"op":"add","path":"/01","value":1}]"#, #"operation 0: There is no such index of the array: "/01"."#),
    ("[1]", #"[{"op":"add","path":"/x","value":1}]"#, #"operation 0: There is no such index of the array: "/x"."#),
    ("[1]", #"[{"op":"remove","path":"/-"}]"#, #"operation 0: There is no value at "/-"."#),
    ("[1]", #"[{"op":"replace","path":"/1","value":1}]"#, #"operation 0: There is no value at "/1"."#),
    ("[1]", #"[{"op":"remove","path":""}]"#, "operation 0: The whole text cannot be removed."),
    (
      #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#,
      #"operation 0: The value at "/a" cannot be moved into itself."#
    ),
    (#"{"a":1}"#, #"[{"op":"copy","from":"/b","path":"/c"}]"#, #"operation 0: There is no value at "/b"."#),
    (#"{"a":1}"#, #"[{"op":"move","from":"/b","path":"/b"}]"#, #"operation 0: There is no value at "/b"."#),
    ("{}", "{}", "operation 0: A patch is an array."),
    ("{}", "[7]", "operation 0: It is not an object."),
    (
      "{}", #"[{"op":"test","path":"","value":{}},{"op":"spam","path":""}]"#,
      #"operation 1: Its "op" is none of add, remove, replace, move, copy, test."#
    ),
    ("{}", #"[{"op":"remove"}]"#, #"operation 0: It needs the text "path"."#),
    ("{}", #"[{"op":"remove","path":"a"}]"#, #"operation 0: Its "path" is no JSON Pointer."#),
    ("{}", #"[{"op":"remove","path":"/~2"}]"#, #"operation 0: Its "path" is no JSON Pointer."#),
    ("{}", #"[{"op":"remove","path":"/~"}]"#, #"operation 0: Its "path" is no JSON Pointer."#),
    ("{}", #"[{"op":"add","path":"/a"}]"#, #"operation 0: It needs a "value"."#),
    ("{}", #"[{"op":"move","path":"/a"}]"#, #"operation 0: It needs the text "from"."#),
  ])
  func `refuses what does not fit, and names the operation`(text: String, patch: String, message: String) throws {
    let error = #expect(throws: JSONPatchError.self) { try apply(patch, to: text) }
    expectEqual(error?.description, message)
  }

  @Test(arguments: [
    (#"{"a":1,"c":3}"#, #"[{"op":"add","path":"/b","value":null}]"#, #"{"a":1,"b":null,"c":3}"#),
    (#"{"c":3,"a":1}"#, #"[{"op":"add","path":"/d","value":4}]"#, #"{"c":3,"a":1,"d":4}"#),
    (#"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
    (
      #"{"\u0061":1.0,"z":"\u00e9"}"#, #"[{"op":"add","path":"/b\"","value":[]}]"#,
      #"{"\u0061":1.0,"b\"":[],"z":"\u00e9"}"#
    ),
    ("[1,2]", #"[{"op":"replace","path":"","value":{"a":1}}]"#, #"{"a":1}"#),
    ("[1,2]", #"[{"op":"add","path":"","value":7}]"#, "7"),
    ("[1,2]", #"[{"op":"copy","from":"","path":"/0"}]"#, "[[1,2],1,2]"),
    (#"{"a":[1,2]}"#, #"[{"op":"move","from":"/a","path":""}]"#, "[1,2]"),
    (#"{"":{"":1}}"#, #"[{"op":"replace","path":"//","value":2}]"#, #"{"":{"":2}}"#),
    ("[1,2,3]", #"[{"op":"move","from":"/0","path":"/-"},{"op":"move","from":"/1","path":"/1"}]"#, "[2,3,1]"),
    ("[1, 2]", "[]", "[1, 2]"),
  ])
  func `keeps what is there, and puts a new member at its sorted place`(
    text: String, patch: String, result: String
  ) throws {
    try expectEqual(apply(patch, to: text), result)
  }

  @Test(arguments: [
    ("1", "1.0", true), ("100", "1E2", true), ("-0", "0e5", true), ("0.10", "1e-1", true), ("1", "-1", false),
    ("1000000000000000000000000000001", "1000000000000000000000000000002", false), ("12", "1.2", false),
    ("1e99999999999999999999", "1e99999999999999999999", true),
    ("1e99999999999999999999", "1e999999999999999999999", true),
    (#""\u0061""#, #""a""#, true), ("\"e\u{301}\"", "\"\u{e9}\"", false),
    (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#, true),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#, false), (#"{"a":1,"b":2}"#, #"{"a":1}"#, false), ("[1,2]", "[1]", false),
    ("[1]", "[1,2]", false), ("null", "false", false), ("true", "true", true), ("1", #""1""#, false),
  ])
  func `compares values as the standard says`(one: String, other: String, areEqual: Bool) throws {
    try expectEqual(json(one).isEqual(to: json(other)), areEqual)
  }

  @Test func `a result is not nested beyond its limit`() throws {
    let additions = (1...64).map { depth in
      #"{"op":"add","path":"\#(String(repeating: "/0", count: depth))","value":[]}"#
    }
    let patch = "[" + additions.joined(separator: ",") + "]"
    let error = #expect(throws: JSONPatchError.self) { try apply(patch, to: "[]") }
    expectEqual(error?.description, "operation 63: The result would be nested deeper than 64.")
  }

  @Test func `copies of copies end at the limit`() throws {
    let copies = Array(repeating: #"{"op":"copy","from":"","path":"/-"}"#, count: 60)
    let patch = try JSONPatch(json("[" + copies.joined(separator: ",") + "]"))
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: json("[1]"), sizeLimit: 1000) }
    expectEqual(error?.reason, .tooLong(limit: 1000))
    let addition = try JSONPatch(json(#"[{"op":"add","path":"/0","value":12}]"#))
    let long = #expect(throws: JSONPatchError.self) { try addition.apply(to: json("[1]"), sizeLimit: 5) }
    expectEqual(long?.description, "operation 0: The result would be longer than 5 bytes.")
    try expectEqual(addition.apply(to: json("[1]"), sizeLimit: 6), Array("[12,1]".utf8))
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":1,"c":3}"#, #"[{"op":"replace","path":"","value":{"a":1,"c":3}}]"#),
    (
      #"{"a":"a text that is longer than the operations of the patch","b":2}"#,
      #"{"a":"a text that is longer than the operations of the patch","c":3}"#,
      #"[{"op":"remove","path":"/b"},{"op":"add","path":"/c","value":3}]"#
    ),
    ("[1,2,3,4]", "[1,9,3,4]", #"[{"op":"replace","path":"/1","value":9}]"#),
    (
      #"{"rows":["a long text, number 1","a long text, number 2","a long text, number 3"]}"#,
      #"{"rows":["a long text, number 1","new","a long text, number 2","a long text, number 3"]}"#,
      #"[{"op":"add","path":"/rows/1","value":"new"}]"#
    ),
    (#"{"a/b":{"~":"one"}}"#, #"{"a/b":{"~":"two"}}"#, #"[{"op":"replace","path":"/a~1b/~0","value":"two"}]"#),
    ("1", "[]", #"[{"op":"replace","path":"","value":[]}]"#), ("[1,2]", "[1,2]", "[]"),
    ("[1,2,3]", "[4,5,6]", #"[{"op":"replace","path":"","value":[4,5,6]}]"#),
  ])
  func `makes a patch between two texts`(old: String, new: String, patch: String) throws {
    let made = JSONPatch(from: try json(old), to: try json(new))
    expectEqual(String(decoding: made.json, as: UTF8.self), patch)
    expectEqual(String(decoding: try made.apply(to: json(old)), as: UTF8.self), new)
  }

  @Test func `is written as it was read`() throws {
    let text =
      #"[{"op":"add","path":"/a","value":[1]},{"op":"remove","path":"/b"},{"op":"replace","path":"","value":null},"#
      + #"{"from":"/a","op":"move","path":"/b"},{"from":"","op":"copy","path":"/c"},{"op":"test","path":"/~01","value":1.0}]"#
    expectEqual(String(decoding: try JSONPatch(json(text)).json, as: UTF8.self), text)
  }

  // MARK: Canonically equivalent names

  @Test func `a name in another spelling is another member`() throws {
    #expect(EquivalentNames.all.count > 900)
    for names in EquivalentNames.all {
      let (one, other) = (JSONPointer(names.one), JSONPointer(names.other))
      let text = JSON.object([names.one: 1])
      let moved = try JSONPatch([.move(from: one, to: other)]).apply(to: JSONText(scanning: text.json))
      expectEqual(moved, JSON.object([names.other: 1]).json)
      #expect(throws: JSONPatchError.self) {
        try JSONPatch([.move(from: other, to: other)]).apply(to: JSONText(scanning: text.json))
      }
    }
  }

  @Test(arguments: ["\u{301}", "\u{301}b", "\u{200D}c", "\u{1F3FB}"])
  func `a value is not moved into itself, whatever its member begins with`(name: String) throws {
    let patch = JSONPatch([.move(from: JSONPointer("a"), to: JSONPointer("a", name))])
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: json(#"{"a":{}}"#)) }
    expectEqual(error?.reason, .movedIntoItself(JSONPointer("a")))
  }
}
