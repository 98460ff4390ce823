import ExpectSupport
import Streams
import Testing
import TextUI

@MainActor @Suite struct TextFieldTests {
  @Test func `shows and publishes the text`() throws {
    let field = TextField("name")
    var published: [String] = []
    let cancellable = field.textPublisher.sink { published.append($0) }
    expectEqual(Style.plain.text(field.line), "name: (empty)")
    try field.type("Merlin")
    expectEqual(Style.plain.text(field.line), "name: Merlin")
    field.text = "Nimue"
    field.text = ""
    expectEqual(Style.plain.text(field.line), "name: (empty)")
    expectEqual(published, ["Merlin"])
    cancellable.cancel()
  }

  @Test func `a secure field publishes a secret and does not store it`() throws {
    let field = TextField("password", isSecure: true)
    var published: [String] = []
    let cancellable = field.textPublisher.sink { published.append($0) }
    try field.type("hunter2")
    expectEqual(published, ["hunter2"])
    expectEqual(field.text, "")
    expectEqual(Style.plain.text(field.line), "password: (secret)")
    var dumped = ""
    dump(field, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    try field.type("")
    expectEqual(Style.plain.text(field.line), "password: (empty)")
    cancellable.cancel()
  }

  @Test func `setting the text of a secure field empties it, or hides the text`() throws {
    let field = TextField("password", isSecure: true)
    try field.type("hunter2")
    field.text = ""
    expectEqual(Style.plain.text(field.line), "password: (empty)")
    field.text = "hunter2"
    expectEqual(field.text, "")
    expectEqual(Style.plain.text(field.line), "password: (secret)")
  }

  @Test(arguments: [false, true])
  func `holds what it held when an action throws`(isSecure: Bool) throws {
    let field = TextField("name", isSecure: isSecure)
    try field.type("Ada")
    let line = field.line
    field.addAction { _ in throw CommandError("Not today.") }
    #expect(throws: CommandError("Not today.")) { try field.type("") }
    expectEqual(field.line, line)
  }
}
