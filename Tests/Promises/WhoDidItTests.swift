import ExpectSupport
import Screens
import Testing

/// Whatever a front shows because of another one says so, and a question ends everywhere at once.
@MainActor @Suite struct WhoDidItTests {
  private let app = AppCore(AppEnvironment(), .notebook)

  @Test func `a prompt says who asks, and what the assistant has done`() async {
    let person = PromptFront(app)
    let assistant = AssistantFront(app)
    await assistant.open("note")
    await assistant.enter("Tea", into: "text")
    #expect(person.look().contains("assistant-2 at note-1: The note's field holds this text"))
    await assistant.leave()
    #expect(person.look().contains("The assistant asks: Discard the note?"))
  }

  @Test(arguments: [FrontKind.client, .page]) func `the wire says who asks, and what the assistant has done`(
    kind: FrontKind
  ) async {
    let person = WireFront(app, kind)
    let assistant = AssistantFront(app)
    await assistant.open("note")
    await assistant.enter("Tea", into: "text")
    #expect(
      person.look().contains(
        #"""
        "method":"screen/acted","params":{"by":"assistant-2","event":"textChanged","instance":"note-1","label":"The note's
        """#))
    await assistant.leave()
    #expect(person.look().contains(#""method":"question/ask","params":{"by":"assistant-2","event":null,"#))
  }

  @Test(arguments: [FrontKind.client, .page]) func `nothing is said of a command of a person`(kind: FrontKind) async {
    let person = WireFront(app, kind)
    await person.open("note")
    await person.enter("Tea", into: "text")
    await person.leave()
    let shown = person.look()
    #expect(!shown.contains("screen/acted") && shown.contains(#""method":"question/ask","params":{"event":null,"#))
  }

  @Test func `nothing is said of the appearance of a screen that an assistant opens`() async {
    let (prompt, client, assistant) = (PromptFront(app), WireFront(app, .client), AssistantFront(app))
    await assistant.open("cover")
    let cover = app.instances.first
    #expect(cover?.name == "cover")
    #expect(!prompt.look().contains("The cover is shown"))
    #expect(!client.look().contains("screen/acted"))
  }

  @Test func `the host of an assistant is told at once of what the app withdraws`() async {
    let assistant = AssistantFront(app)
    await assistant.open("note")
    await assistant.enter("Tea", into: "text")
    await assistant.leave()
    _ = assistant.look()
    app.instances.first?.close()
    let frames = assistant.look()
    #expect(frames.contains(#""method":"notifications/cancelled","params":{"requestId":"core-1""#))
    #expect(frames.contains(#""id":4,"jsonrpc":"2.0","result":"#))
    #expect(app.openQuestions.isEmpty)
  }
}
