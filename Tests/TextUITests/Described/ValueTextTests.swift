import ExpectSupport
import Foundation
import Screens
import Testing

@testable import TextUI

@Suite struct ValueTextTests {
  private static let members: [Shape.Member] = [.init("amount", .decimal()), .init("currency", .text())]

  private func text(_ shape: Shape, _ json: String) throws -> String? {
    ValueText(shape).text(try JSONText(scanning: json.utf8), .english)
  }

  @Test func `an amount of money has its currency and its decimals`() throws {
    let money = #"{"amount":"1.50","currency":"USD"}"#
    try expectEqual(text(.record("Money", Self.members).asMoney, money), "$1.50")
    try expectEqual(text(.record("Money", Self.members).asMoney, #"{"amount":"1234.5","currency":"EUR"}"#), "€1,234.50")
    #expect(try text(.optional(.record("Money", Self.members).asMoney), "null") == nil)
    // The same names alone make no amount of money.
    try expectEqual(text(.record("Pair", Self.members), money), "1.50, USD")
  }

  @Test(
    arguments: [
      (.date, "2026-11-20T14:04:05Z", "Nov 20, 2026 at 3:04 PM", "20. Nov. 2026, 15:04"),
      (.text(format: .date), "2026-11-20", "Nov 20, 2026", "20. Nov. 2026"),
      (.text(format: .timeOfDay), "15:04", "3:04 PM", "15:04"),
      (.text(format: .localDateTime), "2026-11-20T15:04", "Nov 20, 2026 at 3:04 PM", "20. Nov. 2026, 15:04"),
      (.text(), "2026-11-20", "2026-11-20", "2026-11-20"),
    ] as [(Shape, String, String, String)])
  private func `a column has days and times as people write them`(
    shape: Shape, json: String, english: String, german: String
  ) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let row = RowText(.record("Row", [.init("value", shape)]), "id", [], DateClock(timeZone: berlin))
    let columns = row.columns(described: [])
    let value = try JSONText(scanning: #"{"value":"\#(json)"}"#.utf8)
    expectEqual(row.cells(value, columns, .english, in: Locale(identifier: "en_US")), [english])
    expectEqual(row.cells(value, columns, .english, in: Locale(identifier: "de_DE")), [german])
    // Lines in a pipe have them as they are typed.
    let typed = ValueText(shape, clock: DateClock(timeZone: berlin)).text(try #require(value["value"]), .english)
    expectEqual(row.cells(value, columns, .english, in: nil), [typed])
  }

  @Test func `a record is shown in the order of its description`() throws {
    let shape = Shape.record(
      "Book",
      [.init("title", .text()), .init("isLent", .boolean), .init("copies", .integer()), .init("author", .text())])
    try expectEqual(
      text(shape, #"{"author":"Emma","copies":2,"isLent":true,"title":"Persuasion"}"#),
      "Persuasion, lent, copies 2, Emma")
  }

  @Test(
    arguments: [
      (.text(), "TEXT", "a text"), (.secret, "TEXT", "a text"), (.integer(), "NUMBER", "a whole number"),
      (.boolean, "on|off", "on or off"), (.choice(nil, ["a", "b"]), "a|b", "one of a, b"),
      (.optional(.boolean), "on|off", "on or off, or nothing"), (.list(.text()), "JSON", "a JSON value"),
      (.json(), "JSON", "a JSON value"),
    ] as [(Shape, String, String)])
  private func `says what is typed`(shape: Shape, usage: String, expectation: String) {
    expectEqual(ValueText(shape).usage, usage)
    expectEqual(ValueText(shape).expectation(.english).description, expectation)
  }

  @Test func `reads what is typed`() throws {
    try expectEqual(ValueText(.choice(nil, ["red", "blue"])).json("bl", .english), Array(#""blue""#.utf8))
    try expectEqual(ValueText(.boolean).json("yes", .english), Array("true".utf8))
    try expectEqual(ValueText(.optional(.integer())).json("", .english), Array("null".utf8))
    #expect(throws: TypedValue.Failure.self) { try ValueText(.integer()).json("many", .english) }
    try expectEqual(ValueText(.list(.integer())).json("[1, 2]", .english), Array("[1, 2]".utf8))
    #expect(ValueText(.secret).isSecret && ValueText(.optional(.secret)).isSecret)
  }
}
