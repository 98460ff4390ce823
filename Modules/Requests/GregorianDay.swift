package import Foundation

/// A day of the Gregorian calendar, whose rules hold for all years, as in RFC 3339 (ISO 8601, section 4.2.1).
///
/// Foundation's calendars and styles count Julian days before 15 October 1582.
package struct GregorianDay: Equatable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// The day of three numbers; `nil` if the calendar does not have it.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The day of a date in a time zone.
  package init(of date: Date, in timeZone: TimeZone = .gmt) {
    self.init(number: LocalTime(of: date, in: timeZone).dayNumber)
  }

  // NB: a year begins with March here, so that the leap day is its last one. 400 years have 146,097 days.

  /// The day of a number of days since 1 January 1970.
  init(number: Int) {
    let days = number + 719_468
    let cycle = days.flooredQuotient(146_097)
    let dayOfCycle = days - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1 January 1970.
  var number: Int {
    let year = month <= 2 ? year - 1 : year
    let cycle = year.flooredQuotient(400)
    let yearOfCycle = year - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
  }

  /// The day as in `2026-11-21`.
  package var text: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}

/// What clocks in a time zone show, in seconds from the beginning of 1970 on those clocks.
package struct LocalTime: Sendable {
  let seconds: Int

  init(seconds: Int) { self.seconds = seconds }

  /// The time of a day.
  package init(_ day: GregorianDay, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    seconds = day.number * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The time of a date, to the second.
  package init(of date: Date, in timeZone: TimeZone) {
    seconds = date.wholeSeconds + timeZone.secondsFromGMT(for: date)
  }

  package var dayNumber: Int { seconds.flooredQuotient(86_400) }

  /// The time as in `2026-11-21T15:04:05`.
  package var text: String {
    let rest = seconds - dayNumber * 86_400
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0.padded(2) }.joined(separator: ":")
    return "\(GregorianDay(number: dayNumber).text)T\(time)"
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

extension Int {
  /// The quotient, rounded down.
  fileprivate func flooredQuotient(_ divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The digits, with zeros before them.
  fileprivate func padded(_ count: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
