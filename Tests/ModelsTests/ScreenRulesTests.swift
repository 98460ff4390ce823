import Foundation
import Models
import Testing

@Suite("Terms")
struct TermsTests {
  @Test(
    "may be submitted when both switches are on and there is a name",
    arguments: [
      (true, true, "Merlin", true), (true, true, " Merlin ", true), (true, true, "", false), (true, true, " \t", false),
      (false, true, "Merlin", false), (true, false, "Merlin", false), (false, false, "", false),
    ])
  func valid(terms: Bool, privacy: Bool, name: String, valid: Bool) {
    let form = TermsForm(acceptedTerms: terms, acceptedPrivacy: privacy, name: name)
    let acceptance = TermsAcceptance(form, at: Date(timeIntervalSince1970: 7))
    #expect(form.validToSubmit == valid)
    #expect(acceptance?.name == (valid ? "Merlin" : nil))
    #expect(acceptance?.date == (valid ? Date(timeIntervalSince1970: 7) : nil))
  }

  @Test("start with nothing accepted")
  func empty() {
    #expect(TermsForm() == TermsForm(acceptedTerms: false, acceptedPrivacy: false, name: ""))
  }
}

@Suite("Blog post")
struct BlogPostTests {
  @Test("without a title is coming soon", arguments: [nil, "", "  ", "\n"])
  func untitled(draft: String?) {
    #expect(BlogPost(draft: draft) == BlogPost(title: "Coming soon"))
  }

  @Test("keeps its title, without white space around it")
  func titled() {
    #expect(BlogPost(draft: " Hello, Combine ").title == "Hello, Combine")
    #expect(BlogPost(title: "").title.isEmpty)
  }
}

@Suite("Circled number")
struct CircledNumberTests {
  private struct Constant: RandomNumberGenerator {
    let value: UInt64
    func next() -> UInt64 { value }
  }

  @Test("is 0 to 50", arguments: [(-1, nil), (0, 0), (50, 50), (51, nil), (Int.min, nil)] as [(Int, Int?)])
  func range(number: Int, value: Int?) {
    #expect(CircledNumber(number)?.value == value)
  }

  @Test("comes from the random source, and reaches both ends of its range")
  func random() {
    var lowest = Constant(value: .min)
    var highest = Constant(value: .max)
    #expect(CircledNumber.random(using: &lowest).value == 0)
    #expect(CircledNumber.random(using: &highest).value == 50)
  }
}
