import ExpectSupport
import Testing

@testable import TextUI

@MainActor @Suite struct CanvasTests {
  private let first = Label("first")
  private let second = Label("second")

  @Test func `reports each line that changed once`() {
    let canvas = Canvas([first, second])
    var changes: [[String]] = []
    first.text = "a"
    canvas.display()
    expectEqual(canvas.show().map(Style.plain.text), ["first: a"])
    canvas.onChange = { changes.append($0.map(Style.plain.text)) }
    canvas.display()
    second.text = "b"
    first.text = "c"
    first.text = "a"
    canvas.display()
    canvas.display()
    expectEqual(changes, [["second: b"]])
  }

  @Test func `reports the line of an element that disappears`() {
    let canvas = Canvas([first])
    var changes: [[String]] = []
    first.text = "a"
    _ = canvas.show()
    canvas.onChange = { changes.append($0.map(Style.plain.text)) }
    first.text = nil
    canvas.display()
    expectEqual(changes, [["first: (none)"]])
    expectEqual(canvas.show(), [])
  }

  @Test(
    arguments: [
      ("due", "due"), ("DUE", "due"), ("Due date", "dueDate"), ("amount in", "sum"), ("amount in euros", "sum"),
      ("password", "password"), ("Password again", "passwordAgain"), ("again", "passwordAgain"), ("code", "secret"),
    ])
  func `finds an element by its name or its label`(word: String, name: String) throws {
    let fields = ["due", "dueDate", "sum", "password", "passwordAgain", "secret", "codes"].map { TextField($0) }
    let canvas = Canvas([first] + fields, labels: ["sum": "Amount in euros", "secret": "Code"])
    try expectEqual(canvas.element(word, kind: "field") { $0 is TextField }.name, name)
  }

  @Test func `an element that is hidden is meant last, and not named among those that there are`() throws {
    let (shown, hidden) = (Button("save"), Button("saveAll"))
    hidden.isHidden = true
    let canvas = Canvas([hidden, shown])
    #expect(try canvas.element("sa", kind: "button") { $0 is Button } === shown)
    #expect(try canvas.element("saveA", kind: "button") { $0 is Button } === hidden)
    #expect(throws: CommandError("There is no such button. Known: save.")) {
      try canvas.element("print", kind: "button") { $0 is Button }
    }
  }

  @Test func `names the elements that have the label in common`() {
    let canvas = Canvas(
      [Button("doneLater"), Button("doneToday"), Button("finishNow")],
      labels: ["doneLater": "Finish", "doneToday": "Finish", "finishNow": "Hurry"])
    #expect(throws: CommandError("Several have this label. Take one of the names: doneLater, doneToday.")) {
      try canvas.element("finish", kind: "button") { $0 is Button }
    }
  }

  @Test func `at a prompt a button of rows says which list they are in, where there are several`() {
    let (now, later) = (List<Int>("now"), List<Int>("later"))
    let canvas = Canvas([now, later, RowButton("finish", in: later)])
    expectEqual(canvas.labelledLines.map(Style.plain.text).last, "[finish ROW] in Later")
    expectEqual(canvas.show().map(Style.plain.text).last, "[finish ROW]")
  }

  @Test func `a label of several words begins a line without quotes`() {
    let (add, tag) = (Button("add"), Button("addTag"))
    let canvas = Canvas([add, tag], labels: ["addTag": "Add tag", "add": "Book it"])
    #expect(canvas.leadingLabel(of: "Book it", where: { $0 is Button })?.element === add)
    expectEqual(canvas.leadingLabel(of: "book it now", where: { $0 is Button })?.rest, "now")
    #expect(canvas.leadingLabel(of: "Book items", where: { $0 is Button }) == nil)
    // A name comes first.
    #expect(canvas.leadingLabel(of: "add tag games", where: { $0 is Button }) == nil)
  }

  @Test func `says which names there are when no label fits`() {
    let canvas = Canvas([TextField("name"), TextField("nick")], labels: ["name": "Called", "nick": "Calling"])
    #expect(throws: CommandError("There is no such field. Known: name (Called), nick (Calling).")) {
      try canvas.element("call", kind: "field") { $0 is TextField }
    }
    #expect(throws: CommandError("There is no button here.")) {
      try canvas.element("Called", kind: "button") { $0 is Button }
    }
  }
}
