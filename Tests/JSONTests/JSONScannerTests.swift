import ExpectSupport
import JSON
import Testing

@Suite struct JSONScannerTests {
  private func defect(_ bytes: some Sequence<UInt8>, depthLimit: Int = 64) -> JSONScanner.Defect? {
    do {
      _ = try JSONText(scanning: bytes, depthLimit: depthLimit)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "0", "-0", "1.5e+10", "\"\"", " [ ] ", "{ }", "null", "[true,false,null]", #"{"a":{"a":[{"a":1}]}}"#,
    #""\ud83d\ude00""#,
    "\"\u{7F}\"", "\r\n\t[1\r,\n2\t]",
  ])
  func `accepts what RFC 8259 allows`(json: String) {
    #expect(defect(json.utf8) == nil)
  }

  @Test(arguments: [
    "", " ", "{", "[1", "[1,]", "{\"a\":1,}", "{\"a\"}", "{\"a\":}", "{a:1}", "'x'", "NaN", "01", "+1", ".5", "5.",
    "--1",
    "1e", "1e+", #""\q""#, "\"\t\"", "\"\u{0}\"", "{}{}", "[]x", "tru", "nulll", "// x\n1", #""\ud800""#, #""\udc00""#,
    #""\udc00\ud800""#, #""\ud800x""#, #""\u12g4""#, "]", "}", ",", "[1 2]", "{\"a\" 1}", "\u{FEFF}1",
  ])
  func `refuses what RFC 8259 forbids`(json: String) {
    expectEqual(defect(json.utf8), .badJSON)
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
  ])
  func `refuses strings that are not UTF-8`(bytes: [UInt8]) {
    expectEqual(defect([0x5B, 0x22] + bytes + [0x22, 0x5D]), .badUTF8)
  }

  @Test(arguments: [
    #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"":1,"":2}}]"#, #"{"a":1,"b":2,"c":3,"a":4}"#,
    #"{"a\/":1,"b":{"a/":1},"a/":2}"#,
  ])
  func `refuses two members of one name`(json: String) {
    expectEqual(defect(json.utf8), .duplicateKey)
  }

  /// The defect of an object with these names.
  private func defect(names: [String]) -> JSONScanner.Defect? {
    defect("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
  }

  @Test(arguments: [2, 7, 8, 9, 100, 5000])
  func `finds a duplicate wherever it is`(count: Int) {
    let names = (0..<count).map { "key number \($0)" }
    #expect(defect(names: names) == nil)
    for twin in [0, count / 2, count - 1] {
      expectEqual(defect(names: names + [names[twin]]), .duplicateKey)
      expectEqual(defect(names: [#"\u006b"# + names[twin].dropFirst()] + names), .duplicateKey)
    }
  }

  @Test func `tells apart names of one length, beginning and end`() {
    let names = (1000..<1100).map { "beginning\($0)the end of it" }
    #expect(defect(names: names) == nil)
    expectEqual(defect(names: names + [names[50]]), .duplicateKey)
  }

  @Test func `compares names with and without escapes`() {
    let names = (0..<20).map { "k\($0)" } + (20..<40).map { #"\u006B\#($0)"# }
    #expect(defect(names: names) == nil)
    expectEqual(defect(names: names + ["k25"]), .duplicateKey)
    expectEqual(defect(names: names + [#"\u006b7"#]), .duplicateKey)
  }

  @Test func `compares the names of members by code units`() {
    #expect(defect("{\"e\u{301}\":1,\"\u{E9}\":2,\"E\":3,\"e\":4}".utf8) == nil)
  }

  @Test func `refuses a text that is nested too deep`() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(defect(nested(64).utf8) == nil)
    expectEqual(defect(nested(65).utf8), .tooDeep)
    expectEqual(defect(nested(3).utf8, depthLimit: 2), .tooDeep)
    expectEqual(defect(String(repeating: "[", count: 100_000).utf8), .tooDeep)
    expectEqual(defect(String(repeating: "{\"a\":", count: 65).utf8), .tooDeep)
  }

  @Test func `names the defect that outranks the others`() {
    let deep = String(repeating: "[", count: 65)
    expectEqual(defect((deep + "x").utf8), .badJSON)
    expectEqual(defect(Array((deep + "\"").utf8) + [0xFF]), .badUTF8)
    expectEqual(defect((#"{"a":1,"a":"# + deep + String(repeating: "]", count: 65) + "}").utf8), .tooDeep)
    expectEqual(defect(#"{"a":1,"a":2"#.utf8), .badJSON)
  }

  @Test func `scans one text after another`() throws {
    var scanner = JSONScanner()
    #expect(throws: JSONScanner.Defect.duplicateKey) { try scanner.scan(ArraySlice(#"{"\u0061":1,"a":2}"#.utf8)) }
    try expectEqual(scanner.scan(ArraySlice(#"{"a":1}"#.utf8))["a"]?.integer(), 1)
  }

  @Test func `reads every flipped byte of a text without a crash`() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00é"],"b":{"c":null,"d":true}}"#.utf8)
    for index in text.indices {
      for byte in UInt8.min ... .max {
        var changed = text
        changed[index] = byte
        guard let text = try? JSONText(scanning: changed) else { continue }
        #expect((try? JSONText(scanning: text.canonical)) != nil)
      }
    }
  }
}
