import Testing

@testable import TextUI

@MainActor @Suite struct EventButtonTests {
  @Test func `a hidden button is not shown, and says so when it is tapped`() {
    let button = EventButton("review", ObjectForm([], kind: "value", clock: DateClock())) { _ in }
    #expect(button.isVisible)
    button.condition.isHidden = true
    #expect(!button.isVisible)
    #expect(throws: CommandError("The button review is hidden.")) { try button.tap(Tap(text: "")) }
  }
}
