import Dispatch
import Foundation
import Models
import Services
import StandardIO
import Streams
import StreamsExtras
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
  init(_ script: String, failures: MockFailures = []) async {
    await self.init(script, .fixed(Backend(MockServices(world: .fixed(), failures: failures))))
  }

  /// Plays a script with a backend that answers on any thread.
  init(_ script: String, backend: Backend) async {
    await self.init(script, .fixed(backend, main: DispatchQueue.main.eraseToAnyScheduler()))
  }

  private init(_ script: String, _ environment: AppEnvironment) async {
    let transcript = Transcript(script)
    let front = TextFront(
      ConsoleApp(core: AppCore(environment)), input: LineReader(transcript), display: Display(transcript, style: .plain)
    )
    await front.run()
    (text, output, hasFailed) = (transcript.text, transcript.output, front.hasFailed)
  }
}

/// A random number generator that always gives the same numbers, each of them different.
struct Counting: RandomNumberGenerator, Sendable {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count += 1
    return count &* 0x2545_F491_4F6C_DD1D
  }
}

extension Date {
  /// Friday, 20 November 2026, 15:04:05 UTC.
  static let fixed = Date(timeIntervalSince1970: 1_795_187_045)
}

extension MockWorld {
  static func fixed() -> MockWorld {
    MockWorld(now: { .fixed }, random: Counting())
  }
}

extension AppEnvironment {
  /// An environment without chance, whose clock stands still.
  ///
  /// - Parameter main: where answers arrive. The default takes work from the main actor alone.
  @MainActor static func fixed(
    _ backend: Backend, main: AnySchedulerOf<DispatchQueue> = HurryingScheduler().eraseToAnyScheduler()
  ) -> AppEnvironment {
    AppEnvironment(
      backend: backend, main: main, now: { .fixed },
      formats: .some(.init(locale: Locale(identifier: "en_US"), timeZone: .gmt, now: { .fixed })),
      random: RandomSource(Counting()), notificationCenter: NotificationCenter(),
      dayChanges: Empty().eraseToAnyPublisher())
  }
}
