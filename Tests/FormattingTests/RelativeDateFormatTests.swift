import ExpectSupport
import Formatting
import Foundation
import Testing

@Suite struct RelativeDateFormatTests {
  /// The text for a date at a time, both in RFC 3339, in a time zone.
  private func text(
    _ date: String, at now: String, in zone: String = "America/New_York", locale: String = "en_US"
  ) throws -> String {
    let now = try Date(now, strategy: .iso8601)
    let format = RelativeDateFormat(
      locale: Locale(identifier: locale), timeZone: try #require(TimeZone(identifier: zone)), now: { now })
    return format.text(try Date(date, strategy: .iso8601))
  }

  @Test func `formats today, yesterday, and other dates, with plain spaces`() throws {
    let now = "2026-11-21T22:00:00-05:00"
    try expectEqual(text("2026-11-21T15:04:05-05:00", at: now), "Today at 3:04:05 PM")
    try expectEqual(text("2026-11-20T15:04:05-05:00", at: now), "Yesterday at 3:04:05 PM")
    try expectEqual(text("2026-11-19T15:04:05-05:00", at: now), "11/19/26, 3:04:05 PM")
    try expectEqual(text("2026-01-02T00:00:00-05:00", at: now), "1/2/26, 12:00:00 AM")
    try expectEqual(text("2005-11-20T12:00:00-05:00", at: now), "11/20/05, 12:00:00 PM")
  }

  @Test func `changes at midnight, to the second`() throws {
    let lastSecond = "2026-11-20T23:59:59-05:00"
    let midnight = "2026-11-21T00:00:00-05:00"
    try expectEqual(text(lastSecond, at: lastSecond), "Today at 11:59:59 PM")
    try expectEqual(text(lastSecond, at: midnight), "Yesterday at 11:59:59 PM")
    try expectEqual(text(midnight, at: midnight), "Today at 12:00:00 AM")
    try expectEqual(text("2026-11-20T00:00:00-05:00", at: "2026-11-21T23:59:59-05:00"), "Yesterday at 12:00:00 AM")
    try expectEqual(text("2026-11-19T23:59:59-05:00", at: midnight), "11/19/26, 11:59:59 PM")
  }

  @Test func `uses the midnight of the time zone`() throws {
    let date = "2026-11-20T23:30:00Z"
    let now = "2026-11-21T00:30:00Z"
    try expectEqual(text(date, at: now, in: "UTC"), "Yesterday at 11:30:00 PM")
    try expectEqual(text(date, at: now), "Today at 6:30:00 PM")
    try expectEqual(text(date, at: now, in: "Asia/Tokyo"), "Today at 8:30:00 AM")
  }

  @Test func `formats dates across the new year`() throws {
    try expectEqual(text("2026-12-31T23:59:59-05:00", at: "2027-01-01T00:00:00-05:00"), "Yesterday at 11:59:59 PM")
    try expectEqual(text("2026-12-31T12:00:00-05:00", at: "2027-01-02T00:00:00-05:00"), "12/31/26, 12:00:00 PM")
    try expectEqual(text("2026-11-20T12:00:00-05:00", at: "2027-11-20T12:00:00-05:00"), "11/20/26, 12:00:00 PM")
  }

  @Test func `counts days, not hours, when the clocks change`() throws {
    // 8 March 2026 has 23 hours in New York, 1 November has 25.
    try expectEqual(text("2026-03-08T00:30:00-05:00", at: "2026-03-09T00:10:00-04:00"), "Yesterday at 12:30:00 AM")
    try expectEqual(text("2026-03-07T23:59:59-05:00", at: "2026-03-09T00:10:00-04:00"), "3/7/26, 11:59:59 PM")
    try expectEqual(text("2026-11-01T00:00:00-04:00", at: "2026-11-01T23:59:59-05:00"), "Today at 12:00:00 AM")
    try expectEqual(text("2026-10-31T23:59:59-04:00", at: "2026-11-01T23:59:59-05:00"), "Yesterday at 11:59:59 PM")
    try expectEqual(text("2026-11-01T01:30:00-05:00", at: "2026-11-01T12:00:00-05:00"), "Today at 1:30:00 AM")
  }

  @Test func `skips a day that the time zone skipped`() throws {
    // Samoa crossed the date line and skipped 30 December 2011.
    try expectEqual(
      text("2011-12-29T12:00:00-10:00", at: "2011-12-31T12:00:00+14:00", in: "Pacific/Apia"), "Yesterday at 12:00:00 PM"
    )
  }

  @Test func `formats later today as today, and tomorrow as a date`() throws {
    try expectEqual(text("2026-11-21T12:00:05-05:00", at: "2026-11-21T12:00:00-05:00"), "Today at 12:00:05 PM")
    try expectEqual(text("2026-11-22T00:00:00-05:00", at: "2026-11-21T23:59:59-05:00"), "11/22/26, 12:00:00 AM")
  }

  @Test func `takes digits and their order from the locale`() throws {
    let now = "2026-11-21T22:00:00-05:00"
    try expectEqual(text("2026-11-21T15:04:05-05:00", at: now, locale: "de_DE"), "Today at 15:04:05")
    try expectEqual(text("2026-11-19T15:04:05-05:00", at: now, locale: "de_DE"), "19.11.26, 15:04:05")
    try expectEqual(text("2026-11-19T15:04:05-05:00", at: now, locale: "en_GB"), "19/11/26, 15:04:05")
  }

  // MARK: Today

  private func format(at now: String, in zone: String) throws -> RelativeDateFormat {
    let now = try Date(now, strategy: .iso8601)
    return RelativeDateFormat(timeZone: try #require(TimeZone(identifier: zone)), now: { now })
  }

  // MARK: Clocks that change

  /// Zones whose clocks have changed around midnight or by much: back over it, over its beginning, by half an hour, by hours.
  @Test(arguments: [
    "America/St_Johns", "America/Goose_Bay", "America/Moncton", "Antarctica/Casey", "America/New_York",
    "America/Havana",
    "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Beirut", "Asia/Amman", "Pacific/Apia", "Africa/Cairo",
  ])
  func `a day is what the calendar shows, whatever clocks do`(zone: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    func day(_ date: Date) -> DateComponents { calendar.dateComponents([.year, .month, .day], from: date) }
    var change = Date(timeIntervalSince1970: 1_104_537_600)
    for _ in 0..<16 {
      guard let next = zone.nextDaylightSavingTimeTransition(after: change) else { break }
      change = next
      let moments = [-93_600, -86_400, -3_601, -90, -1, 0, 30, 59, 61, 3_540, 3_660, 7_200, 80_000, 93_600].map {
        change + $0
      }
      for now in moments {
        let format = RelativeDateFormat(timeZone: zone, now: { now })
        #expect(format.text(now).hasPrefix("Today"))
        for date in moments {
          #expect(format.text(date).hasPrefix("Today") == (day(date) == day(now)), "\(date) at \(now)")
        }
      }
    }
  }

  @Test(arguments: [
    ("2006-10-28T12:00:00-02:30", "2006-10-29T00:00:30-02:30", "America/St_Johns", "Yesterday at 12:00:00 PM"),
    ("2006-10-28T12:00:00-02:30", "2006-10-28T23:30:00-03:30", "America/St_Johns", "Today at 12:00:00 PM"),
    ("2006-10-29T00:00:30-02:30", "2006-10-29T09:00:00-03:30", "America/St_Johns", "Today at 12:00:30 AM"),
    ("2006-10-28T23:30:00-03:30", "2006-10-29T09:00:00-03:30", "America/St_Johns", "Yesterday at 11:30:00 PM"),
    ("2010-03-04T22:00:00+11:00", "2010-03-05T01:59:00+11:00", "Antarctica/Casey", "Yesterday at 10:00:00 PM"),
    ("2010-03-04T23:30:00+08:00", "2010-03-05T03:00:00+08:00", "Antarctica/Casey", "Yesterday at 11:30:00 PM"),
  ])
  func `a day that comes back after midnight is today again`(date: String, now: String, zone: String, expected: String)
    throws
  {
    try expectEqual(text(date, at: now, in: zone), expected)
  }
}
