public import Descriptions
public import Foundation

extension LocalDate {
  /// The day of a date in a time zone.
  ///
  /// Foundation's calendars and styles count Julian days before 15 October 1582.
  public init(of date: Date, in timeZone: TimeZone) {
    self.init(daysSince1970: LocalTime(of: date, in: timeZone).dayNumber)
  }
}

extension LocalDateTime {
  /// What clocks in a time zone show at a date, to the second.
  ///
  /// ```swift
  /// let noon = LocalDateTime(of: Date(timeIntervalSince1970: 43_200), in: .gmt)  // 1970-01-01T12:00
  /// ```
  public init(of date: Date, in timeZone: TimeZone) {
    let time = LocalTime(of: date, in: timeZone)
    let rest = time.seconds - time.dayNumber * 86_400
    self.init(
      LocalDate(daysSince1970: time.dayNumber),
      TimeOfDay(hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60) ?? .example)
  }

  /// The date at which clocks in a time zone show the time: the first one if there are two, and if they skip the time, as late
  /// as if they had not.
  public func date(in timeZone: TimeZone) -> Date {
    LocalTime(date, hour: time.hour, minute: time.minute, second: time.second).date(in: timeZone)
  }
}

extension ZonedDateTime {
  /// The date at which the clocks of the zone show the time, as ``LocalDateTime/date(in:)`` says; `nil` if the system does not know
  /// the zone.
  ///
  /// ```swift
  /// let meeting = LocalDateTime("2026-11-27T09:00").map { ZonedDateTime($0, zone: "Europe/Berlin") }
  /// print(meeting?.date.map { LocalDateTime(of: $0, in: .gmt).description } ?? "")  // 2026-11-27T08:00
  /// ```
  public var date: Date? { TimeZone(identifier: zone).map(local.date(in:)) }
}

/// What clocks in a time zone show, in seconds from the beginning of 1970 on those clocks.
package struct LocalTime: Sendable {
  let seconds: Int

  init(seconds: Int) { self.seconds = seconds }

  /// The time of a day.
  package init(_ day: LocalDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    seconds = day.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The time of a date, to the second.
  package init(of date: Date, in timeZone: TimeZone) {
    seconds = date.wholeSeconds + timeZone.secondsFromGMT(for: date)
  }

  package var dayNumber: Int { seconds.flooredQuotient(86_400) }

  /// The time as in `2026-11-21T15:04:05`.
  package var text: String {
    let day = dayNumber
    let rest = seconds - day * 86_400
    let (hour, minute, second) = ((rest / 3_600).padded(2), (rest / 60 % 60).padded(2), (rest % 60).padded(2))
    return "\(LocalDate(daysSince1970: day).description)T\(hour):\(minute):\(second)"
  }

  /// The date at which clocks in a time zone show the time: the first one if there are two, and if they skip the time, as late
  /// as if they had not.
  package func date(in timeZone: TimeZone) -> Date {
    let utc = Date(timeIntervalSince1970: Double(seconds))
    let offsets = [-86_400.0, 86_400].map { timeZone.secondsFromGMT(for: utc + $0) }
    let dates = offsets.map { utc - Double($0) }
    let exact = zip(offsets, dates).filter { timeZone.secondsFromGMT(for: $1) == $0 }.map(\.1)
    return exact.min() ?? dates[0]
  }
}

extension Date {
  /// The seconds since 1970, without a fraction.
  var wholeSeconds: Int {
    // A date can be a number that no integer holds, and no number.
    timeIntervalSince1970.isNaN ? 0 : Int(min(max(timeIntervalSince1970.rounded(.down), -1e14), 1e14))
  }
}
