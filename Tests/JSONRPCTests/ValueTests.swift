import JSONRPC
import Testing

/// The small tools: members, pointers, strings.
@Suite struct ValueTests {
  @Test func membersAreSlicesOfTheirObject() {
    let text = Array(#" {"a" : 1 ,"b\u0041\/":{"c":[1,"}\""]}, "":"x\\","d":null,"é":[] }"#.utf8)
    let members = JSONMembers(text.dropFirst()).map {
      (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
    }
    #expect(members.map(\.0) == ["a", "bA/", "", "d", "é"])
    let values = ["1", #"{"c":[1,"}\""]}"#, #""x\\""#, "null", "[]"]
    #expect(members.map(\.1) == values)
    #expect(JSONMembers(Array("{ }".utf8)[...]).map(\.name) == [])
    #expect(JSONMembers(Array("[1]".utf8)[...]).map(\.name) == [])
    #expect(JSONMembers([]).map(\.name) == [])
  }

  @Test func stringsAreReadAndWritten() {
    var text: [UInt8] = []
    text.append(jsonString: "a\"\\/\u{8}\u{9}\n\u{C}\r\u{0}\u{1F}\u{7F}é😀")
    #expect(String(decoding: text, as: UTF8.self) == #""a\"\\/\b\t\n\f\r\u0000\u001f\#u{7F}é😀""#)
    #expect(text[...].jsonStringValue == "a\"\\/\u{8}\u{9}\n\u{C}\r\u{0}\u{1F}\u{7F}é😀")
    #expect(Array(#""\u00e9\uD83D\uDE00\u0041\ud7ff\uffff""#.utf8)[...].jsonStringValue == "é😀A\u{D7FF}\u{FFFF}")
    #expect(Array("1".utf8)[...].jsonStringValue == nil)
  }

  @Test(arguments: [("0", true), ("-12", true), ("1.0", false), ("1e2", false), ("\"1\"", false), ("true", false)])
  func integersAreDigits(text: String, isInteger: Bool) {
    #expect(Array(text.utf8)[...].isJSONInteger == isInteger)
  }

  @Test func pointersEscapeWhatRFC6901Escapes() {
    #expect(JSONPointer().description == "")
    #expect(JSONPointer("event", "a/b", "m~n", "").appending(3).description == "/event/a~1b/m~0n//3")
  }
}
