import ExpectSupport
import Foundation
import JSON
import Requests
import Testing

@Suite struct DateFormTests {
  private func date(_ text: String) -> Date? { Date(JSONText(scanned: text.json[...])) }

  private func exact(_ date: Date) -> String {
    var writer = JSONWriter(isExact: true)
    date.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-21T15:04:05Z", 1_795_273_445), ("2026-11-21t15:04:05z", 1_795_273_445),
      ("2026-11-21T20:34:05+05:30", 1_795_273_445), ("2026-11-21T15:04:05.25Z", 1_795_273_445.25),
      ("2000-02-29T12:00:00-00:00", 951_825_600), ("1969-12-31T23:59:59Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("1600-02-29T00:00:00Z", -11_670_998_400), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2026-11-21T15:04:05.\(String(repeating: "0", count: 5_000))Z", 1_795_273_445),
    ] as [(String, Double)])
  func `is read as RFC 3339`(text: String, seconds: Double) {
    expectEqual(date(text), Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [1900, 2000, 2023, 2024])
  func `accepts the last day of each month and not the next`(year: Int) {
    func text(_ month: Int, _ day: Int) -> String {
      "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)T00:00:00Z"
    }
    let isLeap = year == 2000 || year == 2024
    for (month, days) in zip(1...12, [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
      let last = date(text(month, days))
      let first = date(month < 12 ? text(month + 1, 1) : "\(year + 1)-01-01T00:00:00Z")
      #expect(last != nil && last?.addingTimeInterval(86_400) == first)
      #expect(date(text(month, days + 1)) == nil)
    }
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T15:04:05", "2026-11-21T15:04Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-00T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T15:60:00Z", "2026-11-21T15:04:61Z", "2026-11-21T15:04:05.Z",
    "2026-11-21T15:04:05Z ", " 2026-11-21T15:04:05Z", "2026-11-21T15:04:05+24:00", "2026-11-21T15:04:05+0",
    "26-11-21T15:04:05Z", "２026-11-21T15:04:05Z", "1795273445", "9999-12-31T23:59:59-00:01",
    "0001-01-01T00:00:00+00:01", "2026-11-21 15:04:05 +0000", "2026-11-21 15:04:05Z", "2026-11-21T15:04:05 +00:00",
    "2026-11-21T15:04:05+0000",
  ])
  func `refuses other texts`(text: String) {
    #expect(date(text) == nil)
    #expect(Date(JSONText(scanned: Array("1795273445".utf8)[...])) == nil)
  }

  @Test(
    arguments: [
      ("2026-11-21 15:04:05 +0000", 1_795_273_445), ("2026-11-21 10:04:05 -0500", 1_795_273_445),
      ("2026-11-21T15:04:05.25Z", 1_795_273_445.25), ("yesterday", nil),
    ] as [(String, Double?)])
  func `may have the form of seed 000 in a loose notation`(text: String, seconds: Double?) throws {
    let date = seconds.map { Date(timeIntervalSince1970: $0) }
    expectEqual(Date(JSONText(scanned: text.json[...]).with(.loose)), date)
    expectEqual([Date?](try JSONText(scanning: "[null,\"\(text)\"]".utf8).with(.loose))?.last, date.map { .some($0) })
  }

  @Test func `is a number in old recordings alone`() throws {
    let number = try JSONText(scanning: "816966245.5".utf8)
    expectEqual(Date(number.with(.oldRecording)), Date(timeIntervalSince1970: 1_795_273_445.5))
    #expect(Date(number.with(.loose)) == nil)
  }

  @Test func `is written to the second in UTC`() {
    expectEqual(Date(timeIntervalSince1970: 1_795_273_445.75).json, "2026-11-21T15:04:05Z".json)
  }

  @Test(arguments: [0, 0.25, 1_795_273_445.123, -0.5, 786_297_845.999_999_9, 1e-7, 0.999_999_999_99, 253_402_300_799.5])
  func `is the same date when an exact text is read again`(seconds: Double) throws {
    for date in [Date(timeIntervalSince1970: seconds), Date(timeIntervalSinceReferenceDate: seconds)] {
      guard date < Date(timeIntervalSince1970: 253_402_300_800) else { continue }
      let read = try #require(Date(JSONText(scanned: Array(exact(date).utf8)[...])))
      // Less than a nanosecond is lost, which only dates near 2001 can tell apart.
      #expect(abs(read.timeIntervalSince(date)) <= 1e-9)
    }
    expectEqual(exact(Date(timeIntervalSince1970: 1_795_273_445.5)), #""2026-11-21T15:04:05.5Z""#)
    expectEqual(exact(Date(timeIntervalSince1970: 1_795_273_445)), #""2026-11-21T15:04:05Z""#)
  }

  // MARK: The calendar of RFC 3339

  @Test(
    arguments: [
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("1582-10-04T00:00:00Z", -12_220_243_200),
      ("1582-10-10T00:00:00Z", -12_219_724_800), ("1582-10-15T00:00:00Z", -12_219_292_800),
      ("1500-03-01T00:00:00Z", -14_826_672_000), ("1600-02-29T23:59:59Z", -11_670_912_001),
    ] as [(String, Double)])
  func `its rules hold before 1582`(text: String, seconds: Double) {
    expectEqual(date(text), Date(timeIntervalSince1970: seconds))
    expectEqual(String(decoding: Date(timeIntervalSince1970: seconds).json, as: UTF8.self), "\"\(text)\"")
  }

  @Test func `each of the years 1 to 9999 has its days`() throws {
    func text(_ year: Int, _ rest: String) -> String { String(String(10_000 + year).dropFirst()) + rest }
    var first = Date(timeIntervalSince1970: -62_135_596_800)
    for year in 1...9999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let start = text(year, "-01-01T00:00:00Z")
      guard date(start) == first, first.json == start.json else {
        Issue.record("\(start) is \(date(start)?.timeIntervalSince1970 ?? 0), and is written as \(exact(first))")
        return
      }
      #expect((date(text(year, "-02-29T00:00:00Z")) != nil) == isLeap)
      expectEqual(date(text(year, "-03-01T00:00:00Z")), first + (isLeap ? 60 : 59) * 86_400)
      first += (isLeap ? 366 : 365) * 86_400
    }
    #expect(date("0000-12-31T23:59:59Z") == nil)
    #expect(date("10000-01-01T00:00:00Z") == nil)
  }

  @Test(arguments: [-1e300, -1e17, 1e17, 1e300, .infinity, -.infinity, .nan])
  func `a date beyond all calendars is written without a trap`(seconds: Double) {
    #expect(exact(Date(timeIntervalSince1970: seconds)).hasSuffix("Z\""))
    #expect(!Date(timeIntervalSince1970: seconds).json.isEmpty)
  }
}
