import Models
import Testing

@Suite struct ProductIDTests {
  @Test func `is any text that is not empty`() {
    #expect(ProductID(rawValue: "") == nil)
    #expect(ProductID(rawValue: "a/b") == "a/b")
  }
}
