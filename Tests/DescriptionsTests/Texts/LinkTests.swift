import Descriptions
import ExpectSupport
import Testing

@Suite struct LinkTests {
  @Test(arguments: [
    ("https://example.com", "example.com"), ("HTTP://Example.com:8080/a?b#c", "example.com"),
    ("https://user:secret@example.com", "example.com"), ("https://good.example@evil.example/", "evil.example"),
    ("https://[::1]:80/", "[::1]"), ("https://example.com\\@evil.example", "example.com"),
  ])
  func `names the host to which a link leads`(_ address: String, _ host: String) {
    expectEqual(Link(address).host, host)
    #expect(Link(address).isAllowed())
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x",
    "file:///etc/passwd", "vbscript:x", "example.com", "//example.com", "/path", "", ":", "https:", "https://",
    "https:///a",
    "http:example.com", "https://exa mple.com", "https://example.com/\u{202E}moc", "https://example.com/\u{0}",
    "1http://a",
    "ht_tp://a", "tel:123",
  ])
  func `follows no other address`(_ address: String) {
    #expect(!Link(address).isAllowed())
  }

  @Test func `follows a scheme that the app lists`() {
    #expect(Link("mailto:ada@example.com").isAllowed())
    #expect(Link("tel:123").isAllowed(schemes: ["tel"]))
    #expect(!Link("https://example.com").isAllowed(schemes: ["tel"]))
  }
}
