import ExpectSupport
import Testing
import TextUI

@MainActor @Suite struct LabelTests {
  @Test func `is visible while it has a text and is not hidden`() {
    let label = Label("value")
    #expect(!label.isVisible)
    expectEqual(Style.plain.text(label.line), "value: (none)")
    label.text = ""
    #expect(!label.isVisible)
    label.text = "$1"
    #expect(label.isVisible)
    expectEqual(Style.plain.text(label.line), "value: $1")
    label.isHidden = true
    #expect(!label.isVisible)
    expectEqual(Style.plain.text(label.line), "value: (none)")
  }

  @Test func `shows a placeholder while it is redacted`() {
    let label = Label("value")
    label.text = "$1"
    label.isRedacted = true
    expectEqual(Style.plain.text(label.line), "value: ••••••")
    expectEqual(Style.terminal.text(label.line), "value: ████████")
    label.isRedacted = false
    expectEqual(Style.plain.text(label.line), "value: $1")
  }

  @Test func `shows a failure in red`() {
    let label = Label("info", role: .failure)
    label.text = "No."
    expectEqual(Style.terminal.text(label.line), "info: \u{1B}[31mNo.\u{1B}[0m")
  }
}
