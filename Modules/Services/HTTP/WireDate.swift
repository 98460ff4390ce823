import Foundation

/// A date in the text of an HTTP body: RFC 3339 (`2026-11-21T15:04:05.5+01:00`), and as seed 000's backend writes it,
/// "yyyy-MM-dd HH:mm:ss Z" (`2026-11-21 15:04:05 +0100`).
///
/// Read digit by digit, because Foundation's ISO 8601 style takes either fractions of a second or none, and its
/// formatters depend on locales.
struct WireDate: Codable {
  let date: Date

  init(_ date: Date) {
    self.date = date
  }

  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    guard let date = scanner.date() else { return nil }
    self.date = date
  }

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

private struct Scanner {
  var rest: ArraySlice<UInt8>

  mutating func date() -> Date? {
    guard let year = digits(4, 0...9999), skip("-"), let month = digits(2, 1...12), skip("-"),
      let day = digits(2, 1...daysIn(month, year)), skip("Tt "),
      let hour = digits(2, 0...23), skip(":"), let minute = digits(2, 0...59), skip(":"),
      let second = digits(2, 0...60), let fraction = fraction(), let offset = offset(), rest.isEmpty
    else { return nil }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private mutating func skip(_ any: String) -> Bool {
    guard let byte = rest.first, any.utf8.contains(byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
    let taken = rest.prefix(count)
    guard taken.count == count, taken.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    let value = taken.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return range.contains(value) ? value : nil
  }

  private mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    let taken = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(taken.count)
    // NB: no clock of ours goes beyond nanoseconds, and the text may be as long as a sender likes.
    return taken.isEmpty ? nil : Double("0." + String(decoding: taken.prefix(9), as: UTF8.self))
  }

  /// Minutes east of UTC.
  private mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    _ = rest.first == UInt8(ascii: " ") && skip(" ")
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard skip("+-"), let hours = digits(2, 0...23) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2, 0...59) else { return nil }
    return sign * (hours * 60 + minutes)
  }

  private func daysIn(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970 in the Gregorian calendar, extended to all years. The year is counted from March, so that the
  /// leap day is its last.
  private func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400 - (marchYear < 0 ? 1 : 0)
    return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
  }
}
