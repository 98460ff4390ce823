public import Dispatch
public import Foundation
import JSON
import Outbox
public import Requests
public import Screens
import Streams
public import StreamsExtras

/// What a session starts with: the front, the backend, and whatever makes it repeatable. A recording begins with it.
///
///     let configuration = SessionConfiguration(front: "my-front 1.0", mock: .init(latency: .milliseconds(300)), seed: 7)
///     let app = configuration.makeApp(.library)
public struct SessionConfiguration: Equatable, Sendable {
  /// The version of the recordings that this module writes and reads.
  public static let recordingVersion = 7

  /// The name and the version of the front.
  public var front: String
  /// The mock behind the session; `nil` for a server.
  public var mock: Mock?
  /// The seed of the random numbers; `nil` for the system's.
  public var seed: UInt64?
  /// The date at which the clock stands still; `nil` for the system's clock. Timers run in both cases.
  public var date: Date?
  /// The zone in which dates are written; `nil` for the system's, which is read when the app is made.
  public var timeZone: TimeZone?
  /// The language of the texts, and the locale of numbers and dates, at the start.
  public var localization: AppLocalization
  /// Whether values outlive the session, such as idempotency keys.
  public var hasStorage: Bool

  /// The options of a mock.
  public struct Mock: Equatable, Sendable {
    /// How long an answer takes.
    public var latency: Duration
    /// Which requests fail.
    public var failures: RequestFailures

    /// A mock; by default it answers at once and nothing fails.
    public init(latency: Duration = .zero, failures: RequestFailures = []) {
      self.latency = latency
      self.failures = failures
    }
  }

