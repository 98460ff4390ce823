import Dispatch
import Foundation
import Locking
import Models
import Services
import Streams
import StreamsExtras
import Support
import ViewModels

@testable import Console

/// A whole session of the console as text: a world that never changes by itself, and everything that was written.
@MainActor struct Session {
  /// What was written.
  let output: String
  /// Whether a command failed.
  let hasFailed: Bool

  /// A session that a script drives, as if it came through a pipe.
  init(_ script: String, failures: MockFailures = []) async {
    await self.init(bytes: Array(script.utf8), failures: failures)
  }

  /// A session whose script is bytes.
  init(bytes: [UInt8], failures: MockFailures = []) async {
    await self.init(bytes: bytes, .fixed(Backend(MockServices(world: .fixed(), failures: failures))))
  }

  /// A session whose answers come from elsewhere, on any thread.
  init(_ script: String, backend: Backend) async {
    await self.init(bytes: Array(script.utf8), .fixed(backend, main: DispatchQueue.main.eraseToAnyScheduler()))
  }

  private init(bytes: [UInt8], _ environment: AppEnvironment) async {
    let output = Recorder()
    let front = ConsoleFront(
      AppCore(environment), input: LineReader(Script(bytes)), display: Display(output, style: .plain))
    await front.run()
    self.output = output.text
    hasFailed = front.hasFailed
  }
}

/// What was written, in memory.
@MainActor final class Recorder: TextOutput {
  private(set) var text = ""

  func write(_ text: String) {
    self.text += text
  }
}

/// Bytes that are all there.
final class Script: ByteSource {
  private let rest: LockedValue<[UInt8]>

  init(_ bytes: [UInt8]) {
    rest = LockedValue(bytes)
  }

  func read() -> [UInt8] {
    rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
  }
}

/// A source of chance without any: always the same numbers, and a different one each time.
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
  /// An environment in which nothing happens by chance, and no time passes.
  ///
  /// - Parameter main: where answers come back; the scheduler that hurries takes work from the main actor alone.
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
