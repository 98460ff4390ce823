import ExpectSupport
import Foundation
import JSON
import ScreensSupport
import Testing
import ViewModels

import enum Support.Seeds

@testable import Recording

/// Random sessions over parts, tabs, questions and navigation, with three fronts at one app.
@MainActor @Suite struct RandomWholeAppTests {
  private static var definition: AppDefinition {
    var definition = AppDefinition.club(firstRoom: nil)
    definition.screens += [
      AnyScreen(.house), AnyScreen(.desk), AnyScreen(.chat), AnyScreen(.filter), AnyScreen(.vault),
    ]
    return definition
  }

  /// `TRIBUTARY_SEEDS` says how many times as many steps are taken.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no question and no part is left, and the session replays equal`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let session = RecordedSession(definition: Self.definition)
    let play = Play(session)
    for step in 0..<(100 * Seeds.factor) {
      play.step(step, &generator)
      play.check()
    }
    session.recorder.turn { for front in session.app.fronts { front.leave() } }
    session.recorder.turn { for instance in session.app.instances where instance.id != "app" { instance.close() } }
    session.wait(20_000)
    expectEqual(session.app.instances.map(\.id), ["app"])
    #expect(session.app.openQuestions.isEmpty, "No question is open for ever.")
    #expect(play.parts.allSatisfy { $0.model == nil }, "No part outlives its owner.")
    session.recorder.end()
    let difference = await Replay(
      try Recording(Array(session.recording.utf8)), Self.definition, threadTimeout: .seconds(600)
    ).run()
    #expect(difference?.message == nil)
  }
}

/// Plays steps of three fronts.
@MainActor private final class Play {
  /// A view model of a part, which it does not retain.
  struct LivePart {
    weak var model: AnyObject?
  }

  private let session: RecordedSession
  private var fronts: [AppFront] = []
  private(set) var parts: [LivePart] = []

  init(_ session: RecordedSession) { self.session = session }

  private var app: AppCore { session.app }

  func check() {
    for question in app.openQuestions {
      #expect(question.isNotice || question.instance.flatMap(app.instance) != nil, "\(question.id) has its screen.")
    }
    expectEqual(app.instances.first?.id, "app")
  }

  func step(_ step: Int, _ generator: inout SeededGenerator) {
    if fronts.count < 3 {
      let kind = [FrontKind.page, .prompt, .assistant].randomElement(using: &generator) ?? .page
      let answers: Set<String> = Bool.random(using: &generator) ? [AppFront.anyQuestion] : ["confirm", "notify"]
      fronts.append(session.recorder.turn { app.attach(kind, isShared: true, answers: answers) })
    }
    let index = Int.random(in: fronts.indices, using: &generator)
    session.recorder.turn { act(fronts[index], step, &generator) }
    if fronts[index].presence == .left { fronts.remove(at: index) }
    if Int.random(in: 0..<6, using: &generator) == 0 { session.wait(Int.random(in: 1..<3_000, using: &generator)) }
    noteParts()
  }

  private func noteParts() {
    for instance in app.instances {
      if let house = instance as? ScreenInstance<HouseViewModel> {
        note(house.model.desk.model)
        note(house.model.room.model)
      } else if let chat = instance as? ScreenInstance<ChatViewModel> {
        note(chat.model.editor.model)
        for row in chat.model.messages.rows { note(chat.model.messages.madeModel(row.id)) }
      }
    }
  }

  private func note(_ model: AnyObject?) {
    guard let model, !parts.contains(where: { $0.model === model }) else { return }
    parts.removeAll { $0.model == nil }
    parts.append(LivePart(model: model))
  }

