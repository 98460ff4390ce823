import ExpectSupport
import Models
import Testing

@Suite struct BlogPostTests {
  @Test(arguments: [nil, "", "  ", "\n"])
  func `has a default title`(draft: String?) {
    expectEqual(BlogPost(draft: draft), BlogPost(title: "Coming soon"))
  }

  @Test func `keeps its title without surrounding white space`() {
    expectEqual(BlogPost(draft: " Hello, Combine ").title, "Hello, Combine")
    #expect(BlogPost(title: "").title.isEmpty)
  }
}
