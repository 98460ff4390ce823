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
    self.init(environment, screens: Self.screens)
  }
}

extension AppDefinition {
  /// The app of this package: its screens, a bank, a shop and a school in memory, and a server of `openapi.yaml`.
  public static let tributary = AppDefinition(
    screens: AppCore.screens,
    mock: { context in ServiceHandlers(MockWorld(now: context.now, random: context.random).handlers) },
    server: { .http($0) }, optionalServices: [ServiceDescription(.balanceChanges)])
}

// MARK: - Values of the environment

extension AppEnvironment {
  /// How money and dates are written; by default as in the United States, with the environment's clock and time zone.
  /// Setting it sets the ``calendar``, too, so that the day changes when the dates say so.
  public var formats: Formats {
    get { self[FormatsKey.self] }
    set {
      self[FormatsKey.self] = newValue
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
  static func defaultValue(in environment: AppEnvironment) -> Formats {
    Formats(calendar: environment.calendar, timeZone: environment.timeZone, now: environment.now)
  }
}

private enum NotificationCenterKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> NotificationCenter { NotificationCenter() }
}

private enum FeaturedProductKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> ProductID { "wand" }
}
