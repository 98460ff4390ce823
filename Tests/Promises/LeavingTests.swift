import AppTesting
import ExpectSupport
import Screens
import StreamsTesting
import Testing

/// Every way out that a person takes is one: a form with changes asks first, and is left or stays by the answer.
@MainActor @Suite struct LeavingTests {
  private let app = AppCore(AppEnvironment(), .notebook)

  private func text(of screen: AnyScreenInstance) -> String? { (screen as? ScreenInstance<NoteViewModel>)?.state.text }

  @Test(arguments: Driver.allCases) func `a form without changes is left at once`(driver: Driver) async {
    let front = driver.attach(to: app)
    await front.open("note")
    expectEqual(app.instances.count, 1)
    await front.leave()
    #expect(app.instances.isEmpty && app.openQuestions.isEmpty)
  }

  @Test(arguments: Driver.allCases) func `a changed form asks, and stays or closes by the answer`(driver: Driver) async
  {
    let front = driver.attach(to: app)
    await front.open("note")
    await front.enter("Tea", into: "text")
    _ = front.look()
    await front.leave()
    #expect(front.look().contains("Discard the note?"))
    await front.answer("keep")
    expectEqual(app.instances.map(text), ["Tea"])
    #expect(app.openQuestions.isEmpty)
    await front.leave()
    #expect(front.look().contains("Discard the note?"))
    await front.answer("discard")
    #expect(app.instances.isEmpty)
  }

  @Test(arguments: Driver.allCases) func `where another front holds it, it stays open, and does not ask`(driver: Driver)
    async throws
  {
    let front = driver.attach(to: app)
    await front.open("note")
    await front.enter("Tea", into: "text")
    let other = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    try other.perform(.show(#require(app.instances.first).id))
    await front.leave()
    expectEqual(app.instances.map(text), ["Tea"])
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `what an assistant leaves is asked of the person who is there, and the call says so`() async throws {
    let person = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    let assistant = AssistantFront(app)
    await assistant.open("note")
    await assistant.enter("Tea", into: "text")
    _ = assistant.look()
    await assistant.leave()
    let answer = assistant.look()
    #expect(answer.contains(#""isError":true"#) && answer.contains("a person is asked first"))
    let question = try #require(app.openQuestions.first)
    expectEqual(question.fronts, [person.id])
    try person.answer(question.id, of: .confirm, with: "discard")
    #expect(app.instances.isEmpty)
  }

  @Test func `where nobody can be asked, an assistant loses what it alone has entered by a second call`() async {
    let scheduler = TestScheduler()
    let app = AppCore(.test(scheduler: scheduler), .notebook)
    let assistant = AssistantFront(app, asksPersons: false, scheduler: scheduler.mainQueue)
    await assistant.open("note")
    await assistant.enter("Tea", into: "text")
    _ = assistant.look()
    // The first call asks, also if it says so at once.
    assistant.call("close_screen", #"{"discard":true,"instance":"note-1"}"#)
    scheduler.advance()
    let answer = assistant.look()
    #expect(answer.contains(#""isError":true"#) && answer.contains("no person can be asked here: ask them yourself"))
    expectEqual(app.instances.map(text), ["Tea"])
    await assistant.leave()
    scheduler.advance()
    expectEqual(app.instances.map(text), ["Tea"])
    assistant.call("close_screen", #"{"discard":true,"instance":"note-1"}"#)
    scheduler.advance()
    #expect(app.instances.isEmpty)
  }

  @Test func `an assistant whose call waits for a person may go`() async {
    let scheduler = TestScheduler()
    let app = AppCore(.test(scheduler: scheduler), .notebook)
    do {
      let assistant = AssistantFront(app, asksPersons: false, scheduler: scheduler.mainQueue)
      await assistant.open("note")
      await assistant.enter("Tea", into: "text")
      await assistant.leave()
    }
    // Nothing of the call is left that would end it.
    scheduler.advance(by: .seconds(400))
    expectEqual(app.instances.map(text), ["Tea"])
  }

  @Test func `what others have entered, an assistant cannot lose`() async throws {
    let assistant = AssistantFront(app, asksPersons: false)
    await assistant.open("note")
    let other = app.attach(.page, isShared: true)
    try other.screen("note-1")?.send(JSONText(scanning: #"{"type":"textChanged","text":"Tea"}"#.utf8))
    other.leave()
    for _ in 1...2 { assistant.call("close_screen", #"{"discard":true,"instance":"note-1"}"#) }
    #expect(!assistant.look().contains("discard"))
    expectEqual(app.instances.map(text), ["Tea"])
  }

  @Test func `a client that cannot ask is refused in words`() async {
    let app = app
    let client = WireFront(app, .client, questions: "[]")
    await client.open("note")
    await client.enter("Tea", into: "text")
    _ = client.look()
    await client.leave()
    #expect(client.look().contains(#""error":{"code":1004,"data":{"code":"confirmationNeeded","reason":""#))
    expectEqual(app.instances.map(text), ["Tea"])
  }
}
