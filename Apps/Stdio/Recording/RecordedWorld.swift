import Dispatch
import Foundation
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
      let world = MockWorld(now: now, random: SeededGenerator(~header.seed))
      return .mock(world: world, latency: mock.latency ?? 0, failures: mock.failures, scheduler: main)
    }
  }

  /// What the app takes from outside.
  func environment(_ backend: Backend, main: AnySchedulerOf<DispatchQueue>) -> AppEnvironment {
    AppEnvironment(
      backend: backend, main: main, now: now, formats: .init(timeZone: header.timeZone, now: now),
      random: RandomSource(SeededGenerator(header.seed)), notificationCenter: NotificationCenter())
  }
}

/// A source of chance whose numbers come from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The source of a seed.
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
