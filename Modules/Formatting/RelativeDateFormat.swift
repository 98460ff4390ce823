public import Foundation

/// A date as people say it: "Today at 3:04:05 PM", "Yesterday at 3:04:05 PM", otherwise "11/20/26, 3:04:05 PM".
///
/// Days are those of the calendar and time zone, so 23:59:59 and the midnight after it are on different days whatever
/// the clocks do that night. A date later today is "Today" as well: clocks of two machines never agree entirely. The
/// words are English, as every text of the app; the digits and their order are the locale's.
///
/// Foundation's own `doesRelativeDateFormatting` is ignored without a word on Linux, so the rule stands here.
public struct RelativeDateFormat: Sendable {
  // NB: behind one reference, so that a copy costs no more than that.
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

  /// A format for the people of a locale, whose days are those of a calendar in a time zone.
  ///
  /// - Parameter now: the clock that says which day is today, asked once for each text.
  public init(
    locale: Locale = Locale(identifier: "en_US"),
    calendar: Calendar = Calendar(identifier: .gregorian),
    timeZone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    styles = Styles(locale, calendar, timeZone, now)
  }

  /// The date in words, seen from now.
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

  /// The day that `text(_:)` calls "Today", from its first moment to the first moment of the next day.
  ///
  /// The words of a text change only with this day: when midnight passes, when the clock is set, and when the calendar
  /// follows the user into another time zone.
  public var today: DateInterval { day(of: styles.now()) }

  /// How many seconds are left until tomorrow begins; more than 0.
  ///
  ///     format.timeUntilTomorrow  // 1.5 at 23:59:58.5
  public var timeUntilTomorrow: TimeInterval {
    let now = styles.now()
    return day(of: now).end.timeIntervalSince(now)
  }

  private func day(of date: Date) -> DateInterval {
    // NB: a calendar always has a day for a date; 24 hours are as good as any other answer where one has not.
    styles.calendar.dateInterval(of: .day, for: date) ?? DateInterval(start: date, duration: 86_400)
  }

  /// The end of the day before. Counting back from midnight, and not a day from now, is right also where the clocks
  /// jump and where a zone left out a whole day.
  private func lastMoment(before now: Date) -> Date {
    styles.calendar.startOfDay(for: now).addingTimeInterval(-1)
  }
}
