import Foundation
import Models
import Testing

@Suite("Money")
struct MoneyTests {
  @Test(
    "reads and writes plain decimal numbers, digit by digit",
    arguments: [
      ("0", "0.00"), ("-0", "0.00"), ("0.1", "0.10"), ("1234.5", "1234.50"), ("1234.56", "1234.56"),
      ("-1234.56", "-1234.56"), ("0.001", "0.001"), ("100", "100.00"), ("1000000000000", "1000000000000.00"),
      ("12345678901234567890123456789012345.678", "12345678901234567890123456789012345.678"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999.00"),
      ("0.0000000000000000000000000000000000001", "0.0000000000000000000000000000000000001"),
    ])
  func roundTrip(text: String, written: String) throws {
    let money = try Money(text)
    #expect(money.amountText == written)
    #expect(try Money(money.amountText) == money)
  }

  @Test("is exact where a binary fraction is not")
  func exactness() throws {
    let tenth = try Money("0.1")
    let sum = try (1...10).reduce(Money.zero) { sum, _ in try sum.adding(tenth) }
    #expect(sum == Money(amount: 1))
    #expect(try Money("0.3") == tenth.adding(Money("0.2")))
  }

  @Test(
    "refuses everything else",
    arguments: [
      "", "-", "+1", " 1", "1 ", ".5", "5.", "1e3", "1E3", "1,234.56", "1,5", "01", "00", "-01", "--1", "1.2.3", "NaN",
      "inf", "0x10", "١", "1_000", "$1", "1\u{0}", "１",
    ])
  func badAmounts(text: String) {
    #expect(throws: MoneyError.badAmount) { try Money(text) }
  }

  @Test(
    "refuses more digits than it keeps",
    arguments: ["1" + String(repeating: "0", count: 38), "0." + String(repeating: "0", count: 37) + "1"])
  func tooManyDigits(text: String) {
    #expect(throws: MoneyError.tooManyDigits) { try Money(text) }
  }

  @Test("adds and subtracts within one currency only")
  func arithmetic() throws {
    let yen = try Currency("JPY")
    #expect(try Money("100").subtracting(Money("19.99")) == Money("80.01"))
    #expect(try Money("1").subtracting(Money("2")).isNegative)
    #expect(throws: MoneyError.currencyMismatch) { try Money("1").adding(Money("1", yen)) }
    #expect(throws: MoneyError.currencyMismatch) { try Money("1").subtracting(Money("1", yen)) }
  }

  @Test(
    "shows as many fraction digits as the currency has",
    arguments: [("JPY", "5"), ("UYI", "5"), ("USD", "5.00"), ("KWD", "5.000"), ("CLF", "5.0000"), ("UYW", "5.0000")])
  func minorUnits(code: String, text: String) throws {
    #expect(try Money("5", Currency(code)).amountText == text)
  }

  @Test("knows a currency by three capital letters", arguments: ["", "US", "USDX", "usd", "U1D", "ÜSD"])
  func badCurrencies(code: String) {
    #expect(throws: MoneyError.badCurrency) { try Currency(code) }
  }

  @Test("describes itself, and each error says what is expected")
  func descriptions() throws {
    #expect(try "\(Money("1234.5"))" == "1234.50 USD")
    #expect("\(MoneyError.badAmount)" == "An amount is a plain decimal number, such as 1234.56.")
    #expect("\(MoneyError.tooManyDigits)" == "An amount has at most 38 digits.")
    #expect("\(MoneyError.badCurrency)" == "A currency is three capital letters, such as USD.")
    #expect("\(MoneyError.currencyMismatch)" == "Amounts of different currencies do not go together.")
  }
}

@Suite("Money as JSON")
struct MoneyCodingTests {
  private func decode(_ json: String) throws -> Money {
    try JSONDecoder().decode(Money.self, from: Data(json.utf8))
  }

  @Test("is an amount in a text, and a currency")
  func shape() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(Money("1234.56"))
    #expect(String(decoding: json, as: UTF8.self) == #"{"amount":"1234.56","currency":"USD"}"#)
    #expect(try decode(#"{"amount":"1234.56","currency":"USD"}"#) == Money("1234.56"))
  }

  @Test("takes no number for an amount")
  func numberIsRefused() {
    #expect(throws: DecodingError.self) { try decode(#"{"amount":12.5,"currency":"USD"}"#) }
  }

  @Test(
    "says where a bad field is, and not what was in it",
    arguments: [
      (#"{"amount":"tuppence","currency":"USD"}"#, "amount", MoneyError.badAmount),
      (#"{"amount":"1","currency":"tuppence"}"#, "currency", MoneyError.badCurrency),
    ])
  func badFields(json: String, field: String, error: MoneyError) throws {
    let thrown = #expect(throws: DecodingError.self) { try decode(json) }
    guard case .dataCorrupted(let context) = thrown else {
      Issue.record("not a dataCorrupted error: \(String(describing: thrown))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == [field])
    #expect(context.debugDescription == error.description)
    #expect(!String(reflecting: thrown).contains("tuppence"))
  }
}
