import Descriptions
import ExpectSupport
import Foundation
import Requests
import Testing

/// Dates, and what clocks show.
@Suite struct LocalTimeTests {
  private func zoned(_ time: String, _ zone: String) throws -> ZonedDateTime {
    ZonedDateTime(try #require(LocalDateTime(time)), zone: zone)
  }

  @Test(arguments: [
    ("2026-11-27T09:00", "Europe/Berlin", "2026-11-27T08:00"),
    ("2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00"),
    ("2026-11-27T23:30:15", "America/New_York", "2026-11-28T04:30:15"),
    ("1969-12-31T23:59:59", "GMT", "1969-12-31T23:59:59"),
  ])
  func `a time in a zone is a date, and the date shows the time again`(
    _ time: String, _ zone: String, _ utc: String
  ) throws {
    let date = try #require(try zoned(time, zone).date)
    expectEqual(LocalDateTime(of: date, in: .gmt).description, utc)
    expectEqual(LocalDateTime(of: date, in: try #require(TimeZone(identifier: zone))).description, time)
    expectEqual(LocalDate(of: date, in: .gmt), LocalDateTime(of: date, in: .gmt).date)
  }

  @Test func `a time that clocks show twice is the first one, and one that they skip is as late as if they had not`()
    throws
  {
    let twice = try #require(try zoned("2026-10-25T02:30", "Europe/Berlin").date)
    expectEqual(LocalDateTime(of: twice, in: .gmt).description, "2026-10-25T00:30")
    let skipped = try #require(try zoned("2026-03-29T02:30", "Europe/Berlin").date)
    expectEqual(LocalDateTime(of: skipped, in: .gmt).description, "2026-03-29T01:30")
  }

  @Test func `a zone that the system does not know has no date`() throws {
    #expect(try zoned("2026-11-27T09:00", "Moon/Tycho").date == nil)
  }

  @Test func `a day begins at midnight`() throws {
    expectEqual(LocalTime(try #require(LocalDate(year: 2026, month: 11, day: 28))).text, "2026-11-28T00:00:00")
  }
}
