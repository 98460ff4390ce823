import ExpectSupport
import Foundation
import JSON
import Recording
import ScreensSupport
import StreamsExtras
import Testing
import ViewModels

import enum Support.Seeds

private struct GreeterState: ScreenState {
  var isBusy: Bool { false }

  static let fields: Fields<GreeterState> = []
}

private enum GreeterEvent: ScreenEvent {
  case none

  static let cases: [EventCase<GreeterEvent>] = [EventCase(.none, "Nothing.")]
}

/// An app that asks at its start.
private final class GreeterViewModel: ViewModel {
  let eventSubject = EventSubject<GreeterEvent>()
  @Published private(set) var state = GreeterState()
  var statePublisher: Published<GreeterState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    environment.front.tell(.notify("Hello", action: NoticeAction("wave", "Wave")))
  }
}

/// A prompt that is attached when it is made.
@MainActor private final class Prompt: ReplayableFront {
  init(_ app: AppCore) { _ = app.attach(.prompt, answers: [AppFront.anyQuestion]) }

  func perform(_ command: String?) async {}
  func flush() async -> Bool { false }
}

/// What a recording has of questions to fronts, and that a replay asks and answers them again.
@MainActor @Suite struct QuestionRecordingTests {
  private let session = RecordedSession(screens: [AnyScreen(.desk)])

