import Foundation
import Testing
import TextUI

@MainActor @Suite struct DateFieldTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  @Test func `takes a day or a moment, in its time zone`() throws {
    let field = DateField("due", timeZone: berlin)
    var published: [Date?] = []
    let cancellable = field.datePublisher.sink { published.append($0) }
    #expect(Style.plain.text(field.line) == "due: (empty)")
    try field.type("2026-11-21")
    #expect(Style.plain.text(field.line) == "due: 2026-11-21")
    try field.type("2026-11-21T15:04:05Z")
    #expect(Style.plain.text(field.line) == "due: 2026-11-21T16:04:05+01:00")
    try field.type("2026-11-21T00:00:00+01:00")
    #expect(Style.plain.text(field.line) == "due: 2026-11-21")
    #expect(published.map { $0?.timeIntervalSince1970 } == [1_795_215_600, 1_795_273_445, 1_795_215_600])
    cancellable.cancel()
  }

  @Test(arguments: [
    "", "tomorrow", "2026-02-30", "2026-13-01", "26-1-1", "2026-11-21 15:04", "2026-11-21T15:04:05", "21.11.2026",
    "2026-11-21T25:00:00Z", "٢٠٢٦-١١-٢١", "2026-11-21\"",
  ])
  func `refuses what is not a date`(text: String) throws {
    let field = DateField("due")
    try field.type("2026-11-21")
    let message = "The field due takes a date, such as 2026-11-21 or 2026-11-21T15:04:05Z."
    #expect(throws: CommandError(message)) { try field.type(text) }
    #expect(Style.plain.text(field.line) == "due: 2026-11-21")
  }

  @Test func `an optional one can be emptied`() throws {
    let field = DateField("due", isOptional: true)
    try field.type("2026-11-21")
    try field.type("")
    #expect(field.date == nil)
  }
}
