import Foundation
import JSON
import Testing

@testable import Requests

@Suite struct LooseNotationTests {
  private let decimal: JSON = ["type": "string", "x-decimal": true]

  private func strict(_ json: String, _ schema: JSON, _ notation: LooseNotation = .server) throws -> String {
    String(decoding: notation.strict(try JSONText(scanning: json.utf8), schema).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("1234.56", "1234.56"), ("0.1", "0.1"), ("-0.07", "-0.07"), ("5", "5"), ("1e2", "100"), ("0.30", "0.30"),
    ("12345678901234567.89", "12345678901234567.89"), ("1.5E+3", "1500"), ("125e-4", "0.0125"), ("0.5e1", "5"),
    ("-1.25e1", "-12.5"), ("0", "0"), ("0e5", "0"),
  ])
  func `a decimal number may be a JSON number, digit by digit`(json: String, text: String) throws {
    #expect(try strict(json, decimal) == "\"\(text)\"")
    #expect(try strict("{\"price\":\(json)}", ["properties": ["price": decimal]]) == "{\"price\":\"\(text)\"}")
  }

  @Test(arguments: ["1e401", "1e-401", "1e99999999999999999999", "true", "null", "[]", "{}", "\"1e2\""])
  func `other values stay as they are`(json: String) throws {
    #expect(try strict(json, decimal) == json)
  }

  @Test func `a number of another kind stays as it is`() throws {
    #expect(try strict("[1,1.5]", ["items": ["type": "integer"]]) == "[1,1.5]")
    #expect(try strict(#"{"extra":[1.50]}"#, ["properties": [:]]) == #"{"extra":[1.50]}"#)
  }

  @Test(
    arguments: [
      ("2026-11-21 15:04:05 +0000", "2026-11-21T15:04:05Z"), ("2026-11-21 10:04:05 -0500", "2026-11-21T15:04:05Z"),
      ("2026-11-21T15:04:05.25Z", "2026-11-21T15:04:05.25Z"), ("yesterday", "yesterday"),
    ])
  func `a date may have the form of seed 000`(date: String, text: String) throws {
    #expect(try strict("\"\(date)\"", Date.schema) == "\"\(text)\"")
    #expect(try strict("[null,\"\(date)\"]", [Date?].schema) == "[null,\"\(text)\"]")
  }

  @Test func `a date is a number in old recordings alone`() throws {
    #expect(try strict("816966245.5", Date.schema, .oldRecording) == #""2026-11-21T15:04:05.5Z""#)
    #expect(try strict("816966245.5", Date.schema) == "816966245.5")
  }

  @Test func `a variant is found by its type`() throws {
    let schema: JSON = [
      "oneOf": [
        .openObject("A", ["type": .discriminator("a"), "value": ["type": "number"]]),
        .openObject("B", ["type": .discriminator("b"), "value": decimal]),
      ]
    ]
    #expect(try strict(#"{"type":"a","value":1.5}"#, schema) == #"{"type":"a","value":1.5}"#)
    #expect(try strict(#"{"type":"b","value":1.5}"#, schema) == #"{"type":"b","value":"1.5"}"#)
  }
}
