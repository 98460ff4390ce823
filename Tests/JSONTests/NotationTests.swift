import ExpectSupport
import JSON
import Testing

@Suite struct NotationTests {
  private func text(_ json: String, _ notation: JSONText.Notation = .loose) throws -> JSONText {
    try JSONText(scanning: json.utf8).with(notation)
  }

  @Test(arguments: [
    ("1234.56", "1234.56"), ("0.1", "0.1"), ("-0.07", "-0.07"), ("5", "5"), ("1e2", "100"), ("0.30", "0.3"),
    ("12345678901234567.89", "12345678901234567.89"), ("1.5E+3", "1500"), ("125e-4", "0.0125"), ("0.5e1", "5"),
    ("-1.25e1", "-12.5"), ("0", "0"), ("0e5", "0"), ("-0.0", "0"), ("10e-1", "1"), ("100", "100"), ("0e-9999", "0"),
  ])
  func `a decimal number may be a JSON number, digit by digit`(json: String, digits: String) throws {
    try expectEqual(text(json).decimalText, digits)
    try expectEqual(text(json, .oldRecording).decimalText, digits)
    #expect(try text(json, .described).decimalText == nil)
  }

  @Test(arguments: ["0", "-0.50", "1234.50", "12345678901234567890.00"])
  func `the digits of a text stay as they are`(digits: String) throws {
    for notation in [JSONText.Notation.described, .loose] {
      try expectEqual(text("\"\(digits)\"", notation).decimalText, digits)
    }
  }

  @Test(arguments: [
    "1e401", "1e-401", "1e99999999999999999999", "true", "null", "[]", "{}", "\"1e2\"", "\"\"", "\"-\"", "\"01\"",
    "\"1.\"",
    "\".5\"", "\"+1\"", "\" 1\"", "\"1 \"", "\"1\\u0000\"", "\"--1\"", "\"NaN\"",
  ])
  func `other values are no decimal numbers`(json: String) throws {
    #expect(try text(json).decimalText == nil)
  }

  @Test func `all parts of a text have its notation`() throws {
    let json = try text(#"{"a":[1.5,{"b":2.5}],"c":"x"}"#)
    let list = try #require(json["a"])
    expectEqual(list.elements.map(\.notation), [.loose, .loose])
    expectEqual(list.elements.first { _ in true }?.decimalText, "1.5")
    expectEqual(list.elements.compactMap { $0["b"]?.decimalText }, ["2.5"])
    expectEqual(json.members.map(\.value.notation), [.loose, .loose])
    #expect(json.with(.described)["a"]?.elements.first { _ in true }?.decimalText == nil)
  }
}
