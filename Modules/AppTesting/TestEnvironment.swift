public import Dispatch
public import Foundation
public import Requests
public import Screens
public import Streams
public import StreamsExtras
public import StreamsTesting

extension AppEnvironment {
  /// An environment without chance: a fixed date, the Gregorian calendar in UTC, and random numbers from a seed. Answers
  /// arrive when the test advances the scheduler.
  ///
  ///     let scheduler = TestScheduler()
  ///     let backend = Backend.handlers([ServiceHandler(.books) { _ in ["Emma"] }])
  ///     let model = ShelfViewModel(.test(backend: backend.backend, scheduler: scheduler))
  ///     model.eventSubject.send(.viewDidAppear)
  ///     scheduler.advance()
  ///     #expect(model.state.titles == ["Emma"])
  ///
  /// - Parameters:
  ///   - backend: Answers the requests of services; by default every request fails.
  ///   - scheduler: Takes the place of the main queue.
  ///   - now: The clock; by default it stands still at ``Foundation/Date/fixed``.
  ///   - timeZone: The time zone of dates.
  ///   - seed: The seed of the random numbers.
  ///   - dayChanges: Publishes when the calendar day has changed; by default it never does. With `nil`, a repeating timer
  ///     on the scheduler watches the clock, as in a running program.
  public static func test(
    backend: Backend = .handlers([]), scheduler: TestScheduler = TestScheduler(),
    now: @escaping @Sendable () -> Date = { .fixed }, timeZone: TimeZone = .gmt, seed: UInt64 = 0,
    dayChanges: AnyPublisher<Void, Never>? = Empty().eraseToAnyPublisher()
  ) -> AppEnvironment {
    var environment = AppEnvironment(
      main: scheduler.mainQueue, now: now, random: RandomSource(SeededGenerator(seed: seed)))
    environment.backend = backend
    environment.timeZone = timeZone
    if let dayChanges { environment.dayChanges = dayChanges }
    return environment
  }
}

/// A backend and a front that the test answers, virtual time, and the environment that consists of them.
///
///     let world = TestWorld()
///     let model = ShelfViewModel(world.environment)
///     model.eventSubject.send(.viewDidAppear)
///     world.backend.last(.books).fail(.timeout)
///     world.scheduler.advance()
///     #expect(!model.state.retryButtonHidden)
public struct TestWorld {
  /// Answers requests as the test says.
  public let backend: ScriptedBackend
  /// Answers questions to the front as the test says.
  public let front = ScriptedFront()
  /// Takes the place of the main queue.
  public let scheduler = TestScheduler()
  /// Publishes when the test changes the calendar day.
  public let dayChanges = PassthroughSubject<Void, Never>()
  private let session: ServerCredentials?
  /// The environment of the view models.
  public var environment: AppEnvironment

  /// Creates a world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - feeds: The names of the feeds that the backend offers to an app that asks before it follows them.
  ///   - catalogs: The catalogues of the app, which have the plurals of its texts; see `AppDefinition.catalogs`.
  ///   - account: The account that is signed in. A call that fails with the status 401 ends the session then: it waits, and is made again when the
  ///     person has signed in (`AppEnvironment.renewSession(presenting:)`).
  ///
  ///         let world = TestWorld(account: "Ada")
  ///         // …
  ///         world.backend.last(.orders).fail(.status(401))
  public init(offering feeds: [String] = [], catalogs: [StringCatalog] = [], account: String? = nil) {
    session = account.map { _ in ServerCredentials(for: URL(string: "https://test.example")!) }
    backend = ScriptedBackend(offering: feeds, session: session)
    environment = .test(backend: backend.backend, scheduler: scheduler, dayChanges: dayChanges.eraseToAnyPublisher())
    environment.frontChannel = front
    environment.catalogs = catalogs
    if let account { signIn(account) }
  }

  /// Signs a person in, as the answer to a sign-in does: what waits is asked again.
  public func signIn(_ account: String) {
    session?.setSession(ServerSession(account: account, token: BearerToken("token"))) { _ in }
    environment.account = account
  }
}

extension TestScheduler {
  /// This scheduler in place of the main queue.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(self, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000)))
  }
}

extension Date {
  /// Friday, 20 November 2026, 15:04:05 UTC.
  public static let fixed = Date(timeIntervalSince1970: 1_795_187_045)
}
