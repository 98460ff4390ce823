import Descriptions
import ExpectSupport
import Testing

@Suite struct SeriesTests {
  @Test func `is read and written`() throws {
    let day = try #require(LocalDate("2026-11-27"))
    let series = Series(
      unitOfX: "", unit: "messages",
      lines: [Series.Line("Ada", [.init(day: day, 3)]), Series.Line("All", [.init(0.5, 12), .init(2, -1.25)])])
    expectEqual(
      String(decoding: series.json, as: UTF8.self),
      #"{"lines":[{"name":"Ada","points":[{"x":"2026-11-27","y":3.0}]},{"name":"All","points":[{"x":0.5,"y":12.0},{"x":2.0,"y":-1.25}]}],"unit":"messages","unitOfX":""}"#
    )
    try expectEqual(Series(JSONText(scanning: series.json)), series)
  }

  @Test(arguments: ["true", "null", #""yesterday""#, "[]"]) func `refuses a position of another type`(_ json: String)
    throws
  {
    #expect(try Series.Position(JSONText(scanning: json.utf8)) == nil)
  }
}
