public import Foundation

/// Every format of the app, prepared once for one kind of reader.
///
///     let formats = Formats(locale: locale, timeZone: timeZone, now: { clock.now })
///     formats.currency.text(balance.value)  // "$1,234.56"
///     formats.date.text(balance.date)  // "Today at 3:04:05 PM"
public struct Formats: Sendable {
  /// Money to text.
  public var currency: CurrencyFormat
  /// Dates to text.
  public var date: RelativeDateFormat

  /// Formats for the people of a locale, whose days are those of a calendar in a time zone.
  public init(
    locale: Locale = Locale(identifier: "en_US"),
    calendar: Calendar = Calendar(identifier: .gregorian),
    timeZone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    currency = CurrencyFormat(locale: locale)
    date = RelativeDateFormat(locale: locale, calendar: calendar, timeZone: timeZone, now: now)
  }
}