  private func replay(_ text: String) async throws -> Replay.Difference? {
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.desk)]
    return await Replay(try Recording(Array(text.utf8)), definition).run()
  }

  private func attach(_ answers: Set<String> = [AppFront.anyQuestion]) -> AppFront {
    session.recorder.turn { session.app.attach(.page, isShared: true, answers: answers) }
  }

  private func play() throws {
    let front = attach()
    let desk = try session.recorder.turn { try front.open(.desk) }
    try session.recorder.turn { try desk.send(.chooseButtonWasTapped) }
    try session.recorder.turn { try front.answer("question-1", of: .confirm, with: "apple") }
    try session.recorder.turn { try desk.send(.clearButtonWasTapped) }
    try session.recorder.turn { try front.answer("question-2", of: .confirm, with: "yes") }
    session.recorder.end()
  }

  @Test func `has who is asked, the answer as a command, and what was held`() async throws {
    try play()
    let lines = session.recording.split(separator: "\n").filter { $0.contains("question-") }
    expectEqual(
      lines,
      [
        """
        {"asked":"question-1","input":{"choices":[{"label":"An apple","name":"apple","role":"normal"},{"label":"None",\
        "name":"none","role":"cancel"}],"message":"Only one.","title":"Which fruit?"},"instance":"desk-1","of":["page-1"],\
        "question":"confirm"}
        """,
        #"{"answer":"question-1","value":"apple","front":"page-1"}"#,
        #"{"event":{"type":"clearButtonWasTapped"},"held":"question-2","instance":"desk-1","front":"page-1"}"#,
        """
        {"asked":"question-2","input":{"choices":[{"label":"Delete","name":"yes","role":"destructive"},{"label":"Cancel",\
        "name":"no","role":"cancel"}],"message":"They do not come back.","title":"Delete all rows?"},"instance":"desk-1",\
        "of":["page-1"],"question":"confirm"}
        """, #"{"answer":"question-2","value":"yes","front":"page-1"}"#,
      ])
    #expect(session.recording.contains(#"{"instance":"desk-1","sent":{"type":"clearButtonWasTapped"}}"#))
    #expect(session.recording.contains(#"{"answers":["*"],"change":"attached","shared":true,"front":"page-1"}"#))
    #expect(try await replay(session.recording) == nil)
  }

  @Test func `what is asked before there is a front is asked of a prompt in the turn in which it comes`() async throws {
    let definition = AppDefinition(
      screens: [AnyScreen(.desk)],
      app: AnyScreen(Screen("app", about: "Greets.") { GreeterViewModel($1) }))
    let session = RecordedSession(definition: definition)
    _ = session.recorder.turn { Prompt(session.app) }
    session.recorder.beginCommand()
    session.recorder.performed("rest")
    session.recorder.end()
    expectEqual(session.lines("asked").count, 2)
    let replay = Replay(try Recording(Array(session.recording.utf8)), definition)
    await expectEqual(replay.run { app, _ in Prompt(app) }, nil)
  }

  @Test func `notices another answer, and a question that is not asked again`() async throws {
    try play()
    let other = session.recording.replacingOccurrences(
      of: #"{"answer":"question-1","value":"apple""#, with: #"{"answer":"question-1","value":"none""#)
    #expect(try await replay(other) != nil)
    let missing = session.recording.replacingOccurrences(of: "Delete all rows?", with: "Delete them?")
    #expect(try await replay(missing) != nil)
    let closed = session.recording.replacingOccurrences(
      of: #"{"answer":"question-2""#, with: #"{"answer":"question-1""#)
    #expect(try await replay(closed) != nil)
    let twice = session.recording.replacingOccurrences(
      of: #"{"end":true}"#,
      with: """
        {"at":0,"time":0,"turn":"input"}
        {"answer":"question-2","value":"yes","front":"page-1"}
        {"end":true}
        """)
    try await expectEqual(
      replay(twice)?.reason?.description, "the app refuses it: This question has ended, and takes no other answer.")
  }

  @Test func `leaves a private input out`() async throws {
    let front = attach()
    let desk = try session.recorder.turn { try front.open(.desk) }
    try session.recorder.turn { try desk.send(.privateButtonWasTapped) }
    session.recorder.turn { front.leave() }
    session.recorder.end()
    #expect(!session.recording.contains("fruit"))
    #expect(session.recording.contains(#"{"asked":"question-1","input":null"#))
    #expect(session.recording.contains(#"{"ended":"question-1"}"#))
    #expect(try await replay(session.recording) == nil)
  }

  @Test func `replays what an assistant's host has answered for the person`() async throws {
    let assistant = session.recorder.turn {
      session.app.attach(.assistant, isShared: true, answers: ["confirm"])
    }
    let desk = try session.recorder.turn { try assistant.open(.desk) }
    let id = try session.recorder.turn { try #require(try desk.sendOrHold(.clearButtonWasTapped)) }
    try session.recorder.turn { try assistant.answerForPerson(id, .answer(JSONText(scanned: "yes".json[...]))) }
    #expect(desk.state.rows.isEmpty)
    session.recorder.end()
    #expect(try await replay(session.recording) == nil)
  }

  // MARK: - Random sessions

  /// `TRIBUTARY_SEEDS` says how many times as many steps are taken.
  @Test(arguments: 0..<3) func `leaves no question open for ever, and replays equal`(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let play = QuestionsPlay(session)
    for _ in 0..<(100 * Seeds.factor) {
      play.step(using: &generator)
      play.check()
    }
    session.recorder.turn { for front in session.app.fronts { front.leave() } }
    session.recorder.turn { for instance in session.app.instances { instance.close() } }
    #expect(session.app.instances.isEmpty)
    #expect(session.app.openQuestions.isEmpty, "No question is open for ever.")
    session.wait(10)
    session.recorder.end()
    let difference = try await replay(session.recording)
    #expect(difference?.message == nil)
  }
}

/// Plays steps of three fronts.
@MainActor private final class QuestionsPlay {
  private let session: RecordedSession
  private var fronts: [AppFront] = []
  private var asked = 0
  private var ended = 0
  private var cancellable: AnyCancellable?

  init(_ session: RecordedSession) {
    self.session = session
    cancellable = session.app.reports.sink { [unowned self] report in
      if case .questionEnded = report.event { ended += 1 }
    }
  }

  private var app: AppCore { session.app }

  func check() {
    let questions = app.openQuestions
    expectEqual(Set(questions.map(\.id)).count, questions.count)
    for question in questions {
      let isThere = question.fronts.isEmpty || question.fronts.contains { id in app.fronts.contains { $0.id == id } }
      #expect(isThere, "Someone can answer \(question.id).")
      #expect(question.isNotice || question.instance.flatMap(app.instance) != nil, "\(question.id) has its screen.")
    }
  }

  func step(using generator: inout SeededGenerator) {
    let present = fronts.filter { $0.presence == .attached }
    guard let front = present.randomElement(using: &generator), Int.random(in: 0..<12, using: &generator) > 0 else {
      return comeOrGo(using: &generator)
    }
    let number = Int.random(in: 0..<10, using: &generator)
    session.recorder.turn {
      switch number {
      case 0: _ = try? front.open(.desk)
      case 1: front.screens.randomElement(using: &generator)?.close()
      case 2...4: answer(by: front, using: &generator)
      case 5: front.send(front.isActive ? .willResignActive : .didBecomeActive)
      default: send(by: front, using: &generator)
      }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { session.wait(Int.random(in: 1..<6_000, using: &generator)) }
  }

  private func comeOrGo(using generator: inout SeededGenerator) {
    let away = fronts.first { $0.presence == .away }
    fronts.removeAll { $0.presence == .left }
    session.recorder.turn {
      if fronts.count < 3 {
        let kind: FrontKind = [.page, .prompt, .assistant].randomElement(using: &generator) ?? .page
        let answers: Set<String> =
          Bool.random(using: &generator) ? [AppFront.anyQuestion] : ["confirm", "notify", "degrees"]
        fronts.append(app.attach(kind, isShared: true, answers: answers))
      } else if let away {
        _ = app.attach(away.kind, isShared: true, returningBy: away.returnName)
      } else if let front = fronts.randomElement(using: &generator) {
        if Bool.random(using: &generator) { front.leave() } else { front.disconnect(canReturn: true) }
      }
    }
  }

  private func send(by front: AppFront, using generator: inout SeededGenerator) {
    guard let desk = front.screens.randomElement(using: &generator) as? ScreenInstance<DeskViewModel> else { return }
    let events: [DeskEvent] = [
      .clearButtonWasTapped, .deleteButtonWasTapped(2), .addButtonWasTapped(4), .chooseButtonWasTapped,
      .discardButtonWasTapped, .cancelButtonWasTapped, .fileButtonWasTapped, .saveButtonWasTapped,
      .linkButtonWasTapped("https://example.com"), .linkButtonWasTapped("file:///etc/passwd"), .copyButtonWasTapped,
      .showButtonWasTapped, .noticeButtonWasTapped, .undoButtonWasTapped, .toldButtonWasTapped, .weatherButtonWasTapped,
      .privateButtonWasTapped, .anyoneButtonWasTapped, .briefButtonWasTapped, .laterButtonWasTapped,
      .openButtonWasTapped, .closeButtonWasTapped, .closeWithNoticeButtonWasTapped,
    ]
    guard let event = events.randomElement(using: &generator) else { return }
    try? desk.send(event, confirmed: Int.random(in: 0..<5, using: &generator) == 0)
  }

  private func answer(by front: AppFront, using generator: inout SeededGenerator) {
    guard let question = front.openQuestions.randomElement(using: &generator) else { return }
    let answers = [
      #""yes""#, #""no""#, #""apple""#, #""discard""#, #""action""#, #""dismissed""#, #""shown""#, "7", "null",
      #"{"name":"a","base64":"SGk="}"#, #"{"name":"a","base64":"SGkgdGhlcmUgeW91"}"#,
    ]
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: try? front.answer(question.id, .cancelled)
    case 1: try? front.answer(question.id, .cannot("No."))
    default:
      let text = answers.randomElement(using: &generator) ?? "null"
      try? front.answer(question.id, .answer(JSONText(scanned: Array(text.utf8)[...])))
    }
  }
}
