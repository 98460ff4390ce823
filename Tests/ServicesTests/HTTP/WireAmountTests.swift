import Foundation
import Models
import Testing

@testable import Services

@Suite struct WireAmountTests {
  private func amount(_ json: String) throws -> String {
    try Wire.decode(Wire.Amount.self, Data(#"{"amount":\#(json),"currency":"USD"}"#.utf8)).money.amountText
  }

  @Test(arguments: [
    (#""1234.56""#, "1234.56"), ("1234.56", "1234.56"), ("0.1", "0.10"), ("-0.07", "-0.07"), ("5", "5.00"),
    ("12345678901234567.89", "12345678901234567.89"), ("1e2", "100.00"), ("0.30", "0.30"),
    ("1234567890123456789012345678901234.567", "1234567890123456789012345678901234.567"),
  ])
  func `is a decimal string or a number, digit by digit`(json: String, text: String) throws {
    #expect(try amount(json) == text)
  }

  @Test(arguments: [
    #""""#, #""1e2""#, #""1,000""#, "true", "null", "[]", "{}", "1e400", #""NaN""#, "NaN",
    "1e127", "1e-100", "1234567890123456789012345678901234567890123", "9.99999999999999999999999999999999999999999",
    "0.123456789012345678901234567890123456789012345",
  ])
  func `refuses other values`(json: String) {
    #expect(throws: (any Error).self) { try amount(json) }
  }
}
