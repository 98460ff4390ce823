import ExpectSupport
import Foundation
import JSON
import Requests
import Testing

@Suite struct DecimalFormTests {
  private func read(_ json: String) throws -> Decimal? { Decimal(try JSONText(scanning: json.utf8)) }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.10", "0.1"), ("-1234.50", "-1234.5"), ("99999999999999999999999999999999999999", nil),
    ("0.00000000000000000000000000000000000001", nil), ("-12345678901234567890.123456789012345678", nil),
    ("1" + String(repeating: "0", count: 100), nil), ("0." + String(repeating: "0", count: 99) + "7", nil),
  ])
  func `is read from plain digits, and written so`(text: String, written: String?) throws {
    let number = try #require(try read("\"\(text)\""))
    expectEqual(String(decoding: number.json, as: UTF8.self), "\"\(written ?? text)\"")
    try expectEqual(read(String(decoding: number.json, as: UTF8.self)), number)
  }

  @Test(arguments: [
    "12.5", "null", #""""#, #"".5""#, #""5.""#, #""01""#, #""+1""#, #""1e2""#, #"" 1""#, #""1,5""#, #""١""#, #""NaN""#,
    #""0x1""#, #""1234567890123456789012345678901234567890.5""#,
    "\"" + String(repeating: "9", count: 1_000) + "\"",
  ])
  func `is not read from a number of JSON, or what a Decimal cannot represent`(json: String) throws {
    #expect(try read(json) == nil)
  }

  @Test(arguments: [("12.5", "12.5"), ("0.30", "0.3"), ("1e2", "100"), ("-125e-4", "-0.0125"), ("\"0.10\"", "0.1")])
  func `may be a number of JSON in a loose notation`(json: String, written: String) throws {
    let text = try JSONText(scanning: json.utf8).with(.loose)
    expectEqual(Decimal(text)?.description, written)
    expectEqual([Decimal?](try JSONText(scanning: "[null,\(json)]".utf8).with(.loose))?.last??.description, written)
  }

  @Test(arguments: ["1e200", "1e-200", "1234567890123456789012345678901234567890.5", "true", "\"1e2\""])
  func `refuses what a Decimal cannot represent in any notation`(json: String) throws {
    #expect(Decimal(try JSONText(scanning: json.utf8).with(.loose)) == nil)
  }

  @Test func `is described as the text of a decimal number`() {
    expectEqual(Decimal.schema, ["type": "string", "x-decimal": true])
    expectEqual(Decimal.nan.json, Array("null".utf8))
  }
}
