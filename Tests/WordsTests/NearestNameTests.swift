import ExpectSupport
import Testing
import Words

@Suite struct NearestNameTests {
  @Test func `finds the most similar name, then one that begins with the word, then one that it begins with`() {
    let names = ["counter", "product", "registration"]
    expectEqual(nearestName(to: "Prodcut", among: names), "product")
    expectEqual(nearestName(to: "reg", among: names), "registration")
    expectEqual(nearestName(to: "counter-of-clicks", among: names), "counter")
    #expect(nearestName(to: "xyz", among: names) == nil)
    #expect(nearestName(to: "", among: names) == nil)
  }

  @Test func `an edit in three characters is similar, and one in two is not`() {
    expectEqual(similarName(to: "abd", among: ["abc"]), "abc")
    #expect(similarName(to: "ad", among: ["ab"]) == nil)
    expectEqual(similarName(to: "abcxyz", among: ["abcdez"]), "abcdez")
    #expect(similarName(to: "abcxyz", among: ["abcdef"]) == nil)
  }

  @Test func `words of more than 64 bytes are not compared`() {
    let name = String(repeating: "n", count: 64)
    expectEqual(nearestName(to: name, among: [name]), name)
    expectEqual(similarName(to: name, among: [name]), name)
    #expect(nearestName(to: name + "n", among: [name]) == nil)
    #expect(similarName(to: name + "n", among: [name]) == nil)
  }
}
