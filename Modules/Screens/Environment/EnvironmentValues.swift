import Descriptions
public import Dispatch
public import Foundation
public import Requests
public import Streams
public import StreamsExtras

// The values that any app needs.
extension AppEnvironment {
  /// The scheduler on which answers arrive. Its work runs on the main actor, as that of `DispatchQueue.main` does.
  public var main: AnySchedulerOf<DispatchQueue> {
    get { self[MainKey.self] }
    set { self[MainKey.self] = newValue }
  }

  /// The clock with which screens date what they do.
  public var now: @Sendable () -> Date {
    get { self[NowKey.self] }
    set { self[NowKey.self] = newValue }
  }

  /// The source of randomness, shared by all screens.
  public var random: RandomSource {
    get { self[RandomKey.self] }
    set { self[RandomKey.self] = newValue }
  }

  /// The calendar that decides when a day begins and how dates are written; by default the Gregorian one, in the current
  /// time zone.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone of the calendar.
  public var timeZone: TimeZone {
    get { calendar.timeZone }
    set { calendar.timeZone = newValue }
  }

  /// Publishes on the main scheduler each time the calendar day has changed, so that a text with "Today" is written
  /// again.
  ///
  /// By default, a timer on ``main`` watches the clock while there is a subscriber; it makes no screen busy. The timer
  /// repeats, so a test that runs its scheduler until it is idle sets an `Empty` or a subject.
  public var dayChanges: AnyPublisher<Void, Never> {
    get { self[DayChangesKey.self] }
    set { self[DayChangesKey.self] = newValue }
  }
}

enum MainKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> AnySchedulerOf<DispatchQueue> { .main }
}

enum NowKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> @Sendable () -> Date { { Date() } }
}

private enum RandomKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> RandomSource { RandomSource(SystemRandomNumberGenerator()) }
}

private enum CalendarKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return calendar
  }
}

private enum DayChangesKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> AnyPublisher<Void, Never> {
    DayTimer.changes(environment)
  }
}

// MARK: - What is shown

extension AppEnvironment {
  /// The schemes of the links that fronts open, in small letters; by default `http`, `https` and `mailto`.
  public var linkSchemes: Set<String> {
    get { self[LinkSchemesKey.self] }
    set { self[LinkSchemesKey.self] = newValue }
  }

  /// Where the pictures come from that fronts show; by default there are none, and fronts show their words.
  public var pictures: PictureSource {
    get { self[PicturesKey.self] }
    set { self[PicturesKey.self] = newValue }
  }

  /// Whether the application has the user's attention.
  public var isActive: Bool { application.value == .didBecomeActive }

  /// Publishes when a state has to be made again although nothing has happened to its screen: the application has gained
  /// or lost the user's attention, the language or the locale is another one, or the calendar day has changed.
  public var presentationChanges: AnyPublisher<Void, Never> {
    application.dropFirst().map { _ in }.merge(with: localization.dropFirst().map { _ in }, dayChanges)
      .eraseToAnyPublisher()
  }
}

private enum PicturesKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> PictureSource { .none }
}

private enum LinkSchemesKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> Set<String> { Link.commonSchemes }
}
