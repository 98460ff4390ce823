import Formatting
import Foundation
import Testing

/// The day that `RelativeDateFormat` calls "Today", and how long it lasts.
@Suite struct TodayTests {
  private func format(at now: String, in zone: String) throws -> RelativeDateFormat {
    let now = try Date(now, strategy: .iso8601)
    return RelativeDateFormat(timeZone: try #require(TimeZone(identifier: zone)), now: { now })
  }

  @Test(arguments: [
    ("2026-11-20T15:04:05Z", "UTC", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"),
    ("2026-11-20T23:59:59Z", "Asia/Tokyo", "2026-11-20T15:00:00Z", "2026-11-21T15:00:00Z"),
    // 23 hours and 25 hours.
    ("2026-03-08T12:00:00-04:00", "America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"),
    ("2026-11-01T12:00:00-05:00", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
    // The day begins at 1:00, as the clocks went on at midnight.
    ("2018-11-03T12:00:00-03:00", "America/Sao_Paulo", "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z"),
    ("2018-11-04T12:00:00-02:00", "America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
    // Samoa left out 30 December 2011.
    ("2011-12-29T12:00:00-10:00", "Pacific/Apia", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
  ])
  func `lasts from midnight to midnight of the time zone`(now: String, zone: String, start: String, end: String) throws
  {
    let today = try format(at: now, in: zone).today
    #expect(today.start == (try Date(start, strategy: .iso8601)))
    #expect(today.end == (try Date(end, strategy: .iso8601)))
  }

  @Test func `ends in the seconds that are left of it`() throws {
    let format = try format(at: "2026-11-20T23:59:58Z", in: "UTC")
    #expect(format.timeUntilTomorrow == 2)
  }

  @Test func `is another day at the first moment of the next one`() throws {
    let (last, first) = (
      try format(at: "2026-11-20T23:59:59Z", in: "UTC"), try format(at: "2026-11-21T00:00:00Z", in: "UTC")
    )
    #expect(last.today.end == first.today.start)
    #expect(first.timeUntilTomorrow == 86_400)
  }
}
