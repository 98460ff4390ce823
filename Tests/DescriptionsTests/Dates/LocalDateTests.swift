import Descriptions
import ExpectSupport
import Testing

@Suite struct LocalDateTests {
  @Test(arguments: ["0001-01-01", "1582-10-10", "1970-01-01", "2000-02-29", "2026-11-27", "9999-12-31"])
  func `is the text that it was made of`(_ text: String) throws {
    let date = try #require(LocalDate(text))
    expectEqual(date.description, text)
    try expectEqual(LocalDate(JSONText(scanning: #""\#(text)""#.utf8)), date)
    expectEqual(String(decoding: date.json, as: UTF8.self), #""\#(text)""#)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-27T00:00", "26-11-27", "2026-1-27", "2026-02-29", "1900-02-29", "2026-04-31",
    "2026-13-01", "2026-00-01", "2026-01-00", "0000-01-01", "-001-01-01", "2026/11/27", "2026-11-27 ", "٢٠٢٦-١١-٢٧",
  ])
  func `refuses what is not a day`(_ text: String) {
    #expect(LocalDate(text) == nil)
  }

  @Test func `counts days over leap years and before 1970`() throws {
    expectEqual(LocalDate(daysSince1970: 0).description, "1970-01-01")
    expectEqual(LocalDate(daysSince1970: -1).description, "1969-12-31")
    for number in stride(from: -800_000, to: 3_000_000, by: 997) {
      let date = LocalDate(daysSince1970: number)
      expectEqual(date.daysSince1970, number)
      #expect(date < date.adding(days: 1))
    }
    expectEqual(LocalDate("2024-02-28")?.adding(days: 2).description, "2024-03-01")
  }

  @Test func `is in a schema what JSON Schema calls a date`() {
    expectEqual(LocalDate.schema, ["type": "string", "format": "date"])
    expectEqual(LocalDate.expectation, "a date such as 2026-11-27")
  }
}
