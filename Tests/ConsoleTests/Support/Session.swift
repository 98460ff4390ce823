import AppTesting
import Services
import StandardIO
import Support
import TextUI
import ViewModels

@testable import Console

/// A session of the console through a pipe, in a world that changes only by commands.
@MainActor struct Session {
  /// The commands, each after `> ` and with what it printed below it.
  let text: String
  /// What was printed.
  let output: String
  /// Whether a command failed.
  let hasFailed: Bool

  /// Plays a script.
  init(_ script: String, failures: RequestFailures = [], _ localization: AppLocalization = .english) async {
    await self.init(script, backend: .mock(world: MockWorld(now: { .fixed }), failures: failures), localization)
  }

  /// Plays a script with a backend.
  init(_ script: String, backend: Backend, _ localization: AppLocalization = .english) async {
    let transcript = Transcript(script)
    let scheduler = TestScheduler()
    let environment = AppEnvironment.test(backend: backend, scheduler: scheduler)
    environment.localization.value = localization
    let app = ConsoleApp(core: AppCore(environment))
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    // NB: the front waits for the app, so the time passes beside it.
    let clock = Task {
      while !Task.isCancelled {
        scheduler.run()
        await Task.yield()
      }
    }
    await front.run()
    clock.cancel()
    (text, output, hasFailed) = (transcript.text, transcript.output, front.hasFailed)
  }
}
