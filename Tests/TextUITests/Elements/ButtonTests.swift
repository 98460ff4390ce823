import ExpectSupport
import Streams
import Testing
import TextUI

@MainActor @Suite struct ButtonTests {
  @Test func `publishes taps to the current subscribers`() throws {
    let button = Button("refresh")
    try button.tap()
    var taps = 0
    let cancellable = button.touchUpInsidePublisher.sink { taps += 1 }
    try button.tap()
    try button.tap()
    cancellable.cancel()
    try button.tap()
    expectEqual(taps, 2)
  }

  @Test func `runs its actions in order, before it publishes`() throws {
    let button = Button("refresh")
    var calls: [String] = []
    let cancellable = button.touchUpInsidePublisher.sink { calls.append("publisher") }
    button.addAction { calls.append("first") }
    button.addAction { calls.append("second") }
    try button.tap()
    expectEqual(calls, ["first", "second", "publisher"])
    cancellable.cancel()
  }

  @Test func `refuses a tap while it is disabled or hidden`() {
    let button = Button("refresh")
    var taps = 0
    button.addAction { taps += 1 }
    button.isEnabled = false
    #expect(throws: CommandError("The button refresh is disabled.")) { try button.tap() }
    expectEqual(Style.plain.text(button.line), "[refresh] (disabled)")
    button.isHidden = true
    #expect(throws: CommandError("The button refresh is hidden.")) { try button.tap() }
    expectEqual(Style.plain.text(button.line), "[refresh] (hidden)")
    #expect(!button.isVisible)
    expectEqual(taps, 0)
  }

  @Test func `a reason disables the button and is the error`() throws {
    let button = Button("submit")
    var taps = 0
    button.addAction { taps += 1 }
    button.disabledReason = "The terms are not accepted."
    #expect(throws: CommandError("The terms are not accepted.")) { try button.tap() }
    expectEqual(Style.plain.text(button.line), "[submit] (disabled: The terms are not accepted.)")
    expectEqual(button.usage, "tap submit (disabled: The terms are not accepted.)")
    #expect(button.example == nil)
    button.disabledReason = nil
    try button.tap()
    expectEqual(taps, 1)
  }

  @Test func `an action that throws makes the tap fail and keeps it from the publisher`() {
    struct Refusal: Error {}
    let button = Button("submit")
    var taps = 0
    let cancellable = button.touchUpInsidePublisher.sink { taps += 1 }
    var error = CommandError("Not today.") as any Error
    button.addAction { throw error }
    #expect(throws: CommandError("Not today.")) { try button.tap() }
    error = Refusal()
    #expect(throws: CommandError.self) { try button.tap() }
    expectEqual(taps, 0)
    cancellable.cancel()
  }
}
