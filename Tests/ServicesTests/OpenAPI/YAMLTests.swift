import ExpectSupport
import Testing

@Suite struct YAMLTests {
  @Test func `is parsed`() throws {
    let text = """
      # a comment
      a: 1
      "b c":
        - name: x
          on: true
        - plain, with: colons
        - "quoted: \\"yes\\" \\\\"
      d: [p, "q", 3]
      e:
        /path/{id}:
          f: a b
      """
    let expected: YAML = .mapping([
      "a": .int(1),
      "b c": .sequence([
        .mapping(["name": .string("x"), "on": .bool(true)]), .mapping(["plain, with": .string("colons")]),
        .string("quoted: \"yes\" \\"),
      ]),
      "d": .sequence([.string("p"), .string("q"), .int(3)]),
      "e": .mapping(["/path/{id}": .mapping(["f": .string("a b")])]),
    ])
    try expectEqual(YAML(parsing: text), expected)
  }

  @Test(arguments: [
    ("", 1, "empty"), ("a: 1\na: 2", 2, "duplicate key"), ("a:", 1, "no value"), ("a: 1\n  b: 2", 2, "indentation"),
    ("a: {b: 1}", 1, "unsupported"), ("a: |", 1, "unsupported"), ("a: 'b'", 1, "unsupported"), ("text", 1, "no key"),
    ("a: \"b", 1, "open quote"), ("a: [b", 1, "flow sequence over several lines"), ("a: null", 1, "null"),
    ("a: b # c", 1, "comment after a value"), ("a: \"\\n\"", 1, "unsupported escape"),
  ])
  func `refuses what it does not support`(text: String, line: Int, reason: String) {
    #expect(throws: YAML.Failure(line: line, reason: reason)) { try YAML(parsing: text) }
  }
}
