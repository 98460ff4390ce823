import ExpectSupport
import JSON
import ScreensSupport
import Testing
import ViewModels

@testable import Recording

/// Random sessions over the app's own view model, presented screens, links and the clock, with three fronts.
@MainActor @Suite struct RandomAppTests {
  @Test(arguments: [1, 2, 3] as [UInt64]) func `a session of any steps replays equal`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let session = RecordedSession(definition: .club(firstRoom: 9))
    let app = session.app
    var fronts: [AppFront] = []
    for step in 0..<300 {
      if fronts.count < 3 {
        let kind = [FrontKind.page, .client, .assistant].randomElement(using: &generator) ?? .page
        let isShared = Bool.random(using: &generator)
        fronts.append(session.recorder.turn { app.attach(kind, isShared: isShared) })
      }
      let index = Int.random(in: fronts.indices, using: &generator)
      session.recorder.turn { act(fronts[index], app, step, &generator) }
      if fronts[index].presence == .left { fronts.remove(at: index) }
      if Int.random(in: 0..<8, using: &generator) == 0 { session.wait(500) }
      expectEqual(app.instances.first?.id, "app")
      #expect(app.instances.count { ["login", "help"].contains($0.name) } <= 1)
    }
    for front in fronts { session.recorder.turn { front.leave() } }
    session.recorder.end()
    let difference = await Replay(
      try Recording(Array(session.recording.utf8)), .club(firstRoom: 9), threadTimeout: .seconds(600)
    ).run()
    #expect(difference?.message == nil)
  }

  /// One step of a front.
  private func act(_ front: AppFront, _ app: AppCore, _ step: Int, _ generator: inout SeededGenerator) {
    let screen = front.screens.randomElement(using: &generator)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: _ = try? front.open(.room, RoomParameters(id: step))
    case 1: _ = try? front.open(link: "/rooms/\(step)?topic=a%20b")
    case 2: front.followApp()?.viewDidAppear()
    case 3: try? front.appScreen?.send(text(#"{"type":"roomButtonWasTapped","id":\#(step)}"#))
    case 4: try? front.appScreen?.send(text(#"{"type":"memberChanged","name":"\#(step)"}"#))
    case 5: try? front.appScreen?.send(text(#"{"type":"roomsCloseButtonWasTapped"}"#))
    case 6: screen?.close()
    case 7: screen?.leave()
    case 8: screen?.viewDidAppear()
    case 9: front.send(front.isActive ? .willResignActive : .didBecomeActive)
    case 10 where step % 5 == 0: front.leave()
    default:
      let names = screen?.name == "room" ? Self.roomEvents : Self.loginEvents
      if let event = names.randomElement(using: &generator) { try? screen?.send(text(event)) }
    }
  }

  private static let roomEvents = [
    #"{"type":"enterButtonWasTapped"}"#, #"{"type":"enterLaterButtonWasTapped"}"#, #"{"type":"stopButtonWasTapped"}"#,
    #"{"type":"clockButtonWasTapped"}"#, #"{"type":"greetButtonWasTapped","count":2}"#,
    #"{"type":"leaveButtonWasTapped","name":"Ada"}"#,
  ]
  private static let loginEvents = [
    #"{"type":"nameChanged","name":"Grace"}"#, #"{"type":"signInButtonWasTapped"}"#, #"{"type":"helpButtonWasTapped"}"#,
  ]

  private func text(_ json: String) -> JSONText { JSONText(scanned: Array(json.utf8)[...]) }
}
