import Descriptions
import Foundation
import Testing

@testable import Requests

@Suite struct LooseNotationTests {
  private let decimal = Shape.decimal()

  private func strict(_ json: String, _ shape: Shape, _ notation: LooseNotation = .server) throws -> String {
    String(decoding: notation.strict(try JSONText(scanning: json.utf8), shape).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("1234.56", "1234.56"), ("0.1", "0.1"), ("-0.07", "-0.07"), ("5", "5"), ("1e2", "100"), ("0.30", "0.30"),
    ("12345678901234567.89", "12345678901234567.89"), ("1.5E+3", "1500"), ("125e-4", "0.0125"), ("0.5e1", "5"),
    ("-1.25e1", "-12.5"), ("0", "0"), ("0e5", "0"),
  ])
  func `a decimal number may be a JSON number, digit by digit`(json: String, text: String) throws {
    #expect(try strict(json, decimal) == "\"\(text)\"")
    #expect(try strict("{\"price\":\(json)}", .record("Offer", [.init("price", decimal)])) == "{\"price\":\"\(text)\"}")
  }

  @Test(arguments: ["1e401", "1e-401", "1e99999999999999999999", "true", "null", "[]", "{}", "\"1e2\""])
  func `other values stay as they are`(json: String) throws {
    #expect(try strict(json, decimal) == json)
  }

  @Test func `a number of another kind stays as it is`() throws {
    #expect(try strict("[1,1.5]", .list(.integer())) == "[1,1.5]")
    #expect(try strict(#"{"extra":[1.50]}"#, .record("Empty", [])) == #"{"extra":[1.50]}"#)
  }

  @Test(
    arguments: [
      ("2026-11-21 15:04:05 +0000", "2026-11-21T15:04:05Z"), ("2026-11-21 10:04:05 -0500", "2026-11-21T15:04:05Z"),
      ("2026-11-21T15:04:05.25Z", "2026-11-21T15:04:05.25Z"), ("yesterday", "yesterday"),
    ])
  func `a date may have the form of seed 000`(date: String, text: String) throws {
    #expect(try strict("\"\(date)\"", .date) == "\"\(text)\"")
    #expect(try strict("[null,\"\(date)\"]", .list(.optional(.date))) == "[null,\"\(text)\"]")
  }

  @Test func `a date is a number in old recordings alone`() throws {
    #expect(try strict("816966245.5", .date, .oldRecording) == #""2026-11-21T15:04:05.5Z""#)
    #expect(try strict("816966245.5", .date) == "816966245.5")
  }

  @Test func `a variant is found by its type`() throws {
    let shape = Shape.variants(
      "Value", [.init("a", [.init("value", .number)]), .init("b", [.init("value", decimal)])])
    #expect(try strict(#"{"type":"a","value":1.5}"#, shape) == #"{"type":"a","value":1.5}"#)
    #expect(try strict(#"{"type":"b","value":1.5}"#, shape) == #"{"type":"b","value":"1.5"}"#)
  }
}
