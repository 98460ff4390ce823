public import JSON

/// A day of the calendar without a time zone, such as a birthday: three numbers, which no change of a zone moves.
///
/// The calendar is the Gregorian one, whose rules hold for all years, as in RFC 3339 (ISO 8601, section 4.2.1).
///
/// ```swift
/// let birthday = LocalDate("1815-12-10")
/// print(birthday?.adding(days: 1).description ?? "")  // 1815-12-11
/// ```
///
/// JSON has it as a text, `"1815-12-10"`, of the years 1 to 9999.
public struct LocalDate: Hashable, Sendable {
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 on.
  public let day: Int

  /// The day of three numbers; `nil` if the calendar does not have it.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  // NB: a year begins with March here, so that the leap day is its last one. 400 years have 146,097 days.

  /// The day of a number of days since 1 January 1970.
  public init(daysSince1970 number: Int) {
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
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let cycle = year.flooredQuotient(400)
    let yearOfCycle = year - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
  }

  /// The day so many days later, or earlier if the number is negative.
  public func adding(days: Int) -> LocalDate { LocalDate(daysSince1970: daysSince1970 + days) }
}

extension LocalDate: Comparable {
  public static func < (one: LocalDate, other: LocalDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension LocalDate: LosslessStringConvertible {
  /// The day as in `2026-11-21`.
  public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

  /// The day of a text as in `2026-11-21`; `nil` if it is another text, or the calendar does not have the day.
  public init?(_ text: String) {
    guard let numbers = DigitText(text).numbers("dddd-dd-dd"), numbers[0] > 0 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

extension LocalDate: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(format: .date) }
  public static var example: LocalDate { LocalDate(daysSince1970: 0) }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(description) }
}

extension Int {
  /// The quotient, rounded down.
  package func flooredQuotient(_ divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The digits, with zeros before them.
  package func padded(_ count: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
