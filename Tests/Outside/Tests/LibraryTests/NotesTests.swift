import AppTesting
import Screens
import Streams
import Testing

@testable import Library

@MainActor @Suite struct NotesTests {
  private let world = TestWorld()

  @Test func `keeps what is in a file, and says why it cannot`() {
    let model = NotesViewModel(world.environment)
    model.eventSubject.send(.importButtonWasTapped)
    world.front.last(.pickFile).answer(FileReference(name: "a.txt", bytes: Array("Milk".utf8)))
    model.eventSubject.send(.importButtonWasTapped)
    world.front.last(.pickFile).cannot("No disk.")
    #expect(model.state == NotesState(notes: ["Milk"], message: "No disk."))
  }

  @Test func `takes back what was removed`() {
    let model = NotesViewModel(world.environment)
    model.eventSubject.send(.noteWasWritten("Milk"))
    model.eventSubject.send(.removeButtonWasTapped)
    #expect(model.state.notes.isEmpty)
    world.front.last(.notify).answer(.action)
    #expect(model.state.notes == ["Milk"])
  }

  @Test func `asks a person before all notes are removed`() throws {
    let app = AppCore(AppEnvironment(main: world.scheduler.mainQueue), AppDefinition(screens: [AnyScreen(.notes)]))
    let front = app.attach(.prompt, answers: ["confirm"])
    let notes = try front.open(.notes)
    try notes.send(.noteWasWritten("Milk"))
    try notes.send(.clearButtonWasTapped)
    #expect(notes.state.notes == ["Milk"])
    let question = try #require(front.openQuestions.first)
    #expect(question.input(of: .confirm, for: front)?.title == "Remove 1 notes?")
    try front.answer(question.id, of: .confirm, with: "yes")
    #expect(notes.state.notes.isEmpty)
  }
}
