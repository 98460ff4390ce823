public import Formatting
public import Foundation
public import Models
public import Services
public import Streams

/// Everything that the view models take from outside: nothing in them asks the machine for the time, for chance or for
/// a thread.
public struct Environment {
  /// The services.
  public var backend: Backend
  /// Where answers come back: a scheduler whose jobs run on the main actor, such as `DispatchQueue.main`.
  public var main: any Scheduler
  /// The clock of what a screen dates itself.
  public var now: @Sendable () -> Date
  /// How money and dates are written.
  public var formats: Formats
  /// The source of chance, one for all screens.
  public var random: RandomSource
  /// Where publications are announced.
  public var notificationCenter: NotificationCenter
  /// The product that the product screen shows if nobody names one.
  public var featuredProduct: ProductID
  /// Publishes, on the main scheduler, each time the calendar day has changed: screens then write texts that say "Today"
  /// again.
  public var dayChanges: AnyPublisher<Void, Never>
  /// What happened to the application last, and what happens next.
  public let application = CurrentValueSubject<ApplicationEvent, Never>(.didBecomeActive)
  /// The keys of the user's wishes that have no definite answer yet.
  let idempotencyKeys = IdempotencyKeys()

  /// An environment; all but the backend and the main scheduler has a default for real use.
  ///
  ///     let environment = Environment(backend: Backend(services), main: DispatchQueue.main)
  ///
  /// - Parameter dayChanges: publishes when the calendar day has changed. By default a timer on `main` watches the clock
  ///   of `formats` while a screen with a date is open; it makes no app busy. The timer repeats, so a test that runs its
  ///   scheduler until nothing is scheduled passes an `Empty` or a subject.
  public init(
    backend: Backend,
    main: any Scheduler,
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
}

/// A source of chance that is shared: who draws from it changes what the next one draws.
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
