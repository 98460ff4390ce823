public import Descriptions
public import Foundation

extension Role where Values == Date {
  /// An instant as people say it now: "3 minutes ago".
  public static var relativeTime: Role { Role(.relativeTime) }
}

/// Dates in JSON: RFC 3339, of the years 1 to 9999.
extension Date: JSONReadable, JSONWritable {
  public typealias RoleValue = Date
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
  // trailing text. So the form is checked here, and the day by its own calendar. A regex takes several times as long.
  init?(_ text: String) {
    var rest = TextReader(text)
    guard let year = rest.number(4), rest.next("-"), let month = rest.number(2), rest.next("-"),
      let number = rest.number(2), let day = LocalDate(year: year, month: month, day: number)
    else { return nil }
    let hasBlank = rest.next(" ")
    guard hasBlank || rest.next("T") || rest.next("t"),
      let hour = rest.number(2), rest.next(":"), let minute = rest.number(2), rest.next(":"),
      let second = rest.number(2), hour < 24, minute < 60, second <= 60, let fraction = rest.fraction(),
      let zone = Zone(&rest), rest.isAtEnd
    else { return nil }
    isStrict = !hasBlank && zone.isStrict
    // Calendars have no leap seconds, so one is the second after the second before it.
    let isLeap = second == 60
    let moment = LocalTime(day, hour: hour, minute: minute, second: isLeap ? 59 : second).date(in: .gmt)
    date = moment.addingTimeInterval((isLeap ? 1 : 0) + fraction - Double(zone.minutesEast * 60))
    guard Self.years.contains(date) else { return nil }
  }

  /// How far a time is ahead of UTC.
  private struct Zone {
    var minutesEast = 0
    /// Whether the text has the form of RFC 3339.
    var isStrict = true

    init?(_ rest: inout TextReader) {
      if rest.next("Z") || rest.next("z") { return }
      let hasBlank = rest.next(" ")
      let isWest = rest.next("-")
      guard isWest || rest.next("+"), let hours = rest.number(2), hours < 24 else { return nil }
      let hasColon = rest.next(":")
      guard let minutes = rest.number(2), minutes < 60 else { return nil }
      minutesEast = (hours * 60 + minutes) * (isWest ? -1 : 1)
      isStrict = !hasBlank && hasColon
    }
  }

  /// The years 1 to 9999 in UTC, which RFC 3339 can represent.
  private static let years = Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)
}

/// What is left of a text that is read from its start.
private struct TextReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a character, if it is the next one.
  mutating func next(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads a fraction: 0 without a point, and `nil` for a point without digits.
  mutating func fraction() -> Double? {
    guard next(".") else { return 0 }
    guard let first = digit() else { return nil }
    var (digits, unit) = (first, 10)
    while let digit = digit() {
      // Digits beyond nanoseconds are ignored, because a server can send any number of them.
      guard unit < 1_000_000_000 else { continue }
      digits = digits * 10 + digit
      unit *= 10
    }
    return Double(digits) / Double(unit)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}
