import ExpectSupport
import JSON
import ScreensSupport
import StreamsTesting
import Testing

@testable import Screens

/// The door asks before a destructive event that has a question.
@MainActor @Suite struct EventQuestionTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.desk)])) }

  private func attach(_ kind: FrontKind, isShared: Bool = true) -> AppFront {
    app.attach(kind, isShared: isShared, answers: ["confirm"])
  }

  @Test func `holds the event, applies it after a yes, and goes on meanwhile`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    expectEqual(id, "question-1")
    expectEqual(desk.state.rows, [1, 2, 3])
    #expect(!app.isBusy)
    try desk.send(.addButtonWasTapped(4))
    expectEqual(desk.state.rows, [1, 2, 3, 4])
    let question = try #require(front.openQuestions.first)
    expectEqual(question.heldEvent, "clearButtonWasTapped")
    let confirmation = try #require(question.input(of: .confirm, for: front))
    expectEqual(confirmation.title, "Delete all rows?")
    expectEqual(confirmation.choices.map(\.label), ["Delete", "Cancel"])
    try front.answer(id, of: .confirm, with: "yes")
    #expect(desk.state.rows.isEmpty)
    #expect(app.openQuestions.isEmpty)
  }

  @Test(arguments: [FrontReply.answer(JSONText("no")), .cancelled, .cannot("No.")])
  func `drops the event after anything else`(reply: FrontReply) throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    var ends: [QuestionEnd.HeldEvent?] = []
    let cancellable = front.reports.sink {
      if case .questionEnded(_, let end) = $0.event { ends.append(end.heldEvent) }
    }
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    try front.answer(id, reply)
    expectEqual(desk.state.rows, [1, 2, 3])
    expectEqual(ends, [.dropped])
    cancellable.cancel()
  }

  @Test func `refuses the event after a yes if the state no longer allows it`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    var log: [String] = []
    let cancellable = front.reports.sink { report in
      switch report.event {
      case .refused(_, let reason): log.append(reason)
      case .questionEnded(_, let end):
        guard case .refused(let reason)? = end.heldEvent else { break }
        log.append("refused after the question: " + reason.value(for: front))
      default: break
      }
    }
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    try desk.send(.lockButtonWasTapped)
    try front.answer(id, of: .confirm, with: "yes")
    expectEqual(desk.state.rows, [1, 2, 3])
    expectEqual(log, ["The rows are locked.", "refused after the question: The rows are locked."])
    cancellable.cancel()
  }

  @Test func `does not ask about an event that the state refuses`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    try desk.send(.lockButtonWasTapped)
    #expect(throws: EventError.refused(reason: "The rows are locked.")) { try desk.send(.clearButtonWasTapped) }
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `asks with what the state knows, and not where it needs no question`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    #expect(try desk.sendOrHold(.deleteButtonWasTapped(9)) == nil)
    try desk.send(.deleteButtonWasTapped(2))
    expectEqual(front.openQuestions.first?.input(of: .confirm, for: front)?.title, "Delete row 2?")
  }

  @Test func `applies what is confirmed`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    #expect(try desk.sendOrHold(.clearButtonWasTapped, confirmed: true) == nil)
    #expect(desk.state.rows.isEmpty)
    let other = app.open(.desk)
    try app.perform(.send(JSONText(scanning: #"{"type":"clearButtonWasTapped"}"#.utf8), to: other.id, confirmed: true))
    #expect(other.model.state.rows.isEmpty)
  }

  @Test func `counts a typed send as confirmed where no front is attached`() throws {
    let desk = app.open(.desk)
    try desk.send(.deleteButtonWasTapped(1))
    desk.model.eventSubject.send(.deleteButtonWasTapped(2))
    expectEqual(desk.state.rows, [3])
    let json = try JSONText(scanning: #"{"type":"clearButtonWasTapped"}"#.utf8)
    #expect(throws: EventError.self) { try desk.send(json) }
    expectEqual(desk.state.rows, [3])
    try desk.send(json, confirmed: true)
    #expect(desk.state.rows.isEmpty)
  }

  @Test func `asks nothing about what the app itself sends`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    app.handle { desk.model.eventSubject.send(.clearButtonWasTapped) }
    #expect(desk.state.rows.isEmpty)
  }

  @Test func `says in words that a front without the question cannot confirm`() throws {
    _ = attach(.prompt)
    let front = app.attach(.client, isShared: true)
    let desk = try front.open(.desk)
    let error = #expect(throws: EventError.self) { try desk.send(.clearButtonWasTapped) }
    expectEqual(error?.code, .confirmationNeeded)
    expectEqual(error?.refusal, "A person is asked before this. This program cannot ask you: do it in another one.")
    expectEqual(desk.state.rows, [1, 2, 3])
  }

  @Test func `asks every person's front about what an assistant sends, and the first answer counts`() throws {
    let (page, prompt, blind) = (attach(.page), attach(.prompt), app.attach(.client, isShared: true))
    let assistant = attach(.assistant)
    let desk = try assistant.open(.desk)
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    expectEqual(app.openQuestions.first?.fronts, [page.id, prompt.id])
    #expect(throws: AppCommandError.refused(reason: "A person answers this. Ask the person.")) {
      try assistant.answer(id, of: .confirm, with: "yes")
    }
    #expect(throws: AppCommandError.self) { try blind.answer(id, of: .confirm, with: "yes") }
    expectEqual(desk.state.rows, [1, 2, 3])
    try prompt.answer(id, of: .confirm, with: "yes")
    #expect(desk.state.rows.isEmpty)
    #expect(throws: AppCommandError.refused(reason: "This question has ended, and takes no other answer.")) {
      try page.answer(id, of: .confirm, with: "no")
    }
  }

  @Test func `refuses an assistant's event where no person can be asked`() throws {
    let assistant = app.attach(.assistant, isShared: true)
    let desk = try assistant.open(.desk)
    let error = #expect(throws: EventError.self) { try desk.send(.clearButtonWasTapped) }
    expectEqual(error?.code, .confirmationNeeded)
    #expect(error?.refusal?.contains("Ask the person") == true)
    let confirmed = #expect(throws: EventError.self) { try desk.send(.clearButtonWasTapped, confirmed: true) }
    expectEqual(confirmed?.refusal, "A person confirms this. Send it without \"confirmed\".")
    expectEqual(desk.state.rows, [1, 2, 3])
  }

  @Test func `lets an assistant confirm only if the owner of the process allows it`() throws {
    let assistant = app.attach(.assistant, isShared: true, mayConfirm: true)
    let desk = try assistant.open(.desk)
    try desk.send(.clearButtonWasTapped, confirmed: true)
    #expect(desk.state.rows.isEmpty)
  }

  @Test func `takes the person's answer from an assistant's host where no person's front is attached`() throws {
    let assistant = attach(.assistant)
    let desk = try assistant.open(.desk)
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    #expect(throws: AppCommandError.self) { try assistant.answer(id, of: .confirm, with: "yes") }
    try assistant.answerForPerson(id, .answer(JSONText("yes")))
    #expect(desk.state.rows.isEmpty)
  }

  @Test func `drops the event when its screen closes`() throws {
    let front = attach(.page)
    let desk = try front.open(.desk)
    let id = try #require(try desk.sendOrHold(.clearButtonWasTapped))
    desk.close()
    #expect(app.openQuestions.isEmpty)
    #expect(throws: AppCommandError.self) { try front.answer(id, of: .confirm, with: "yes") }
  }
}

extension JSONText {
  /// A text as JSON.
  init(_ text: String) { self.init(scanned: text.json[...]) }
}
