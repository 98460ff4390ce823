import Streams
import Testing
import TextUI

@MainActor @Suite struct TextFieldTests {
  @Test func `shows and publishes the text`() {
    let field = TextField("name")
    var published: [String] = []
    let cancellable = field.textPublisher.sink { published.append($0) }
    #expect(Style.plain.text(field.line) == "name: (empty)")
    field.type("Merlin")
    #expect(Style.plain.text(field.line) == "name: Merlin")
    field.text = "Nimue"
    field.text = ""
    #expect(Style.plain.text(field.line) == "name: (empty)")
    #expect(published == ["Merlin"])
    cancellable.cancel()
  }

  @Test func `a secure field publishes a secret and does not store it`() {
    let field = TextField("password", isSecure: true)
    var published: [String] = []
    let cancellable = field.textPublisher.sink { published.append($0) }
    field.type("hunter2")
    #expect(published == ["hunter2"])
    #expect(field.text == "")
    #expect(Style.plain.text(field.line) == "password: (secret)")
    var dumped = ""
    dump(field, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    field.type("")
    #expect(Style.plain.text(field.line) == "password: (empty)")
    cancellable.cancel()
  }

  @Test func `setting the text of a secure field empties it, or hides the text`() {
    let field = TextField("password", isSecure: true)
    field.type("hunter2")
    field.text = ""
    #expect(Style.plain.text(field.line) == "password: (empty)")
    field.text = "hunter2"
    #expect(field.text == "")
    #expect(Style.plain.text(field.line) == "password: (secret)")
  }
}