  /// A configuration; by default with a mock, and with the system's random numbers, clock and time zone.
  public init(
    front: String, mock: Mock? = Mock(), seed: UInt64? = nil, date: Date? = nil, timeZone: TimeZone? = nil,
    localization: AppLocalization = .english, hasStorage: Bool = false
  ) {
    self.front = front
    self.mock = mock
    self.seed = seed
    self.date = date
    self.timeZone = timeZone
    self.localization = localization
    self.hasStorage = hasStorage
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
  ///   - definition: the app.
  ///   - server: the backend of a configuration without a mock.
  ///   - storage: the values that outlive the session.
  ///   - main: the main scheduler.
  @MainActor public func makeApp(
    _ definition: AppDefinition, server: Backend? = nil, storage: Storage? = nil,
    main: AnySchedulerOf<DispatchQueue> = .main
  ) -> AppCore {
    let makeApp = makeApps(definition, server: server, storage: storage, main: main)
    return makeApp { $0 }
  }

  /// Makes a closure that makes an app for each client of a program with several. The apps share the backend, the stored
  /// values, the account, the idempotency keys and the random numbers. Screens, and whether the app is active, belong to each.
  ///
  /// The closure takes another one, which may put a backend of the client's before the shared one.
  ///
  /// - Parameters:
  ///   - definition: the app.
  ///   - server: the backend of a configuration without a mock.
  ///   - storage: the values that outlive the session.
  ///   - main: the main scheduler.
  @MainActor public func makeApps(
    _ definition: AppDefinition, server: Backend? = nil, storage: Storage? = nil,
    main: AnySchedulerOf<DispatchQueue> = .main
  ) -> @MainActor (_ wrap: (Backend) -> Backend) -> AppCore {
    let date = date
    // Without a date, keys grow old by a clock that nothing sets.
    let fixed: (@Sendable () -> Date)?
    if let date { fixed = { date } } else { fixed = nil }
    let now: @Sendable () -> Date = fixed ?? { Date() }
    let backend = backend(definition, server: server, storage, main: main, now: now)
    let first = environment(definition, backend, storage, main: main, now: fixed)
    let (keys, random, account) = (first.idempotencyKeys, first.random, first.session)
    let storage = first.storage
    return { wrap in
      AppCore(
        environment(
          definition, wrap(backend), storage, keys: keys, random: random, account: account, main: main, now: fixed),
        definition)
    }
  }

  /// The mock with its failures and its latency, or the server.
  func backend(
    _ definition: AppDefinition, server: Backend?, _ storage: Storage?, main: AnySchedulerOf<DispatchQueue>,
    now: @escaping @Sendable () -> Date
  ) -> Backend {
    guard let mock else { return server ?? .handlers([]) }
    // The mock has a generator of its own, so that its draws and those of the app do not affect each other.
    let random: any RandomNumberGenerator & Sendable =
      seed.map { SeededGenerator(seed: ~$0) } ?? SystemRandomNumberGenerator()
    let context = AppDefinition.MockContext(
      now: now, random: random, scheduler: main, storage: storage ?? Storage())
    return definition.mock(context)
      .wrapped(FaultInjector(latency: mock.latency, failures: mock.failures, scheduler: main).intercept)
  }

  /// The environment of an app; the same for a session, its recording and its replay.
  func environment(
    _ definition: AppDefinition, _ backend: Backend, _ storage: Storage?, keys: IdempotencyKeys? = nil,
    feedRecorder: (any FeedRecorder)? = nil, random: RandomSource? = nil,
    account: AccountSession? = nil, outbox: OutboxWiring? = nil,
    main: AnySchedulerOf<DispatchQueue>, now: (@Sendable () -> Date)?
  ) -> AppEnvironment {
    let generator: any RandomNumberGenerator = seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator()
    var environment = AppEnvironment(main: main, now: now, random: random ?? RandomSource(generator))
    environment.backend = backend
    environment.isMock = mock != nil
    environment.feedRecorder = feedRecorder
    environment.outboxWiring = outbox
    if let storage { environment.storage = storage }
    if let keys { environment.idempotencyKeys = keys }
    if let account { environment.session = account }
    environment.timeZone = timeZone ?? .current
    environment.localization.value = localization
    definition.prepare(&environment)
    return environment
  }
}

// MARK: - As the first line of a recording

extension SessionConfiguration {
  // A server's address is not written: a replay needs none, and it may contain a password.
  var header: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("backend", mock == nil ? "server" : "mock")
      if let mock { $0.member("fail", mock.failures.description) }
      $0.member("front", front)
      if localization != .english { $0.member("language", localization.language.description) }
      if let latency = mock?.latency { $0.member("latency", Int(latency / .milliseconds(1))) }
      if localization != .english { $0.member("locale", localization.locale.identifier) }
      $0.member("recording", Self.recordingVersion)
      $0.member("seed", String(seed ?? 0, radix: 16))
      if hasStorage { $0.member("storage", true) }
      $0.member("timeZone", (timeZone ?? .current).identifier)
    }
    return writer.bytes
  }

  /// Reads the first line of a recording.
  static func read(header bytes: ArraySlice<UInt8>) throws(RecordingError) -> SessionConfiguration {
    guard let text = try? JSONText(scanning: bytes), let number = text["recording"], number.isInteger else {
      throw .notARecording
    }
    guard number.integer() == recordingVersion else { throw .otherVersion }
    guard let seed = text["seed"]?.string.flatMap({ UInt64($0, radix: 16) }), let front = text["front"]?.string,
      let backend = text["backend"]?.string, ["mock", "server"].contains(backend), let zone = text["timeZone"]?.string
    else { throw .damaged(line: 1) }
    guard let timeZone = TimeZone(identifier: zone) else { throw .unknownTimeZone }
    guard let localization = AppLocalization(language: text["language"]?.string, locale: text["locale"]?.string) else {
      throw .damaged(line: 1)
    }
    var mock: Mock?
    if backend == "mock" {
      guard let failures = try? RequestFailures(parsing: text["fail"]?.string ?? "") else { throw .damaged(line: 1) }
      let latency: Int = text["latency"]?.integer() ?? 0
      guard latency >= 0 else { throw .damaged(line: 1) }
      mock = Mock(latency: .milliseconds(latency), failures: failures)
    }
    let hasStorage = text["storage"]?.bool == true
    return SessionConfiguration(
      front: front, mock: mock, seed: seed, timeZone: timeZone, localization: localization, hasStorage: hasStorage)
  }
}
