import Descriptions
import ExpectSupport
import Testing

@Suite struct LocalDateTimeTests {
  @Test(arguments: ["00:00", "09:05", "23:59", "12:30:01"])
  func `reads and writes a time of day`(_ text: String) throws {
    expectEqual(TimeOfDay(text)?.description, text)
    let time = try #require(LocalDateTime("2026-11-27T\(text)"))
    expectEqual(time.description, "2026-11-27T\(text)")
    try expectEqual(LocalDateTime(JSONText(scanning: time.json)), time)
  }

  @Test(arguments: ["", "9:00", "24:00", "12:60", "12:00:60", "12:00:00.5", "12:00Z", "12-00", "12:00 "])
  func `refuses what no clock shows`(_ text: String) {
    #expect(TimeOfDay(text) == nil)
    #expect(LocalDateTime("2026-11-27T\(text)") == nil)
    #expect(LocalDateTime("2026-11-27 12:00") == nil)
  }

  @Test func `keeps a meeting in its zone`() throws {
    let local = try #require(LocalDateTime("2026-03-29T02:30"))
    let meeting = ZonedDateTime(local, zone: "Europe/Berlin")
    expectEqual(String(decoding: meeting.json, as: UTF8.self), #"{"local":"2026-03-29T02:30","zone":"Europe/Berlin"}"#)
    try expectEqual(ZonedDateTime(JSONText(scanning: meeting.json)), meeting)
  }

  @Test func `has a pattern where JSON Schema has no name`() {
    expectEqual(TimeOfDay.schema["x-format"], "time-of-day")
    #expect(LocalDateTime.schema["pattern"]?.string?.hasPrefix("^[0-9]{4}-") == true)
  }
}
