import ExpectSupport
import Foundation
import Testing
import TextUI

@MainActor @Suite struct DateFieldTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  @Test func `takes a day or a moment, in its time zone`() throws {
    let field = DateField("due", timeZone: berlin)
    var published: [Date?] = []
    let cancellable = field.datePublisher.sink { published.append($0) }
    expectEqual(Style.plain.text(field.line), "due: (empty)")
    try field.type("2026-11-21")
    expectEqual(Style.plain.text(field.line), "due: 2026-11-21T00:00:00+01:00")
    try field.type("2026-11-21T15:04:05Z")
    expectEqual(Style.plain.text(field.line), "due: 2026-11-21T16:04:05+01:00")
    try field.type("2026-11-21T00:00:00+01:00")
    expectEqual(Style.plain.text(field.line), "due: 2026-11-21T00:00:00+01:00")
    expectEqual(published.map { $0?.timeIntervalSince1970 }, [1_795_215_600, 1_795_273_445, 1_795_215_600])
    cancellable.cancel()
  }

  @Test(arguments: [
    "", "tomorrow", "2026-02-30", "2026-13-01", "26-1-1", "2026-11-21 1:04", "2026-11-21  15:04", "21.11.2026",
    "2026-11-21T25:00:00Z", "2026-11-21T24:00", "2026-11-21 15:60", "2026-11-21 15:04:60", "2026-11-21 15",
    "0000-01-01",
    "1500-02-29", "2026-11-21 15:04 Z", "٢٠٢٦-١١-٢١", "2026-11-21\"",
  ])
  func `refuses what is not a date`(text: String) throws {
    let field = DateField("due")
    try field.type("2026-11-21")
    let message = "The field due takes a date, such as 2026-11-21 or 2026-11-21 15:04."
    #expect(throws: CommandError(message)) { try field.type(text) }
    expectEqual(Style.plain.text(field.line), "due: 2026-11-21T00:00:00Z")
  }

  @Test func `an optional one can be emptied`() throws {
    let field = DateField("due", isOptional: true)
    try field.type("2026-11-21")
    try field.type("")
    #expect(field.date == nil)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "America/Sao_Paulo", "Antarctica/Casey", "GMT",
  ])
  func `takes a time of its zone, and shows what can be typed again`(zone: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let field = DateField("due", timeZone: zone)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    for (index, day) in ["2026-11-27", "2026-03-29", "2018-11-04", "2006-10-29", "1999-12-31", "2024-02-29"]
      .enumerated()
    {
      for time in ["00:00", "02:30", "09:00", "12:34:56", "23:59"] {
        for separator in ["T", " ", "t"] {
          try field.type(day + separator + time)
          let date = try #require(field.date)
          let parts = calendar.dateComponents([.day, .hour, .minute], from: date)
          // A time that clocks skip is an hour later.
          let isSkipped = parts.hour != Int(time.prefix(2))
          #expect(!isSkipped || parts.hour == Int(time.prefix(2))! + 1)
          #expect(parts.day == Int(day.suffix(2)) && parts.minute == Int(time.dropFirst(3).prefix(2)), "\(index)")
          let shown = Style.plain.text(field.line).dropFirst("due: ".count)
          #expect(isSkipped || shown.hasPrefix(day + "T" + time))
          try field.type(String(shown))
          expectEqual(field.date, date)
        }
      }
    }
  }

  @Test func `a local midnight is shown with its time`() throws {
    for zone in ["Europe/Berlin", "Asia/Tokyo", "America/New_York"].compactMap({ TimeZone(identifier: $0) }) {
      let field = DateField("due", timeZone: zone)
      for day in ["2026-01-01", "2026-07-01", "2024-02-29"] {
        try field.type(day)
        let shown = Style.plain.text(field.line)
        #expect(shown.hasPrefix("due: \(day)T00:00:00"))
        try field.type(day + " 00:00")
        expectEqual(Style.plain.text(field.line), shown)
      }
    }
  }
}
