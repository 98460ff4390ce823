public import Descriptions
public import Foundation

/// Dates in JSON: RFC 3339, of the years 1 to 9999.
extension Date: JSONReadable, JSONWritable {
  public static var shape: Shape { .date }
  public static var example: Date { Date(timeIntervalSince1970: 0) }

  /// Reads a date of RFC 3339, such as `2026-11-21T15:04:05.5+01:00`. In a loose notation it may be
  /// `2026-11-21 15:04:05 +0100`.
  public init?(_ json: JSONText) {
    if json.notation == .oldRecording, let seconds = json.double {
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    guard let text = json.string, let form = DateText(text), form.isStrict || json.notation != .described else {
      return nil
    }
    self = form.date
  }

  /// Writes the date in UTC, to the second; with its fraction if the writer is exact.
  public func write(to writer: inout JSONWriter) {
    writer.write(writer.isExact ? exactText : LocalTime(of: self, in: .gmt).text + "Z")
  }

  /// The date in UTC with up to nine digits of a fraction, which tell any two dates of this millennium apart.
  private var exactText: String {
    let second = timeIntervalSinceReferenceDate.rounded(.down)
    let fraction = second.isFinite ? timeIntervalSinceReferenceDate - second : 0
    let nanoseconds = min(Int((fraction * 1e9).rounded()), 999_999_999)
    let text = LocalTime(of: Date(timeIntervalSinceReferenceDate: second), in: .gmt).text
    guard nanoseconds > 0 else { return text + "Z" }
    var digits = String(String(1_000_000_000 + nanoseconds).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(text).\(digits)Z"
  }
}

/// A date as text, in RFC 3339 (`2026-11-21T15:04:05.5+01:00`) or in seed 000's "yyyy-MM-dd HH:mm:ss Z"
/// (`2026-11-21 15:04:05 +0100`).
struct DateText {
  let date: Date
  /// Whether the text has the form of RFC 3339.
  let isStrict: Bool

  // NB: Foundation's ISO 8601 style does not accept both fractions and none, accepts the 30th of February, and ignores
  // trailing text. So the form is checked here, and the day by its own calendar.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: Self.form) else { return nil }
    let (_, year, month, day, separator, hour, minute, second, fraction, space, sign, hours, colon, minutes) =
      match.output
    isStrict = separator != " " && space == nil && (sign == nil || colon != nil)
    let offset = (Int(hours ?? "0") ?? 0) * 60 + (Int(minutes ?? "0") ?? 0)
    // Calendars have no leap seconds, so one is the second after the second before it.
    let isLeap = second == "60"
    guard let year = Int(year), let month = Int(month), let number = Int(day), let hour = Int(hour),
      let minute = Int(minute), let second = isLeap ? 59 : Int(second), hour < 24, minute < 60, second < 60,
      let day = LocalDate(year: year, month: month, day: number)
    else { return nil }
    let moment = LocalTime(day, hour: hour, minute: minute, second: second).date(in: .gmt)
    // Digits beyond nanoseconds are ignored, because a server can send any number of them.
    let rest = Double("0" + (fraction?.prefix(10) ?? "")) ?? 0
    let minutesEast = sign == "-" ? -offset : offset
    date = moment.addingTimeInterval((isLeap ? 1 : 0) + rest - Double(minutesEast * 60))
    guard Self.years.contains(date) else { return nil }
  }

  // NB: made once, because it is compiled when it is first used, which takes longer than many matches. Unsafe, because a
  // regex may hold closures that are not `Sendable`; this one holds none.
  private nonisolated(unsafe) static let form =
    /(\d{4})-(\d\d)-(\d\d)([Tt ])(\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|( )?([-+])([01]\d|2[0-3])(:)?([0-5]\d))/
    .asciiOnlyDigits()

  /// The years 1 to 9999 in UTC, which RFC 3339 can represent.
  private static let years = Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)
}
