import Descriptions
import Foundation

extension TransferReply {
  /// How long the server asks to wait before the next try (RFC 9110, section 10.2.3); `nil` unless it does, in seconds or by a date.
  ///
  /// A date is compared with that of the reply if it has one, so that a clock which is wrong here makes no difference.
  ///
  /// - Parameter now: the time of day.
  func retryDelay(now: Date) -> Duration? {
    guard let text = header("Retry-After")?.trimmingPrefix(while: \.isWhitespace) else { return nil }
    let seconds: Double
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      // A number of many digits is infinite.
      seconds = Double(text) ?? 0
    } else if let date = Date(http: text) {
      seconds = date.timeIntervalSince(header("Date").flatMap { Date(http: $0[...]) } ?? now)
    } else {
      return nil
    }
    return .milliseconds(Int(min(max(0, seconds * 1000), Double(ServiceError.longestRetryAfter))))
  }
}

extension Date {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A date in a header: `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two older forms of RFC 9110, section 5.6.7:
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  init?(http text: Substring) {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    let parts: (day: String, month: String, year: String, time: String)
    switch words.count {
    case 6 where words[5] == "GMT": parts = (words[1], words[2], words[3], words[4])
    case 5: parts = (words[2], words[1], words[4], words[3])
    default: return nil
    }
    let time = parts.time.split(separator: ":", omittingEmptySubsequences: false).map { $0.count == 2 ? Int($0) : nil }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second, let month = Self.months.firstIndex(of: parts.month),
      let number = Int(parts.day), let year = Int(parts.year).map({ parts.year.count == 2 ? Self.year(of: $0) : $0 }),
      let day = LocalDate(year: year, month: month + 1, day: number)
    else { return nil }
    self = LocalTime(day, hour: hour, minute: minute, second: second).date(in: .gmt)
  }

  /// The year of the last two digits, of an old form of which no new ones are made.
  private static func year(of digits: Int) -> Int { digits < 70 ? 2000 + digits : 1900 + digits }
}
