public import Dispatch
import Formatting
public import Foundation
import Models
public import Services
public import Streams
public import StreamsExtras
public import StreamsTesting
public import ViewModels

extension AppEnvironment {
  /// An environment without chance: a fixed date, the formats of the United States in UTC, and random numbers from a
  /// seed. Answers arrive when the test advances the scheduler.
  ///
  ///     let scheduler = TestScheduler()
  ///     let model = BalanceViewModel(.test(scheduler: scheduler))
  ///     model.eventSubject.send(.viewDidAppear)
  ///     scheduler.advance()
  ///     #expect(model.state.valueText == "$1,234.56")
  ///
  /// - Parameters:
  ///   - backend: The services; by default a bank, a shop and a school in memory, which never fail.
  ///   - scheduler: Takes the place of the main queue.
  ///   - now: The clock; by default it stands still at ``Foundation/Date/fixed``.
  ///   - timeZone: The time zone of the formats.
  ///   - seed: The seed of the random numbers.
  ///   - notificationCenter: The centre on which publications are announced.
  ///   - dayChanges: Publishes when the calendar day has changed; by default it never does. With `nil`, a repeating timer
  ///     on the scheduler watches the clock, as in a running program.
  public static func test(
    backend: Backend = .mock(world: .test()), scheduler: TestScheduler = TestScheduler(),
    now: @escaping @Sendable () -> Date = { .fixed }, timeZone: TimeZone = .gmt, seed: UInt64 = 0,
    notificationCenter: NotificationCenter = NotificationCenter(),
    dayChanges: AnyPublisher<Void, Never>? = Empty().eraseToAnyPublisher()
  ) -> AppEnvironment {
    AppEnvironment(
      backend: backend, main: scheduler.mainQueue, now: now,
      formats: Formats(locale: Locale(identifier: "en_US"), timeZone: timeZone, now: now),
      random: RandomSource(SeededGenerator(seed: seed)), notificationCenter: notificationCenter, dayChanges: dayChanges)
  }
}

/// Stub services and virtual time, with the environment that consists of them.
///
///     let world = TestWorld()
///     let model = ProductViewModel(id: "wand", world.environment)
///     model.eventSubject.send(.viewDidAppear)
///     world.services.products.last.fail(.timeout)
///     world.scheduler.advance()
///     #expect(!model.state.retryButtonHidden)
public struct TestWorld {
  /// Services that the test answers.
  public let services = StubServices()
  /// Takes the place of the main queue.
  public let scheduler = TestScheduler()
  /// The centre on which publications are announced.
  public let notificationCenter = NotificationCenter()
  /// Publishes when the test changes the calendar day.
  public let dayChanges = PassthroughSubject<Void, Never>()
  /// The environment of the view models.
  public let environment: AppEnvironment

  /// Creates a world in which nothing has happened yet.
  public init() {
    environment = .test(
      backend: Backend(services), scheduler: scheduler, notificationCenter: notificationCenter,
      dayChanges: dayChanges.eraseToAnyPublisher())
  }
}

extension TestScheduler {
  /// This scheduler in place of the main queue.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(self, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000)))
  }
}

extension MockWorld {
  /// A world whose clock stands still, and whose random numbers come from a seed.
  ///
  ///     let failing = Backend.mock(world: .test(), failures: try MockFailures(parsing: "purchase:1:lost"))
  public static func test(now: @escaping @Sendable () -> Date = { .fixed }, seed: UInt64 = 0) -> MockWorld {
    MockWorld(now: now, random: SeededGenerator(seed: seed))
  }
}

extension Date {
  /// Friday, 20 November 2026, 15:04:05 UTC.
  public static let fixed = Date(timeIntervalSince1970: 1_795_187_045)
}
