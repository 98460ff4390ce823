import Testing

/// One input in `lines` framing, and the exact frames that answer it.
struct NastyLine: CustomTestStringConvertible, Sendable {
  /// Its number in the protocol's table of nasty inputs.
  let row: Int
  let input: [UInt8]
  let replies: [String]

  init(_ row: Int, _ input: String, _ replies: String...) {
    self.row = row
    self.input = Array(input.utf8)
    self.replies = replies
  }

  init(_ row: Int, bytes: [UInt8], _ replies: String...) {
    self.row = row
    self.input = bytes
    self.replies = replies
  }

  var testDescription: String { "row \(row): \(String(decoding: input.prefix(60), as: UTF8.self))" }

  private static func inField(_ bytes: [UInt8]) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","unread":""#.utf8) + bytes + Array(#""}"#.utf8)
  }

  private static func unread(_ value: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"ping","unread":\#(value)}"#
  }

  private static let longText = String(repeating: "x", count: 10_000)

  static let messages: [NastyLine] = [
    NastyLine(1, #"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#, badJSON),
    NastyLine(1, #"[{"jsonrpc":"2.0","method":"echo","id":"1"},{"jsonrpc":"2.0","method""#, badJSON),
    NastyLine(2, "[]", error(-32600, "null", "emptyBatch")),
    NastyLine(2, "[ ]", error(-32600, "null", "emptyBatch")),
    NastyLine(2, "[1]", "[\(notAnObject)]"),
    NastyLine(2, "[1,2,3]", "[\(notAnObject),\(notAnObject),\(notAnObject)]"),
    NastyLine(
      3,
      """
      [\(call("\"1\"")),{"jsonrpc":"2.0","method":"echo"},\(call("\"2\"", "echo", "{\"a\":1}")),{"foo":"boo"},\
      \(call("\"5\"", "foo.get")),\(call("\"9\""))]
      """,
      """
      [\(result("\"1\"")),\(result("\"2\"", "{\"a\":1}")),\(error(-32600, "null", "badVersion")),\
      \(error(-32601, "\"5\"", "unknownMethod")),\(result("\"9\""))]
      """),
    NastyLine(4, #"[{"jsonrpc":"2.0","method":"echo"},{"jsonrpc":"2.0","method":"nobody"}]"#),
    NastyLine(4, "[[]]", "[\(notAnObject)]"),
    NastyLine(4, "[[1,{\"id\":1}],{}]", "[\(notAnObject),\(error(-32600, "null", "badVersion"))]"),
    NastyLine(
      4, "[\(Array(repeating: call("1"), count: 101).joined(separator: ","))]",
      error(-32600, "null", "batchTooLarge", limit: 100)),
    NastyLine(
      4, "[\(Array(repeating: call("1"), count: 100).joined(separator: ","))]",
      "[\(Array(repeating: result("1"), count: 100).joined(separator: ","))]"),
    NastyLine(5, #"{"jsonrpc":"2.0","method":"nobody"}"#),
    NastyLine(5, #"{"jsonrpc":"2.0","method":"ping","params":{"a":1}}"#),
    NastyLine(5, #"{"jsonrpc":"2.0","method":"ping","params":[1]}"#),
    NastyLine(5, #"{"jsonrpc":"2.0","method":"throw"}"#),
    NastyLine(6, #"{"jsonrpc":"2.0","method":1}"#, error(-32600, "null", "badMethod")),
    NastyLine(6, #"{"jsonrpc":"2.0","method":1,"id":7}"#, error(-32600, "7", "badMethod")),
    NastyLine(6, #"{"jsonrpc":"2.0","method":"ping","params":"bar"}"#, error(-32600, "null", "badParams")),
    NastyLine(6, call("7", "ping", "1"), error(-32600, "7", "badParams")),
    NastyLine(8, call("true"), error(-32600, "null", "badId")),
    NastyLine(8, call("{}"), error(-32600, "null", "badId")),
    NastyLine(8, call("[]"), error(-32600, "null", "badId")),
    NastyLine(8, call("\"\(longText)\""), error(-32600, "null", "idTooLong", limit: 256)),
    NastyLine(9, #"{"method":"ping","id":1}"#, error(-32600, "1", "badVersion")),
    NastyLine(9, #"{"jsonrpc":"1.0","method":"ping","id":1}"#, error(-32600, "1", "badVersion")),
    NastyLine(9, #"{"jsonrpc":2.0,"method":"ping","id":1}"#, error(-32600, "1", "badVersion")),
    NastyLine(9, #"{"jsonrpc":"2\u002e0","method":"p\u0069ng","\u0069d":1}"#, result("1")),
    NastyLine(10, #"{"jsonrpc":"2.0","result":1,"id":1}"#),
    NastyLine(10, #"{"jsonrpc":"2.0","error":{"code":1},"id":null}"#),
    NastyLine(10, #"[{"jsonrpc":"2.0","result":1,"id":1}]"#),
    NastyLine(11, "1", notAnObject),
    NastyLine(11, "\"x\"", notAnObject),
    NastyLine(11, "null", notAnObject),
    NastyLine(11, "true", notAnObject),
    NastyLine(12, #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, duplicateKey),
    NastyLine(12, #"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#, duplicateKey),
    NastyLine(12, call("1", "echo", #"{"a":[{"b":{"c":1,"c":2}}]}"#), duplicateKey),
    NastyLine(12, call("1", "echo", #"{"a":1,"\u0061":2}"#), duplicateKey),
    NastyLine(12, call("1", "echo", #"{"\ud83d\ude00":1,"😀":2}"#), duplicateKey),
    NastyLine(12, #"{"a":1,"a":2,}"#, badJSON),
    NastyLine(12, call("1", "echo", #"{"a":{"x":1},"b":{"x":1}}"#), result("1", #"{"a":{"x":1},"b":{"x":1}}"#)),
    NastyLine(
      13, call("1", "echo", "{\"\u{E9}\":1,\"e\u{301}\":2}"), result("1", "{\"\u{E9}\":1,\"e\u{301}\":2}")),
    NastyLine(22, call("1") + "\r", result("1")),
    NastyLine(22, "{\r\"jsonrpc\":\r\"2.0\",\"id\":1\r,\"method\":\"ping\"}", result("1")),
    NastyLine(22, ""),
    NastyLine(22, " \t\r"),
    NastyLine(
      32, "Content-Length: 38\r", error(-32700, "null", "badJSON", hint: "use --framing headers")),
  ]

  static let ids: [NastyLine] = [
    "null", "1.5", "1.0", "1e2", "-0", "9007199254740993", "123456789012345678901234567890", "\"\"", #""\u0041""#,
    #""/\/""#, "\"é\"", "\"\(String(repeating: "i", count: 256))\"",
  ].map { NastyLine(7, call($0), result($0)) }

  static let encodings: [NastyLine] =
    [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1],
    ].map { NastyLine(14, bytes: inField($0), badUTF8) }
    + [
      NastyLine(14, bytes: Array(#"{"a":""#.utf8) + [0xE2, 0x82], badUTF8),
      NastyLine(14, bytes: inField([0]), badJSON),
      NastyLine(14, bytes: [0], badJSON),
      NastyLine(14, bytes: Array(call("1").utf8) + [0], badJSON),
      NastyLine(14, bytes: call("1").utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, badJSON),
      NastyLine(15, unread(#""\ud83d""#), badJSON),
      NastyLine(15, unread(#""\ude00\ud83d""#), badJSON),
      NastyLine(15, unread(#""\ud83dx""#), badJSON),
      NastyLine(15, unread(#""\ud83d\n""#), badJSON),
      NastyLine(15, unread(#""\ud83d\u0041""#), badJSON),
      NastyLine(15, call("1", "echo", #"{"a":"\ud83d\ude00"}"#), result("1", #"{"a":"\ud83d\ude00"}"#)),
      NastyLine(16, "\u{FEFF}" + call("1"), badJSON),
      NastyLine(18, "{}{}", badJSON),
      NastyLine(18, call("1", "echo") + " x", badJSON),
      NastyLine(18, call("1", "echo") + call("2", "echo"), badJSON),
    ]

  static let grammar: [NastyLine] =
    [
      "[1,]", #"{"a":1,}"#, "[,1]", "{,}", "/**/1", "1//", "'x'", "NaN", "Infinity", "01", "-01", "+1", ".5", "5.",
      "--1",
      "-", "1e", "1e+", "1.e1", "0x1", #""\q""#, "\"\t\"", "\"\u{1}\"", #""\u12G4""#, #""\u12""#, "tru", "True",
      "nulll", "{a:1}", "{1:1}", #"{"a"}"#, #"{"a" 1}"#, "[1 2]", "]", "}", "[}", "{]", "\u{A0}", "\"\\", "\"",
    ].flatMap { [NastyLine(17, $0, badJSON), NastyLine(17, unread($0), badJSON)] }

  static let depths: [NastyLine] = [
    NastyLine(20, unread(nested(63)), result("1")),
    NastyLine(20, unread(nested(64)), tooDeep),
    NastyLine(20, nested(65), tooDeep),
    NastyLine(20, String(repeating: "[", count: 100_000), tooDeep),
    NastyLine(20, String(repeating: "[", count: 100_000) + "\"abc", tooDeep),
    NastyLine(20, nested(100_000), tooDeep),
    NastyLine(20, nested(100_000) + "x", badJSON),
    NastyLine(20, String(repeating: "[", count: 100) + "}", badJSON),
    NastyLine(20, String(repeating: #"{"a":"#, count: 200), tooDeep),
    NastyLine(20, String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65), tooDeep),
    NastyLine(20, #"{"a":1,"a":\#(nested(70))}"#, tooDeep),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static let methods: [NastyLine] = ["", "rpc.x", "__proto__", "PING", "ping ", String(repeating: "m", count: 1 << 20)]
    .map { NastyLine(37, call("1", $0), error(-32601, "1", "unknownMethod")) }

  static let params: [NastyLine] = [
    NastyLine(19, call("1", "reject"), error(-32602, "1", "badParams", hint: "expected a string", pointer: "/a~1b/0")),
    NastyLine(19, call("1", "throw"), error(-32603, "1", "handlerFailed")),
    NastyLine(19, call("1", "echo", "null"), result("1")),
    NastyLine(19, call("1", "echo", "[]"), result("1")),
    NastyLine(19, call("1", "echo", "[ \t]"), result("1")),
    NastyLine(19, call("1", "echo", "[{}]"), error(-32602, "1", "badParams", hint: "expected an object", pointer: "")),
    NastyLine(19, call("1", "ping", #"{"x/y":1}"#), error(-32602, "1", "unknownMember", pointer: "/x~1y")),
    NastyLine(
      19, call("1", "ping", #"{"\#(longText)":1}"#), error(-32602, "1", "unknownMember", pointer: "")),
  ]

  static let all = messages + ids + encodings + grammar + depths + methods + params
}
