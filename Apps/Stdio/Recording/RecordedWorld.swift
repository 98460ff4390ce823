import Dispatch
import Foundation
import Models
import Services
import Streams
import StreamsExtras
import ViewModels

/// The surroundings of an app that is recorded, or replayed: the same things happen in both.
struct RecordedWorld {
  /// What the session was started with.
  let header: RecordingHeader
  /// The time of day, which stands still during a turn.
  let now: @Sendable () -> Date

  /// The mock that the header describes; `nil` if the session was one with a server.
  func mock(main: AnySchedulerOf<DispatchQueue>) -> Backend? {
    header.mock.map { mock in
      // NB: the world draws from a source of its own, so that what a server draws and the app draws stay apart.
      let world = MockWorld(now: now, random: SeededGenerator(seed: ~header.seed))
      return .mock(world: world, latency: mock.latency ?? 0, failures: mock.failures, scheduler: main)
    }
  }

  /// What the app takes from outside.
  func environment(_ backend: Backend, main: AnySchedulerOf<DispatchQueue>) -> AppEnvironment {
    AppEnvironment(
      backend: backend, main: main, now: now, formats: .init(timeZone: header.timeZone, now: now),
      random: RandomSource(SeededGenerator(seed: header.seed)), notificationCenter: NotificationCenter())
  }
}
