import JSONRPC
import Testing

/// Big objects, which are sorted to find a key that comes twice.
@Suite struct DuplicateKeyTests {
  private func object(_ keys: [String]) -> [UInt8] {
    Array(call("1", "ping", "null").dropLast().utf8)
      + Array(",\"x\":{\(keys.map { "\"\($0)\":0" }.joined(separator: ","))}}".utf8)
  }

  @Test(arguments: [2, 7, 8, 9, 100, 5000])
  func oneTwinIsFoundWhereverItIs(count: Int) {
    let keys = (0..<count).map { "key number \($0)" }
    #expect(replay(object(keys)).output == result("1") + "\n")
    for twin in [0, count / 2, count - 1] {
      #expect(replay(object(keys + [keys[twin]])).output == duplicateKey + "\n")
      let escaped = #"\u006b"# + keys[twin].dropFirst()
      #expect(replay(object([escaped] + keys)).output == duplicateKey + "\n")
    }
  }

  @Test func keysThatShareLengthBeginningAndEndAreTold() {
    // Equal in what a digest sees, different in the middle.
    let keys = (1000..<1100).map { "beginning\($0)the end of it" }
    #expect(replay(object(keys)).output == result("1") + "\n")
    #expect(replay(object(keys + [keys[50]])).output == duplicateKey + "\n")
  }

  @Test func escapedAndPlainKeysMixInOneObject() {
    let plain = (0..<20).map { "k\($0)" }
    let escaped = (20..<40).map { #"\u006B\#($0)"# }
    #expect(replay(object(plain + escaped)).output == result("1") + "\n")
    #expect(replay(object(plain + escaped + ["k25"])).output == duplicateKey + "\n")
    #expect(replay(object(plain + escaped + [#"\u006b7"#])).output == duplicateKey + "\n")
  }
}
