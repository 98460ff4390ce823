import AppTesting
import Foundation
import Recording
import Screens
import Testing

@testable import Library

@MainActor @Suite struct DeskTests {
  private final class Lines {
    var text = ""
  }

  @Test func `follows two feeds, and replays them`() async throws {
    let world = TestWorld()
    let lines = Lines()
    let recorder = Recorder(
      SessionConfiguration(front: "tests 1.0", mock: nil, seed: 7, timeZone: .gmt), main: world.scheduler.mainQueue,
      write: { lines.text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(.library, server: world.backend.backend)
    let desk = recorder.turn { app.open(.desk) }
    recorder.turn { desk.viewDidAppear() }
    world.backend.last(.lent).send("Emma")
    world.backend.last(.lent).send("Walden")
    world.scheduler.advance()
    world.backend.last(.returned).send("Emma")
    world.backend.last(.lent).interrupt(.timeout, nextTry: .seconds(1))
    world.scheduler.advance()
    #expect(desk.state == DeskState(out: ["Walden"], message: "The backend took too long to answer."))
    world.backend.last(.lent).send(.open)
    world.scheduler.advance()
    #expect(desk.state == DeskState(out: ["Walden"]))
    #expect(!app.isBusy)
    recorder.end()
    let replay = Replay(try Recording(Array(lines.text.utf8)), .library, threadTimeout: .seconds(600))
    #expect(await replay.run()?.message == nil, "\(lines.text)")
  }
}
