import Foundation
import Testing

@testable import Services

@Suite struct WireDateTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-21T15:04:05Z", 1_795_273_445), ("2026-11-21t15:04:05z", 1_795_273_445),
      ("2026-11-21 15:04:05 +0000", 1_795_273_445), ("2026-11-21 10:04:05 -0500", 1_795_273_445),
      ("2026-11-21T20:34:05+05:30", 1_795_273_445), ("2026-11-21T15:04:05.25Z", 1_795_273_445.25),
      ("2000-02-29T12:00:00-00:00", 951_825_600), ("1969-12-31T23:59:59Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("1600-02-29T00:00:00Z", -11_670_998_400), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2026-11-21T15:04:05.\(String(repeating: "0", count: 5_000))Z", 1_795_273_445),
    ] as [(String, Double)])
  func `is read as RFC 3339 and in the form of seed 000`(text: String, seconds: Double) {
    #expect(WireDate(text)?.date == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [1900, 2000, 2023, 2024])
  func `accepts the last day of each month and not the next`(year: Int) {
    func text(_ month: Int, _ day: Int) -> String {
      "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)T00:00:00Z"
    }
    let isLeap = year == 2000 || year == 2024
    for (month, days) in zip(1...12, [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
      let last = WireDate(text(month, days))?.date
      let first = month < 12 ? WireDate(text(month + 1, 1)) : WireDate("\(year + 1)-01-01T00:00:00Z")
      #expect(last != nil && last?.addingTimeInterval(86_400) == first?.date)
      #expect(WireDate(text(month, days + 1)) == nil)
    }
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T15:04:05", "2026-11-21T15:04Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-00T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T15:60:00Z", "2026-11-21T15:04:61Z", "2026-11-21T15:04:05.Z",
    "2026-11-21T15:04:05Z ", " 2026-11-21T15:04:05Z", "2026-11-21T15:04:05+24:00", "2026-11-21T15:04:05+0",
    "26-11-21T15:04:05Z", "２026-11-21T15:04:05Z", "1795273445",
    "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01",
  ])
  func `refuses other texts`(text: String) {
    #expect(WireDate(text) == nil)
  }

  @Test func `is written as RFC 3339 in UTC`() {
    #expect(
      String(decoding: Wire.encode([WireDate(Date(timeIntervalSince1970: 1_795_273_445))]), as: UTF8.self)
        == #"["2026-11-21T15:04:05Z"]"#)
  }
}
