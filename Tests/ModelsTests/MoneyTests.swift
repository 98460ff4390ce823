import ExpectSupport
import Foundation
import Models
import Testing

@Suite struct MoneyTests {
  @Test(arguments: [
    ("0", "0.00"), ("-0", "0.00"), ("0.1", "0.10"), ("1234.5", "1234.50"), ("1234.56", "1234.56"),
    ("-1234.56", "-1234.56"), ("0.001", "0.001"), ("100", "100.00"), ("1000000000000", "1000000000000.00"),
    ("12345678901234567890123456789012345.678", "12345678901234567890123456789012345.678"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999.00"),
    ("0.0000000000000000000000000000000000001", "0.0000000000000000000000000000000000001"),
  ])
  func `parses and writes plain decimal numbers exactly`(text: String, written: String) throws {
    let money = try Money(text)
    expectEqual(money.amountText, written)
    try expectEqual(Money(money.amountText), money)
  }

  @Test func `is exact where a binary fraction is not`() throws {
    let tenth = try Money("0.1")
    let sum = try (1...10).reduce(Money.zero) { sum, _ in try sum.adding(tenth) }
    expectEqual(sum, Money(amount: 1))
    try expectEqual(Money("0.3"), tenth.adding(Money("0.2")))
  }

  @Test(arguments: [
    "", "-", "+1", " 1", "1 ", ".5", "5.", "1e3", "1E3", "1,234.56", "1,5", "01", "00", "-01", "--1", "1.2.3", "NaN",
    "inf", "0x10", "١", "1_000", "$1", "1\u{0}", "１",
  ])
  func `refuses other texts`(text: String) {
    #expect(throws: MoneyError.badAmount) { try Money(text) }
  }

  @Test(arguments: ["1" + String(repeating: "0", count: 38), "0." + String(repeating: "0", count: 37) + "1"])
  func `refuses more digits than it represents exactly`(text: String) {
    #expect(throws: MoneyError.tooManyDigits) { try Money(text) }
  }

  @Test func `adds and subtracts within one currency only`() throws {
    let yen = try Currency("JPY")
    try expectEqual(Money("100").subtracting(Money("19.99")), Money("80.01"))
    #expect(try Money("1").subtracting(Money("2")).isNegative)
    #expect(throws: MoneyError.currencyMismatch) { try Money("1").adding(Money("1", yen)) }
    #expect(throws: MoneyError.currencyMismatch) { try Money("1").subtracting(Money("1", yen)) }
  }

  @Test func `adds and subtracts exactly, or not at all`() throws {
    let large = try Money(String(repeating: "9", count: 38))
    let cent = try Money("0.01")
    #expect(throws: MoneyError.tooManyDigits) { try large.adding(cent) }
    #expect(throws: MoneyError.tooManyDigits) { try large.subtracting(cent) }
    #expect(throws: MoneyError.tooManyDigits) { try cent.subtracting(large) }
    try expectEqual(large.subtracting(large), .zero)
    try expectEqual(large.adding(Money("1")).amount, Decimal(sign: .plus, exponent: 38, significand: 1))
    let most = Money(amount: .greatestFiniteMagnitude)
    #expect(throws: MoneyError.tooManyDigits) { try most.adding(most) }
    #expect(throws: MoneyError.tooManyDigits) { try Money.zero.subtracting(most).subtracting(most) }
  }

  @Test(arguments: [
    ("JPY", "5"), ("UYI", "5"), ("USD", "5.00"), ("KWD", "5.000"), ("CLF", "5.0000"), ("UYW", "5.0000"),
  ])
  func `writes the fraction digits of the currency`(code: String, text: String) throws {
    try expectEqual(Money("5", Currency(code)).amountText, text)
  }

  @Test(arguments: ["", "US", "USDX", "usd", "U1D", "ÜSD"])
  func `refuses a currency that is not three capital letters`(code: String) {
    #expect(throws: MoneyError.badCurrency) { try Currency(code) }
  }

  @Test func `has descriptions, as its errors have`() throws {
    try expectEqual("\(Money("1234.5"))", "1234.50 USD")
    expectEqual("\(MoneyError.badAmount)", "An amount is a plain decimal number, such as 1234.56.")
    expectEqual("\(MoneyError.tooManyDigits)", "An amount has at most 38 digits.")
    expectEqual("\(MoneyError.badCurrency)", "A currency is three capital letters, such as USD.")
    expectEqual("\(MoneyError.currencyMismatch)", "Amounts of different currencies do not go together.")
  }
}
