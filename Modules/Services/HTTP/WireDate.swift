import Foundation

/// A date in an HTTP body, in RFC 3339 (`2026-11-21T15:04:05.5+01:00`) or in seed 000's "yyyy-MM-dd HH:mm:ss Z"
/// (`2026-11-21 15:04:05 +0100`).
struct WireDate: Codable {
  let date: Date

  init(_ date: Date) {
    self.date = date
  }

  // NB: Foundation's ISO 8601 style does not accept both fractions and none, accepts the 30th of February, and ignores
  // trailing text. So the form is checked here, and the day by the calendar.
  init?(_ text: String) {
    let form = /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]| ?([-+])([01]\d|2[0-3]):?([0-5]\d))/
    guard let match = text.wholeMatch(of: form.asciiOnlyDigits()) else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, sign, hours, minutes) = match.output
    let offset = (Int(hours ?? "0") ?? 0) * 60 + (Int(minutes ?? "0") ?? 0)
    // Calendars have no leap seconds, so one is the second after the second before it.
    let isLeap = second == "60"
    let components = DateComponents(
      calendar: Self.calendar, year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
      second: isLeap ? 59 : Int(second))
    guard components.isValidDate, let moment = components.date else { return nil }
    // Digits beyond nanoseconds are ignored, because a server can send any number of them.
    let rest = Double("0" + (fraction?.prefix(10) ?? "")) ?? 0
    let minutesEast = sign == "-" ? -offset : offset
    date = moment.addingTimeInterval((isLeap ? 1 : 0) + rest - Double(minutesEast * 60))
    guard Self.years.contains(date) else { return nil }
  }

  /// The years 1 to 9999 in UTC, which RFC 3339 can represent.
  private static let years = Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = WireDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A date has the form of RFC 3339.")
    }
    self = date
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(date.formatted(.iso8601))
  }
}
