import Streams
import Testing

@testable import Console

@MainActor @Suite struct ElementTests {
  private func text(_ element: any Element) -> String { Style.plain.text(element.line) }

  @Test func `a button publishes its taps to whoever listens at the moment`() throws {
    let button = Button("refresh")
    try button.tap()
    var taps = 0
    let cancellable = button.touchUpInsidePublisher.sink { taps += 1 }
    try button.tap()
    try button.tap()
    cancellable.cancel()
    try button.tap()
    #expect(taps == 2)
  }

  @Test func `a button that is hidden or disabled is not tapped`() {
    let button = Button("refresh")
    var taps = 0
    button.addAction { taps += 1 }
    button.isEnabled = false
    #expect(throws: CommandError("The button refresh is disabled.")) { try button.tap() }
    #expect(text(button) == "[refresh] (disabled)")
    button.isHidden = true
    #expect(throws: CommandError("The button refresh is hidden.")) { try button.tap() }
    #expect(text(button) == "[refresh] (hidden)")
    #expect(!button.isVisible)
    #expect(taps == 0)
  }

  @Test func `a secure field hands a secret on and keeps nothing of it`() {
    let field = TextField("password", isSecure: true)
    var heard: [String] = []
    let cancellable = field.textPublisher.sink { heard.append($0) }
    field.type("hunter2")
    #expect(heard == ["hunter2"])
    #expect(field.text == "")
    #expect(text(field) == "password: (secret)")
    var dumped = ""
    dump(field, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    field.type("")
    #expect(text(field) == "password: (empty)")
    cancellable.cancel()
  }

  @Test func `a label without a text is not visible, and an overlay covers one`() {
    let label = Label("value")
    let overlay = Overlay(over: label)
    #expect(!label.isVisible)
    #expect(text(label) == "value: (none)")
    label.text = "$1"
    #expect(label.isVisible)
    #expect(text(label) == "value: $1")
    overlay.isHidden = false
    #expect(text(label) == "value: ••••••")
    overlay.isHidden = true
    label.isHidden = true
    #expect(!label.isVisible)
  }

  @Test func `the activity indicator can be assigned to`() {
    let indicator = ActivityIndicator()
    let running = CurrentValueSubject<Bool, Never>(false)
    let cancellable = running.assign(to: \.writableIsAnimating, on: indicator)
    running.value = true
    #expect(indicator.isAnimating && indicator.isVisible)
    running.value = false
    #expect(!indicator.isAnimating && !indicator.isVisible)
    cancellable.cancel()
  }

  @Test func `a canvas shows what looks different, once`() {
    let (first, second) = (Label("first"), Label("second"))
    let canvas = Canvas([first, second])
    var changes: [[String]] = []
    first.text = "a"
    canvas.display()
    #expect(canvas.show().map(Style.plain.text) == ["first: a"])
    canvas.onChange = { changes.append($0.map(Style.plain.text)) }
    canvas.display()
    second.text = "b"
    first.text = "c"
    first.text = "a"
    canvas.display()
    canvas.display()
    #expect(changes == [["second: b"]])
  }
}
