import Foundation
import Screens
import Words

/// The clock by which dates are shown, and whether what is private is.
struct DateClock {
  /// The time zone of days and times.
  var timeZone = TimeZone.gmt
  var now: @Sendable () -> Date = { Date() }
  /// Whether what is private is hidden at the moment.
  var hides: @Sendable () -> Bool = { false }
}

/// Days and times as people in a locale write them.
struct LocalDateText {
  let locale: Locale

  /// A moment as people say it at another one: "3 minutes ago".
  func text(_ date: Date, at now: Date) -> String {
    Date.AnchoredRelativeFormatStyle(anchor: date, presentation: .named, unitsStyle: .wide, locale: locale).format(now)
      .withPlainSpaces
  }

  /// A day, which is the same in each time zone.
  func text(_ day: LocalDate) -> String {
    text(LocalTime(day).date(in: .gmt), date: .abbreviated, time: .omitted, in: .gmt)
  }

  /// What a clock shows.
  func text(_ time: TimeOfDay) -> String {
    let moment = LocalTime(LocalDate(daysSince1970: 0), hour: time.hour, minute: time.minute)
    return text(moment.date(in: .gmt), date: .omitted, time: .shortened, in: .gmt)
  }

  /// A day and a time without a zone.
  func text(_ local: LocalDateTime) -> String {
    let moment = LocalTime(local.date, hour: local.time.hour, minute: local.time.minute)
    return text(moment.date(in: .gmt), in: .gmt)
  }

  /// A moment in a time zone.
  func text(
    _ date: Date, date dayStyle: Date.FormatStyle.DateStyle = .abbreviated,
    time timeStyle: Date.FormatStyle.TimeStyle = .shortened, in timeZone: TimeZone
  ) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    let style = Date.FormatStyle(
      date: dayStyle, time: timeStyle, locale: locale, calendar: calendar, timeZone: timeZone)
    return style.format(date).withPlainSpaces
  }
}
