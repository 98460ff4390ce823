import AppTesting
import Foundation
import Recording
import Requests
import Screens
import StreamsTesting

/// A session whose services the test answers, in virtual time.
@MainActor final class WireSession {
  let backend = ScriptedBackend()
  let scheduler = TestScheduler()
  let recorder: Recorder
  let app: AppCore
  let definition: AppDefinition
  private let lines = Lines()

  @MainActor private final class Lines {
    var text = ""
  }

  init(_ screen: Screen<WireViewModel> = .wire) {
    definition = AppDefinition(screens: [AnyScreen(screen)])
    recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
      clock: { .fixed }, write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
    app = recorder.makeApp(definition, server: backend.backend)
  }

  var recording: String { lines.text }

  func open() -> ScreenInstance<WireViewModel> {
    recorder.turn {
      // swift-format-ignore: NeverForceUnwrap
      (try? app.open("wire")) as! ScreenInstance<WireViewModel>
    }
  }

  func send(_ event: WireEvent, to instance: ScreenInstance<WireViewModel>) {
    recorder.turn { instance.model.eventSubject.send(event) }
  }

  func replay() async throws -> Replay.Difference? {
    await Replay(try Recording(Array(recording.utf8)), definition, threadTimeout: .seconds(600)).run()
  }
}
