public import Foundation
public import Words

/// Formats a date relative to today: "Today at 3:04:05 PM", "Yesterday at 3:04:05 PM", otherwise
/// "11/20/26, 3:04:05 PM".
///
/// Days are those of the calendar in the time zone, also when daylight saving time begins or ends. A date later today is
/// "Today", because the clocks of two machines differ. The words are those of a language; the locale decides the digits and their
/// order.
///
/// Foundation on Linux ignores `doesRelativeDateFormatting`.
public struct RelativeDateFormat: Sendable {
  private let styles: Styles

  private final class Styles: Sendable {
    let calendar: Calendar
    let timeZone: TimeZone
    let now: @Sendable () -> Date
    let words: Words
    let time: Date.FormatStyle
    let dateAndTime: Date.FormatStyle

    init(
      _ locale: Locale, _ calendar: Calendar, _ timeZone: TimeZone, _ words: Words,
      _ now: @escaping @Sendable () -> Date
    ) {
      var calendar = calendar
      calendar.locale = locale
      calendar.timeZone = timeZone
      self.calendar = calendar
      self.timeZone = timeZone
      self.now = now
      self.words = words
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
  ///   - words: the language of the words.
  ///   - now: the clock that decides which day is today. It is read once for each text.
  public init(
    locale: Locale = Locale(identifier: "en_US"),
    calendar: Calendar = Calendar(identifier: .gregorian),
    timeZone: TimeZone = .current,
    words: Words = .english,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    styles = Styles(locale, calendar, timeZone, words, now)
  }

  /// Formats a date.
  public func text(_ date: Date) -> String {
    let now = styles.now()
    let day = dayNumber(of: date)
    let words = styles.words
    if day == dayNumber(of: now) { return words.text("Today at \(date.formatted(styles.time).withPlainSpaces)") }
    if day == yesterday(of: now) { return words.text("Yesterday at \(date.formatted(styles.time).withPlainSpaces)") }
    return date.formatted(styles.dateAndTime).withPlainSpaces
  }

  /// The calendar whose days are "today" and "yesterday", with its time zone.
  public var calendar: Calendar { styles.calendar }

  /// The number of the day that the calendar on the wall shows.
  ///
  /// Foundation's `isDate(_:inSameDayAs:)` compares intervals, and a day has two where clocks go back over midnight.
  private func dayNumber(of date: Date) -> Double {
    let offset = Double(styles.timeZone.secondsFromGMT(for: date))
    return ((date.timeIntervalSince1970 + offset) / 86_400).rounded(.down)
  }

  /// The day before that of a date: not always the number before, because time zones have skipped days, and had days twice.
  private func yesterday(of date: Date) -> Double {
    let today = dayNumber(of: date)
    let noon = today * 86_400 + 43_200 - Double(styles.timeZone.secondsFromGMT(for: date))
    let earlier = (1...3).lazy.map { dayNumber(of: Date(timeIntervalSince1970: noon - 86_400 * Double($0))) }
    return earlier.first { $0 < today } ?? today - 1
  }
}
