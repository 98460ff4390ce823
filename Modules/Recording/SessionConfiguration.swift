public import Dispatch
public import Foundation
import JSON
import Models
public import Services
import Streams
public import StreamsExtras
public import ViewModels

/// What a session starts with: the front, the backend, and whatever makes it repeatable. A recording begins with it.
///
///     let configuration = SessionConfiguration(front: "my-front 1.0", mock: .init(latency: 300), seed: 7)
///     let app = configuration.makeApp()
public struct SessionConfiguration: Equatable, Sendable {
  /// The version of the recordings that this module writes and reads.
  public static let recordingVersion = 3

  /// The name and the version of the front.
  public var front: String
  /// The mock behind the session; `nil` for a server, whose answers a recording contains.
  public var mock: Mock?
  /// The seed of the random numbers; `nil` for the system's.
  public var seed: UInt64?
  /// The date at which the clock stands still; `nil` for the system's clock. Timers run in both cases.
  public var date: Date?
  /// The zone in which dates are written; `nil` for the system's, which is read when the app is made.
  public var timeZone: TimeZone?

  /// The options of a mock.
  public struct Mock: Equatable, Sendable {
    /// How long an answer takes, in milliseconds.
    public var latency: Int
    /// Which calls fail.
    public var failures: MockFailures

    /// A mock; by default it answers at once and nothing fails.
    public init(latency: Int = 0, failures: MockFailures = []) {
      self.latency = latency
      self.failures = failures
    }
  }

  /// A configuration; by default with a mock, and with the system's random numbers, clock and time zone.
  public init(
    front: String, mock: Mock? = Mock(), seed: UInt64? = nil, date: Date? = nil, timeZone: TimeZone? = nil
  ) {
    self.front = front
    self.mock = mock
    self.seed = seed
    self.date = date
    self.timeZone = timeZone
  }

  /// The configuration with a zone that a recording can name.
  var withFixedTimeZone: SessionConfiguration {
    var copy = self
    copy.timeZone = TimeZone(identifier: (timeZone ?? .current).identifier) ?? .gmt
    return copy
  }

  /// Makes the app of a session that is not recorded.
  ///
  /// - Parameters:
  ///   - server: the backend of a configuration without a mock.
  ///   - main: the main scheduler.
  ///   - screens: the screens that can be opened by name.
  @MainActor public func makeApp(
    server: Backend? = nil, main: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler(),
    screens: [AnyScreen] = AppCore.screens
  ) -> AppCore {
    let date = date
    return AppCore(environment(server: server, main: main, now: { date ?? Date() }), screens: screens)
  }

  /// The environment of an app; the same for a session, its recording and its replay.
  func environment(
    server: Backend?, main: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date
  ) -> AppEnvironment {
    var backend = server ?? Backend.mock()
    if let mock {
      // The world has a generator of its own, so that its draws and those of the app do not affect each other.
      let world = seed.map { MockWorld(now: now, random: SeededGenerator(seed: ~$0)) } ?? MockWorld(now: now)
      backend = .mock(world: world, latency: mock.latency, failures: mock.failures, scheduler: main)
    }
    return AppEnvironment(
      backend: backend, main: main, now: now, formats: .init(timeZone: timeZone ?? .current, now: now),
      random: RandomSource(seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator()),
      notificationCenter: NotificationCenter())
  }
}

// MARK: - As the first line of a recording

extension SessionConfiguration {
  // A server's address is not written: a replay needs none, and it may contain a password.
  private struct Header: Decodable {
    var recording: Int
    var front: String
    var backend: String
    var latency: Int?
    var fail: String?
    var seed: String
    var timeZone: String
  }

  var header: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("backend", mock == nil ? "server" : "mock")
      if let mock { $0.member("fail", mock.failures.description) }
      $0.member("front", front)
      if let latency = mock?.latency { $0.member("latency", latency) }
      $0.member("recording", Self.recordingVersion)
      $0.member("seed", String(seed ?? 0, radix: 16))
      $0.member("timeZone", (timeZone ?? .current).identifier)
    }
    return writer.bytes
  }

  init(header bytes: ArraySlice<UInt8>) throws(RecordingError) {
    guard let text = try? JSONText(scanning: bytes), let version = text["recording"], version.isInteger else {
      throw .notARecording
    }
    guard version.integer() == Self.recordingVersion else { throw .otherVersion }
    guard let header = try? JSONDecoder().decode(Header.self, from: Data(text.bytes)),
      let seed = UInt64(header.seed, radix: 16), ["mock", "server"].contains(header.backend)
    else { throw .damaged(line: 1) }
    guard let timeZone = TimeZone(identifier: header.timeZone) else { throw .unknownTimeZone }
    var mock: Mock?
    if header.backend == "mock" {
      let list = header.fail ?? ""
      guard let failures = list.isEmpty ? [] : try? MockFailures(parsing: list) else { throw .damaged(line: 1) }
      mock = Mock(latency: header.latency ?? 0, failures: failures)
    }
    self.init(front: header.front, mock: mock, seed: seed, timeZone: timeZone)
  }
}
