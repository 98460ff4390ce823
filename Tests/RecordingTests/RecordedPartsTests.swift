import Dispatch
import ExpectSupport
import Foundation
import Recording
import ScreensSupport
import Testing
import ViewModels

import enum Support.Seeds

/// Sessions with parts: what is made of them depends on commands and recorded answers alone.
@MainActor @Suite struct RecordedPartsTests {
  private nonisolated static let backend: @Sendable (AnySchedulerOf<DispatchQueue>) -> Backend = { main in
    Backend.handlers([ServiceHandler(.count) { $0.count }, ServiceHandler(.delivery) { text in text.count }])
      .wrapped(FaultInjector(latency: .milliseconds(50), failures: [], scheduler: main).intercept)
  }

  private static var definition: AppDefinition {
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.chat), AnyScreen(.filter), AnyScreen(.vault)]
    return definition
  }

  private static func session() -> RecordedSession {
    RecordedSession(screens: definition.screens, server: backend)
  }

  @Test func `records the events of parts as those of their owner`() throws {
    let session = Self.session()
    let chat = session.open(.chat)
    session.send(.filter(.textChanged("Emma")), to: chat)
    session.send(.message(3, .reactionWasAdded("+1")), to: chat)
    let events = session.lines("event").map(String.init)
    expectEqual(
      events,
      [
        #"{"event":{"event":{"text":"Emma","type":"textChanged"},"type":"filter"},"instance":"chat-1"}"#,
        #"{"event":{"event":{"sign":"+1","type":"reactionWasAdded"},"id":3,"type":"message"},"instance":"chat-1"}"#,
      ])
    #expect(session.recording.contains(#"{"op":"replace","path":"/filter/text","value":"Emma"}"#))
  }

  @Test func `has no secret of a part, and replays without it`() async throws {
    let session = Self.session()
    let chat = session.open(.chat)
    session.send(.filter(.pinEntered(VaultPin("1234"))), to: chat)
    session.send(.filter(.pinEntered(VaultPin("1234"))), to: chat)
    session.recorder.end()
    #expect(!session.recording.contains("1234"))
    expectEqual(session.lines("event").count { $0.contains(#"{"pin":{"secret":1},"type":"pinEntered"}"#) }, 2)
    let difference = await Replay(try Recording(Array(session.recording.utf8)), Self.definition).run()
    #expect(difference?.message == nil)
  }

  /// Sessions of 20 steps with two chats each. `TRIBUTARY_SEEDS` says how many times as many there are.
  /// A refused event is in no recording, so it must leave nothing behind.
  @Test(arguments: 0..<4) func `replays random sessions equal`(seed: Int) async throws {
    for run in 0..<(5 * Seeds.factor) {
      let session = Self.session()
      var generator = SeededGenerator(seed: UInt64(seed * 1_000 + run))
      var chats = [session.open(.chat), session.open(.chat)]
      for _ in 0..<20 {
        let chat = chats[Int.random(in: 0...1, using: &generator)]
        switch Int.random(in: 0...9, using: &generator) {
        case 0: session.wait(Int.random(in: 0...80, using: &generator))
        case 1: session.send(Bool.random(using: &generator) ? .willResignActive : .didBecomeActive)
        default: session.send(Self.event(&generator), to: chat)
        }
      }
      session.wait(200)
      let parts = chats.flatMap(Self.parts)
      chats = []
      session.recorder.turn { for instance in session.app.instances { instance.close() } }
      #expect(!session.app.isBusy)
      session.wait(200)
      #expect(parts.allSatisfy { $0.model == nil }, "No part outlives its owner: seed \(seed), run \(run)")
      session.recorder.end()
      let difference = await Replay(try Recording(Array(session.recording.utf8)), Self.definition).run()
      #expect(difference?.message == nil, "seed \(seed), run \(run)")
    }
  }

  /// A view model of a part, which it does not retain.
  private struct LivePart {
    weak var model: AnyObject?
  }

  private static func parts(of chat: ScreenInstance<ChatViewModel>) -> [LivePart] {
    let model = chat.model
    let messages = model.messages.rows.compactMap { model.messages.madeModel($0.id) }
    return [LivePart(model: model.filter.model), LivePart(model: model.editor.model)]
      + messages.map { LivePart(model: $0) }
  }

  private static func event(_ generator: inout SeededGenerator) -> ChatEvent {
    let id = Int.random(in: 1...5, using: &generator)
    switch Int.random(in: 0...17, using: &generator) {
    case 0: return .filter(.textChanged("text \(id)"))
    case 1: return .filter(.range(.daysChanged(id - 2)))
    case 2: return .filter(.searchButtonWasTapped)
    case 3: return .filter(.openButtonWasTapped)
    case 4: return .filter(.doneButtonWasTapped)
    case 5: return .writeButtonWasTapped(id == 1 ? "closed at once" : "draft \(id)")
    case 6: return .editor(.textChanged("draft"))
    case 7: return .editor(id > 2 ? .saveButtonWasTapped : .cancelButtonWasTapped)
    case 8, 9: return .message(id, .retryButtonWasTapped)
    case 10: return .message(id, .deleteButtonWasTapped)
    case 11: return .message(id, .textChanged(id == 1 ? "" : "changed"))
    case 12: return .message(id, .reactionWasAdded("+\(id % 2)"))
    case 13: return .message(id, .reaction("+1", .addButtonWasTapped))
    case 14: return .message(id, .reaction("+1", .removeButtonWasTapped))
    case 15: return .messageCame(id: id, text: "new \(id)")
    case 16: return .messageChanged(id: id, text: "other \(id)")
    default: return .clearButtonWasTapped
    }
  }
}
