import ExpectSupport
import JSON
import Testing

@Suite struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `sets commas where they belong`() {
    let json = text {
      $0.object {
        $0.member("a", 1)
        $0.member("b") { $0.array { _ in } }
        $0.member("c") {
          $0.array {
            $0.object { _ in }
            $0.object { $0.member("d", true) }
            $0.null()
          }
        }
        $0.member("e", [1, 2])
        $0.member("f", Int?.none)
        $0.member("g") { $0.raw("[0]".utf8) }
      }
    }
    expectEqual(json, #"{"a":1,"b":[],"c":[{},{"d":true},null],"e":[1,2],"f":null,"g":[0]}"#)
  }

  @Test func `escapes what JSON requires and nothing else`() throws {
    let string = "a\"\\/\u{8}\u{9}\n\u{C}\r\u{0}\u{1F}\u{7F}é😀"
    expectEqual(text { $0.write(string) }, #""a\"\\/\b\t\n\f\r\u0000\u001f\#u{7F}é😀""#)
    try expectEqual(JSONText(scanning: string.json).string, string)
  }

  @Test func `escapes the names of members`() {
    expectEqual(text { $0.object { $0.member("\"\n", false) } }, #"{"\"\n":false}"#)
  }

  @Test(arguments: [0, 9, -1, 10, .max, .min])
  func `writes integers in decimal`(number: Int) {
    expectEqual(text { $0.write(number) }, "\(number)")
  }

  @Test func `appends to what is there`() {
    var bytes = Array("x".utf8)
    bytes.appendJSON { $0.write("y") }
    expectEqual(String(decoding: bytes, as: UTF8.self), #"x"y""#)
  }
}
