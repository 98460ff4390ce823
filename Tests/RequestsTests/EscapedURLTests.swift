import ExpectSupport
import Foundation
import Testing

@testable import Requests

@Suite struct EscapedURLTests {
  @Test(arguments: [
    ("http://[::1]:8080/a b", "http://[::1]:8080/a%20b"), ("//[::1]/a|b", "//[::1]/a%7Cb"),
    ("http://ada:pa ss@example.org/ü?q=a b#c d", "http://ada:pa%20ss@example.org/%C3%BC?q=a%20b#c%20d"),
    ("http://ada:pä@example.org/", "http://ada:p%C3%A4@example.org/"), ("/a%2Fb?x=%zz", "/a%2Fb?x=%25zz"),
    ("../v2?page=2", "../v2?page=2"), ("/a#b#c", "/a#b%23c"),
  ])
  func `escapes one character at a time, and keeps the host and the escapes`(text: String, url: String) {
    expectEqual(URL(escaping: text)?.absoluteString, url)
  }

  @Test(arguments: ["http://example.org/a\nb", "http://example.org/\u{7F}"])
  func `takes no control characters`(text: String) {
    #expect(URL(escaping: text) == nil)
  }
}