  private func act(_ front: AppFront, _ step: Int, _ generator: inout SeededGenerator) {
    let screen = front.screens.randomElement(using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: _ = try? front.open(["house", "chat", "desk"].randomElement(using: &generator) ?? "house", parameters: nil)
    case 1: _ = try? front.open(link: "/rooms/\(step)")
    case 2: front.followApp()?.viewDidAppear()
    case 3:
      try? front.appScreen?.send(text(#"{"type":"tabButtonWasTapped","name":"\#(step % 2 == 0 ? "door" : "desk")"}"#))
    case 4: try? front.appScreen?.send(text(#"{"type":"roomButtonWasTapped","id":\#(step)}"#))
    case 5: screen?.close()
    case 6: screen?.leave()
    case 7: screen?.viewDidAppear()
    case 8: front.send(front.isActive ? .willResignActive : .didBecomeActive)
    case 9 where step % 4 == 0: front.leave()
    case 10...12: answer(front, &generator)
    default: send(screen, &generator)
    }
  }

  private func send(_ screen: AnyScreenInstance?, _ generator: inout SeededGenerator) {
    let isConfirmed = Int.random(in: 0..<6, using: &generator) == 0
    switch screen {
    case let house as ScreenInstance<HouseViewModel>:
      let number = Int.random(in: 0..<9, using: &generator)
      let event: HouseEvent =
        switch number {
        case 0: .deskButtonWasTapped
        case 1: .deskCloseButtonWasTapped
        case 2: .roomButtonWasTapped(number)
        case 3: .roomCloseButtonWasTapped
        case 4: .room(Self.roomEvents.randomElement(using: &generator) ?? .stopButtonWasTapped)
        default: .desk(Self.deskEvents.randomElement(using: &generator) ?? .addButtonWasTapped(5))
        }
      try? house.send(event, confirmed: isConfirmed)
    case let desk as ScreenInstance<DeskViewModel>:
      if let event = Self.deskEvents.randomElement(using: &generator) { try? desk.send(event, confirmed: isConfirmed) }
    case let room as ScreenInstance<RoomModel>:
      if let event = Self.roomEvents.randomElement(using: &generator) { try? room.send(event) }
    case let chat as ScreenInstance<ChatViewModel>:
      let id = Int.random(in: 1...4, using: &generator)
      let events: [ChatEvent] = [
        .filter(.textChanged("\(id)")), .writeButtonWasTapped("draft"), .editor(.saveButtonWasTapped),
        .message(id, .textChanged("changed")), .message(id, .deleteButtonWasTapped), .messageCame(id: id, text: "new"),
        .message(id, .reactionWasAdded("+1")),
      ]
      if let event = events.randomElement(using: &generator) { try? chat.send(event) }
    case let login as ScreenInstance<LoginModel>:
      let events: [LoginEvent] = [.nameChanged("Grace"), .signInButtonWasTapped, .helpButtonWasTapped]
      if let event = events.randomElement(using: &generator) { try? login.send(event) }
    default: break
    }
  }

  private static let roomEvents: [RoomEvent] = [
    .enterButtonWasTapped, .enterLaterButtonWasTapped, .stopButtonWasTapped, .clockButtonWasTapped,
    .greetButtonWasTapped(2), .leaveButtonWasTapped("Ada"),
  ]
  private static let deskEvents: [DeskEvent] = [
    .clearButtonWasTapped, .deleteButtonWasTapped(2), .addButtonWasTapped(4), .chooseButtonWasTapped,
    .cancelButtonWasTapped, .fileButtonWasTapped, .linkButtonWasTapped("https://example.com"), .noticeButtonWasTapped,
    .undoButtonWasTapped, .toldButtonWasTapped, .weatherButtonWasTapped, .privateButtonWasTapped,
    .anyoneButtonWasTapped, .briefButtonWasTapped, .laterButtonWasTapped, .closeWithNoticeButtonWasTapped,
  ]

  private func answer(_ front: AppFront, _ generator: inout SeededGenerator) {
    guard let question = front.openQuestions.randomElement(using: &generator) else { return }
    let answers = [#""yes""#, #""no""#, #""apple""#, #""action""#, #""dismissed""#, "7", "null"]
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: try? front.answer(question.id, .cancelled)
    case 1: try? front.answer(question.id, .cannot("No."))
    default: try? front.answer(question.id, .answer(text(answers.randomElement(using: &generator) ?? "null")))
    }
  }

  private func text(_ json: String) -> JSONText { JSONText(scanned: Array(json.utf8)[...]) }
}
