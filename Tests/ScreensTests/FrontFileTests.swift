import JSON
import Testing

@testable import Screens

@Suite struct FrontFileTests {
  @Test(arguments: [
    ("a.txt", "a.txt"), ("/home/ada/a.txt", "a.txt"), (#"C:\Users\ada\a.txt"#, "a.txt"), ("../..", "file"),
    ("", "file"),
    ("a/", "a"), (".", "file"), ("a\u{0}\n\u{202E}b", "ab"), ("  x  ", "x"), (".profile", ".profile"),
    (String(repeating: "é", count: 200), String(repeating: "é", count: 127)),
  ])
  func `has a name that is a label`(path: String, name: String) {
    #expect(FrontFile(name: path, bytes: []).name == name)
  }

  @Test func `is the same after it was written and read`() {
    let file = FrontFile(name: "a.png", mediaType: "image/png", bytes: [0, 255, 10])
    #expect(FrontFile(JSONText(scanned: file.json[...])) == file)
    #expect(FrontFile(JSONText(scanned: Array(#"{"name":"a","base64":"%%"}"#.utf8)[...])) == nil)
  }
}
