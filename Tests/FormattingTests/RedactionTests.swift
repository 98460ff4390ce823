import ExpectSupport
import Formatting
import Testing

@Suite struct RedactionTests {
  @Test(arguments: ["", "--", "$1.00", "$1,234,567.89"])
  func `is the same for every text`(text: String) {
    expectEqual(Redaction.text(text, hidden: true), "••••••")
    expectEqual(Redaction.text(text, hidden: false), text)
  }

  @Test func `does not evaluate a hidden text`() {
    var made = 0
    func text() -> String {
      made += 1
      return "$1.00"
    }
    _ = Redaction.text(text(), hidden: true)
    expectEqual(made, 0)
    _ = Redaction.text(text(), hidden: false)
    expectEqual(made, 1)
  }
}
