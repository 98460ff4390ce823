public import Foundation

/// Formats a date relative to today: "Today at 3:04:05 PM", "Yesterday at 3:04:05 PM", otherwise
/// "11/20/26, 3:04:05 PM".
///
/// Days are those of the calendar in the time zone, also when daylight saving time begins or ends. A date later today is
/// "Today", because the clocks of two machines differ. The words are English, as all texts of the app; the locale decides
/// the digits and their order.
///
/// Foundation on Linux ignores `doesRelativeDateFormatting`.
public struct RelativeDateFormat: Sendable {
  private let styles: Styles

  private final class Styles: Sendable {
    let calendar: Calendar
    let now: @Sendable () -> Date
    let time: Date.FormatStyle
    let dateAndTime: Date.FormatStyle

    init(_ locale: Locale, _ calendar: Calendar, _ timeZone: TimeZone, _ now: @escaping @Sendable () -> Date) {
      var calendar = calendar
      calendar.locale = locale
      calendar.timeZone = timeZone
      self.calendar = calendar
      self.now = now
      let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
      time = style.hour().minute().second()
      dateAndTime = time.year(.twoDigits).month(.defaultDigits).day(.defaultDigits)
    }
  }

  /// Creates a format for a locale, with the days of a calendar in a time zone.
  ///
  /// - Parameters:
  ///   - locale: decides the form of times and dates.
  ///   - calendar: decides the form of dates.
  ///   - timeZone: decides when a day begins.
  ///   - now: the clock that decides which day is today. It is read once for each text.
  public init(
    locale: Locale = Locale(identifier: "en_US"),
    calendar: Calendar = Calendar(identifier: .gregorian),
    timeZone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    styles = Styles(locale, calendar, timeZone, now)
  }

  /// Formats a date.
  public func text(_ date: Date) -> String {
    let now = styles.now()
    if styles.calendar.isDate(date, inSameDayAs: now) {
      return "Today at " + date.formatted(styles.time).withPlainSpaces
    }
    if styles.calendar.isDate(date, inSameDayAs: lastMoment(before: now)) {
      return "Yesterday at " + date.formatted(styles.time).withPlainSpaces
    }
    return date.formatted(styles.dateAndTime).withPlainSpaces
  }

  /// The calendar whose days are "today" and "yesterday", with its time zone.
  public var calendar: Calendar { styles.calendar }

  /// The last second of the previous day. A day before `now` would be wrong when the clocks change, or when a time zone
  /// skips a day.
  private func lastMoment(before now: Date) -> Date {
    styles.calendar.startOfDay(for: now).addingTimeInterval(-1)
  }
}
