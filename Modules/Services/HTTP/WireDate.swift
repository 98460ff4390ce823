import Foundation

/// A date in the text of an HTTP body: RFC 3339 (`2026-11-21T15:04:05.5+01:00`), and as seed 000's backend writes it,
/// "yyyy-MM-dd HH:mm:ss Z" (`2026-11-21 15:04:05 +0100`).
struct WireDate: Codable {
  let date: Date

  init(_ date: Date) {
    self.date = date
  }

  // NB: Foundation's ISO 8601 style takes either fractions of a second or none, takes the 30th of February for a day in
  // March, and stops where the text goes on; so the form is checked here, and the day by the calendar.
  init?(_ text: String) {
    let form = /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]| ?([-+])([01]\d|2[0-3]):?([0-5]\d))/
    guard let match = text.wholeMatch(of: form.asciiOnlyDigits()) else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, sign, hours, minutes) = match.output
    let offset = (Int(hours ?? "0") ?? 0) * 60 + (Int(minutes ?? "0") ?? 0)
    // NB: a leap second is the moment after the second before it; calendars know of none.
    let isLeap = second == "60"
    let components = DateComponents(
      calendar: Self.calendar, year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
      second: isLeap ? 59 : Int(second))
    guard components.isValidDate, let moment = components.date else { return nil }
    // NB: no clock of ours goes beyond nanoseconds, and the text may be as long as a sender likes.
    let rest = Double("0" + (fraction?.prefix(10) ?? "")) ?? 0
    let minutesEast = sign == "-" ? -offset : offset
    date = moment.addingTimeInterval((isLeap ? 1 : 0) + rest - Double(minutesEast * 60))
    guard Self.years.contains(date) else { return nil }
  }

  /// The years 1 to 9999 in UTC: what can be written as RFC 3339 again, wherever the sender was.
  private static let years = Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = WireDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A date is written as RFC 3339 says.")
    }
    self = date
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(date.formatted(.iso8601))
  }
}
