import ExpectSupport
import Foundation
import Models
import Testing

@Suite struct TermsFormTests {
  @Test(arguments: [
    (true, true, "Merlin", true), (true, true, " Merlin ", true), (true, true, "", false), (true, true, " \t", false),
    (false, true, "Merlin", false), (true, false, "Merlin", false), (false, false, "", false),
  ])
  func `is valid with both switches on and a name`(terms: Bool, privacy: Bool, name: String, valid: Bool) {
    let form = TermsForm(acceptedTerms: terms, acceptedPrivacy: privacy, name: name)
    let acceptance = TermsAcceptance(form, at: Date(timeIntervalSince1970: 7))
    expectEqual(form.validToSubmit, valid)
    #expect(acceptance?.name == (valid ? "Merlin" : nil))
    #expect(acceptance?.date == (valid ? Date(timeIntervalSince1970: 7) : nil))
  }

  @Test func `is empty at first`() {
    expectEqual(TermsForm(), TermsForm(acceptedTerms: false, acceptedPrivacy: false, name: ""))
  }
}
