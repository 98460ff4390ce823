public import Foundation
import Models

extension AppCore {
  /// The screens of this package. Fronts that open screens by name offer a screen as soon as it is in this list.
  public nonisolated static let screens: [AnyScreen] = [
    AnyScreen(.balance),
    AnyScreen(.product),
    AnyScreen(.registration),
    AnyScreen(.terms),
    AnyScreen(.blog),
    AnyScreen(.counter),
  ]

  /// Creates an app with the screens of this package, none of which is open.
  ///
  ///     let app = AppCore(.live(backend: .mock()))
  ///
  /// - Parameter environment: The surroundings of the screens.
  public convenience init(_ environment: AppEnvironment) {
    self.init(environment, AppDefinition(screens: Self.screens, catalogs: [AppWords.catalog]))
  }
}

extension AppDefinition {
  /// The app of this package: its screens, a bank, a shop and a school in memory, and a server of `openapi.yaml`.
  public static let tributary = AppDefinition(
    screens: AppCore.screens,
    mock: { context in .handlers(MockWorld(now: context.now, random: context.random).handlers) },
    server: { .http($0) }, catalogs: [AppWords.catalog], optionalServices: [ServiceDescription(.balanceChanges)])
}

// MARK: - Values of the environment

extension AppEnvironment {
  /// How money and dates are written; by default as in the app's language and locale, with the environment's clock and time
  /// zone. Setting it sets the ``calendar``, too, so that the day changes when the dates say so.
  public var formats: Formats {
    get {
      switch self[FormatsKey.self] {
      case .own(let formats): formats
      case .current(let formats): formats.formats(localization.value, words)
      }
    }
    set {
      self[FormatsKey.self] = .own(newValue)
      calendar = newValue.calendar
    }
  }

  /// The centre on which publications are announced; by default, one of the environment's own.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }

  /// The product that the product screen shows by default.
  public var featuredProduct: ProductID {
    get { self[FeaturedProductKey.self] }
    set { self[FeaturedProductKey.self] = newValue }
  }
}

private enum FormatsKey: AppEnvironmentKey {
  enum Value {
    /// Those that were set.
    case own(Formats)
    /// Those of the app's language and locale.
    case current(CurrentFormats)
  }

  static func defaultValue(in environment: AppEnvironment) -> Value {
    .current(CurrentFormats(environment.calendar, environment.timeZone, environment.now))
  }
}

/// The formats of the current language and locale, made once for each change.
private final class CurrentFormats {
  private let calendar: Calendar
  private let timeZone: TimeZone
  private let now: @Sendable () -> Date
  private var made: (localization: AppLocalization, formats: Formats)?

  init(_ calendar: Calendar, _ timeZone: TimeZone, _ now: @escaping @Sendable () -> Date) {
    self.calendar = calendar
    self.timeZone = timeZone
    self.now = now
  }

  func formats(_ localization: AppLocalization, _ words: @autoclosure () -> Words) -> Formats {
    if let made, made.localization == localization { return made.formats }
    let formats = Formats(
      locale: localization.locale, calendar: calendar, timeZone: timeZone, words: words(), now: now)
    made = (localization, formats)
    return formats
  }
}

private enum NotificationCenterKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> NotificationCenter { NotificationCenter() }
}

private enum FeaturedProductKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> ProductID { "wand" }
}
