import Testing
import TextUI

@MainActor @Suite struct CanvasTests {
  private let first = Label("first")
  private let second = Label("second")

  @Test func `reports each line that changed once`() {
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

  @Test func `reports the line of an element that disappears`() {
    let canvas = Canvas([first])
    var changes: [[String]] = []
    first.text = "a"
    _ = canvas.show()
    canvas.onChange = { changes.append($0.map(Style.plain.text)) }
    first.text = nil
    canvas.display()
    #expect(changes == [["first: (none)"]])
    #expect(canvas.show() == [])
  }
}
