import AppTesting
import Foundation
import Recording
import Screens
import Testing

@testable import Library

@MainActor @Suite struct RecordingTests {
  private final class Lines {
    var text = ""
  }

  private let lines = Lines()

  private func recorder(_ mock: SessionConfiguration.Mock = .init()) -> Recorder {
    Recorder(
      SessionConfiguration(front: "tests 1.0", mock: mock, seed: 7, timeZone: .gmt),
      write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
  }

  private func replay() async throws -> String? {
    await Replay(try Recording(Array(lines.text.utf8)), .library, threadTimeout: .seconds(600)).run()?.message
  }

  private func signIn(_ recorder: Recorder, _ app: AppCore) async throws {
    let card = try recorder.turn { try app.open("card") }
    for event in [#"{"type":"nameChanged","text":"Ada"}"#, #"{"type":"pinChanged","text":"1234"}"#] {
      try recorder.turn { try card.send(JSONText(scanning: event.utf8)) }
    }
    try await app.untilIdle {
      try recorder.turn { try card.send(JSONText(scanning: #"{"type":"signInButtonWasTapped"}"#.utf8)) }
    }
  }

  @Test func `replays answers that arrive on other threads`() async throws {
    let recorder = recorder(.init(latency: .milliseconds(2)))
    let app = recorder.makeApp(.library)
    let shelf = recorder.turn { app.open(.shelf) }
    try await app.untilIdle { recorder.turn { shelf.viewDidAppear() } }
    #expect(shelf.model.state.titles == ["Emma"])
    #expect(shelf.model.state.heading == "Upper shelf")
    try await signIn(recorder, app)
    recorder.end()
    #expect(lines.text.contains(#""operation":"books""#))
    #expect(try await replay() == nil)
  }

  @Test func `a recording has no secret, and a private value when a state shows it`() async throws {
    let recorder = recorder()
    let app = recorder.makeApp(.library)
    recorder.turn { app.send(.willResignActive) }
    try await signIn(recorder, app)
    // The clocks may show any digits.
    let text = lines.text.replacing(#/"(at|time)":[0-9]+/#, with: "")
    #expect(!text.contains("1234"))
    #expect(!text.contains("2350"))
    #expect(try await replay() == nil)
    recorder.turn { app.send(.didBecomeActive) }
    #expect(lines.text.contains("2350"))
    #expect(try await replay() == nil)
  }

  @Test func `fails by name, and the replay too`() async throws {
    let recorder = recorder(.init(failures: ["books:1"]))
    let app = recorder.makeApp(.library)
    let shelf = recorder.turn { app.open(.shelf) }
    for expected in ["Something went wrong!", nil] {
      try await app.untilIdle { recorder.turn { shelf.model.eventSubject.send(.viewDidAppear) } }
      #expect(shelf.model.state.message == expected)
    }
    recorder.end()
    #expect(try await replay() == nil)
  }

  @Test func `names the state that differs`() async throws {
    let recorder = recorder()
    let app = recorder.makeApp(.library)
    try await app.untilIdle { recorder.turn { app.open(.shelf).viewDidAppear() } }
    recorder.end()
    lines.text = lines.text.replacingOccurrences(of: #""titles":["Emma"]"#, with: #""titles":["Eva"]"#)
    let message = try #require(try await replay())
    #expect(message.contains(#"expected: {"instance":"shelf-1""#))
    #expect(message.contains(#""titles":["Emma"]"#))
  }

  @Test func `the descriptions have no mistake`() {
    #expect(AnyScreen.check(AppDefinition.library.screens).isEmpty)
    #expect(
      AppDefinition.library.operations == [
        "books", "signIn", "catalogue", "book", "revise", "lent", "returned", "wish", "addScan", "scan",
      ])
  }
}
