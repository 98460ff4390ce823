public import Dispatch
public import Formatting
public import Foundation
public import Models
public import Services
public import Streams
public import StreamsExtras

/// Everything that the view models take from outside: services, time, randomness and threads.
public struct AppEnvironment {
  /// The services.
  public var backend: Backend
  /// The scheduler on which answers arrive. Its work runs on the main actor, as that of `DispatchQueue.main` does.
  public var main: AnySchedulerOf<DispatchQueue>
  /// The clock with which screens date what they do.
  public var now: @Sendable () -> Date
  /// How money and dates are written.
  public var formats: Formats
  /// The source of randomness, shared by all screens.
  public var random: RandomSource
  /// The centre on which publications are announced.
  public var notificationCenter: NotificationCenter
  /// The product that the product screen shows by default.
  public var featuredProduct: ProductID
  /// Publishes on the main scheduler each time the calendar day has changed, so that a text with "Today" is written
  /// again.
  public var dayChanges: AnyPublisher<Void, Never>
  /// The last application event and every later one.
  public let application = CurrentValueSubject<ApplicationEvent, Never>(.didBecomeActive)
  /// The keys of requests without a definite answer.
  let idempotencyKeys = IdempotencyKeys()

  /// Creates an environment. ``live(backend:)`` is the usual way to make one; `AppTesting` has one for tests.
  ///
  /// - Parameters:
  ///   - backend: The services.
  ///   - main: The scheduler on which answers arrive.
  ///   - now: The clock.
  ///   - formats: How money and dates are written; by default as in the United States, in the current time zone.
  ///   - random: The source of randomness.
  ///   - notificationCenter: The centre on which publications are announced.
  ///   - featuredProduct: The product that the product screen shows by default.
  ///   - dayChanges: Publishes when the calendar day has changed. By default, a timer on `main` watches the clock of
  ///     `formats` while a screen with a date is open; it makes no screen busy. The timer repeats, so a test that runs
  ///     its scheduler until it is idle passes an `Empty` or a subject.
  public init(
    backend: Backend,
    main: AnySchedulerOf<DispatchQueue>,
    now: @escaping @Sendable () -> Date = { Date() },
    formats: Formats? = nil,
    random: RandomSource = RandomSource(SystemRandomNumberGenerator()),
    notificationCenter: NotificationCenter = .default,
    featuredProduct: ProductID = "wand",
    dayChanges: AnyPublisher<Void, Never>? = nil
  ) {
    self.backend = backend
    self.main = main
    self.now = now
    let formats = formats ?? Formats(now: now)
    self.formats = formats
    self.random = random
    self.notificationCenter = notificationCenter
    self.featuredProduct = featuredProduct
    self.dayChanges = dayChanges ?? DayTimer.changes(formats.date, main: main, application: application)
  }

  /// The environment of a running program: the main queue, the system's clock and the system's randomness.
  ///
  ///     let app = AppCore(.live(backend: .mock()))
  public static func live(backend: Backend) -> AppEnvironment {
    AppEnvironment(backend: backend, main: DispatchQueue.main.eraseToAnyScheduler())
  }
}

/// A shared source of randomness: each number that is drawn changes the next one for every user.
public final class RandomSource: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  /// Shares a generator.
  public init(_ generator: any RandomNumberGenerator) {
    self.generator = generator
  }

  public func next() -> UInt64 {
    generator.next()
  }
}
