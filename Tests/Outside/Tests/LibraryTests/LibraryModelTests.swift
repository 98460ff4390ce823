import AppTesting
import Foundation
import Recording
import Screens
import Testing

@testable import Library

@MainActor @Suite struct LibraryModelTests {
  private final class Lines {
    var text = ""
  }

  private let scheduler = TestScheduler()
  private let lines = Lines()

  private func recorder() -> Recorder {
    Recorder(
      SessionConfiguration(front: "tests 1.0", seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
      write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
  }

  @Test func `the descriptions have no mistake`() {
    #expect(AppDefinition.library.check() == [])
  }

  @Test func `one entrance serves two visits, and the clock counts, recorded and replayed`() async throws {
    let recorder = recorder()
    let app = recorder.makeApp(.library)
    let library = try #require(app.appInstance(of: LibraryModel.self))
    for _ in 1...2 { recorder.turn { library.model.eventSubject.send(.visitButtonWasTapped) } }
    let visits = app.instances.compactMap { $0 as? ScreenInstance<VisitViewModel> }
    #expect(visits.allSatisfy { $0.opener == nil })
    for visit in visits { recorder.turn { visit.model.eventSubject.send(.enterButtonWasTapped) } }
    #expect(app.instances.map(\.id) == ["app", "visit-1", "visit-2", "entrance-3"])
    scheduler.advance(by: .seconds(180))
    let entrance = try #require(app.instances.last as? ScreenInstance<EntranceViewModel>)
    recorder.turn { entrance.model.eventSubject.send(.nameChanged("Ada")) }
    recorder.turn { entrance.model.eventSubject.send(.enterButtonWasTapped) }
    for visit in visits { #expect(visit.state == VisitState(reader: "Ada", minutes: 3, message: "Welcome, Ada.")) }
    for visit in visits { recorder.turn { visit.close() } }
    scheduler.advance(by: .seconds(180))
    recorder.end()
    let replay = Replay(try Recording(Array(lines.text.utf8)), .library, threadTimeout: .seconds(600))
    #expect(await replay.run()?.message == nil, "\(lines.text)")
  }

  @Test func `a link leads to a book, and back`() throws {
    let app = AppCore(TestWorld().environment, .library)
    #expect(try app.host.open(link: "https://library.example/books/7").name == "book")
    #expect(app.links.link(to: .book, BookParameters(id: 7)) == "/books/7")
    #expect(throws: AppCommandError.self) { try app.host.open(link: "/books/seven") }
  }
}
