import Dispatch
import Foundation
import Models
import Recording
import Services
import StreamsExtras
import StreamsTesting
import ViewModels

/// A recorded session in virtual time. The clock starts on 22 November 2026 at 15:04:05 GMT.
@MainActor final class RecordedSession {
  nonisolated static let date = Date(timeIntervalSince1970: 1_795_359_845)

  let app: AppCore
  let recorder: Recorder
  let scheduler = TestScheduler()
  private let lines = Lines()

  @MainActor private final class Lines {
    var text = ""
  }

  /// A session with a mock, or with a backend that stands for a server.
  init(
    _ mock: SessionConfiguration.Mock = .init(), screens: [AnyScreen] = AppCore.screens,
    definition: AppDefinition? = nil, storage: Storage? = nil, localization: AppLocalization = .english,
    server: ((AnySchedulerOf<DispatchQueue>) -> Backend)? = nil
  ) {
    let lines = lines
    let scheduler = scheduler
    let start = scheduler.now
    let main = AnySchedulerOf<DispatchQueue>(scheduler, startingAt: .init(.now()))
    recorder = Recorder(
      SessionConfiguration(
        front: "test 1.0", mock: server == nil ? mock : nil, seed: 7, timeZone: .gmt,
        localization: localization, hasStorage: storage != nil), main: main,
      clock: { Self.date + Double(start.distance(to: scheduler.now).magnitude) / 1e9 },
      write: { lines.text += String(decoding: $0, as: UTF8.self) })
    var ownDefinition = AppDefinition.tributary
    ownDefinition.screens = screens
    app = recorder.makeApp(definition ?? ownDefinition, server: server?(main), storage: storage)
  }

  /// A session with a world behind a server that takes 70 ms.
  static func withServer() -> RecordedSession {
    RecordedSession(server: { main in
      Backend.mock(
        world: MockWorld(now: { date }, random: SeededGenerator(seed: 1)), latency: .milliseconds(70), scheduler: main)
    })
  }

  /// A session with a server that answers every request with an error.
  static func withServer(failing error: ServiceError) -> RecordedSession {
    RecordedSession(server: { _ in .mock().wrapped { _, _ in Fail(error: error).eraseToAnyPublisher() } })
  }

  var recording: String { lines.text }

  /// The lines whose first member has this name.
  func lines(_ name: String) -> [Substring] { recording.split(separator: "\n").filter { $0.hasPrefix("{\"\(name)\"") } }

  /// Opens a screen, which appears.
  func open<Model: ViewModel>(_ screen: Screen<Model>) -> ScreenInstance<Model>
  where Model.Parameters: OptionalParameters {
    recorder.turn {
      let instance = app.open(screen)
      instance.viewDidAppear()
      return instance
    }
  }

  func send<Model: ViewModel>(_ event: Model.Event, to instance: ScreenInstance<Model>) {
    recorder.turn { instance.model.eventSubject.send(event) }
  }

  func send(_ event: ApplicationEvent) { recorder.turn { app.send(event) } }

  /// Sends an event, and waits for the disk and for all that follows without time passing.
  func sendAndFlush<Model: ViewModel>(_ event: Model.Event, to instance: ScreenInstance<Model>) {
    send(event, to: instance)
    for _ in 1...2 {
      app.environment.storage.flush()
      scheduler.advance()
    }
  }

  /// Lets time pass.
  func wait(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

  /// The first difference of a replay of the recording so far.
  func replay() async throws -> Replay.Difference? { try await difference(in: recording) }
}

/// The first difference of a replay of a recording.
@MainActor func difference(in recording: String) async throws -> Replay.Difference? {
  await Replay(try Recording(Array(recording.utf8)), .tributary).run()
}

/// The text of a file beside the tests.
func fixture(_ name: String) throws -> String {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return try String(contentsOf: folder.appendingPathComponent("Fixtures/\(name)"), encoding: .utf8)
}
