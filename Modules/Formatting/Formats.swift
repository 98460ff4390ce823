public import Foundation
public import Words

/// All formats of the app for one locale and time zone.
///
/// ```swift
/// let formats = Formats(locale: locale, timeZone: timeZone, now: { clock.now })
/// formats.currency.text(balance.value)  // "$1,234.56"
/// formats.date.text(balance.date)  // "Today at 3:04:05 PM"
/// ```
public struct Formats: Sendable {
  /// Formats money.
  public var currency: CurrencyFormat
  /// Formats dates.
  public var date: RelativeDateFormat

  /// Creates the formats for a locale, with the days of a calendar in a time zone.
  ///
  /// - Parameters:
  ///   - locale: decides the form of amounts, times and dates.
  ///   - calendar: decides the form of dates.
  ///   - timeZone: decides when a day begins.
  ///   - words: the language of the words, such as "Today".
  ///   - now: the clock that decides which day is today.
  public init(
    locale: Locale = Locale(identifier: "en_US"),
    calendar: Calendar = Calendar(identifier: .gregorian),
    timeZone: TimeZone = .current,
    words: Words = .english,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    currency = CurrencyFormat(locale: locale)
    date = RelativeDateFormat(locale: locale, calendar: calendar, timeZone: timeZone, words: words, now: now)
  }

  /// The calendar whose days are those of the dates, with its time zone.
  public var calendar: Calendar { date.calendar }
}
