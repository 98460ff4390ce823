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
  /// What happened to the application last, and what happens next.
  public let application = CurrentValueSubject<ApplicationEvent, Never>(.didBecomeActive)

  /// An environment; all but the backend and the main scheduler has a default for real use.
  public init(
    backend: Backend,
    main: any Scheduler,
    now: @escaping @Sendable () -> Date = { Date() },
    formats: Formats? = nil,
    random: RandomSource = RandomSource(SystemRandomNumberGenerator()),
    notificationCenter: NotificationCenter = .default,
    featuredProduct: ProductID = "wand"
  ) {
    self.backend = backend
    self.main = main
    self.now = now
    self.formats = formats ?? Formats(now: now)
    self.random = random
    self.notificationCenter = notificationCenter
    self.featuredProduct = featuredProduct
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
