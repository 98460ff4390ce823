import ExpectSupport
import Foundation
import Testing
import Words

/// What a locale shows, and what it reads and refuses.
@Suite struct LocalNumbersTests {
  /// A text that was typed and what is read; for a refusal what it is elsewhere.
  typealias Row = (locale: String, text: String, result: String)

  static let locales = ["de", "en_US", "en_GB", "fr", "de_CH", "pt_BR", "hi", "ar_EG", "ja"]

  private func result(_ read: () throws -> String) -> String {
    do { return try read() } catch {
      let readings = (error as? LocalNumbers.ReadError)?.readings ?? ["another error"]
      return readings.isEmpty ? "-" : "? " + readings.joined(separator: " or ")
    }
  }

  @Test(
    arguments: [
      ("de", "1.500", "1500"), ("de", "1.234,5", "1234.5"), ("de", "12.345", "12345"), ("de", "1,500", "1.500"),
      ("de", "1.50", "? 1,50"), ("de", "1,234.5", "? 1.234,5"), ("de", "0.123", "? 0,123"), ("de", "1.23.456", "-"),
      ("de", "12,34,567", "-"), ("de", ",5", "-"), ("de", "5,", "-"), ("de", "", "-"), ("de", "x", "-"),
      ("de", "1;5", "-"),
      ("de", "007", "7"), ("de", "+3", "3"), ("de", "--3", "-"), ("de", "-0", "0"), ("de", "1e3", "1000"),
      ("de", "1,5e-2", "0.015"),
      ("en_US", "1,500", "1500"), ("en_US", "1,234.5", "1234.5"), ("en_US", "1.500", "1.500"),
      ("en_US", "1,50", "? 1.50"),
      ("en_US", "1.234,5", "? 1,234.5"), ("en_GB", "1,234,567.89", "1234567.89"), ("en_GB", "12,34", "? 12.34"),
      ("fr", "1\u{202F}500", "1500"), ("fr", "1\u{A0}500,5", "1500.5"), ("fr", "1 500", "1500"), ("fr", "1,5", "1.5"),
      ("fr", "1.500", "? 1,500 or 1 500"), ("fr", "1.50", "? 1,50"), ("fr", "1  500", "-"),
      ("de_CH", "1’500.5", "1500.5"), ("de_CH", "1'500", "1500"), ("de_CH", "1.5", "1.5"), ("de_CH", "1,5", "? 1.5"),
      ("de_CH", "1,500", "? 1’500 or 1.500"), ("pt_BR", "1.234,56", "1234.56"), ("pt_BR", "1.5", "? 1,5"),
      ("hi", "12,34,567.5", "1234567.5"), ("hi", "1,234,567", "1234567"), ("hi", "१२.५", "12.5"),
      ("hi", "123,45", "? 123.45"),
      ("ar_EG", "١٢٫٥", "12.5"), ("ar_EG", "١٬٥٠٠", "1500"), ("ar_EG", "12.5", "12.5"), ("ar_EG", "\u{61C}-١٢", "-12"),
      ("ar_EG", "1.234,5", "? ١٬٢٣٤٫٥"), ("ja", "１，５００．５", "1500.5"), ("ja", "1,5", "? 1.5"),
      ("ja", "－3", "-3"), ("sv", "\u{2212}5,5", "-5.5"), ("de", "\u{2013} 5", "-5"), ("en_US", "1'500", "1500"),
    ] as [Row])
  func `reads a number as the locale writes it, and refuses another one`(row: Row) {
    let numbers = LocalNumbers(Locale(identifier: row.locale))
    expectEqual(result { try numbers.number(row.text) }, row.result)
  }

  @Test(
    arguments: [
      ("de", "1.500", "1500"), ("de", "1,5", "-"), ("de", "1,500", "? 1.500"), ("en_US", "1,500", "1500"),
      ("en_US", "1.500", "? 1,500"), ("en_US", "3.0", "-"), ("fr", "12\u{202F}345", "12345"),
      ("fr", "1.500", "? 1 500"),
      ("de_CH", "1’500", "1500"), ("ar_EG", "١٢٣", "123"), ("hi", "1,23,456", "123456"),
      ("de", "9.007.199.254.740.993", "9007199254740993"), ("ja", "１２", "12"), ("en_US", "1e3", "-"),
    ] as [Row])
  func `a whole number has no fraction, and what would be one here is refused`(row: Row) {
    let numbers = LocalNumbers(Locale(identifier: row.locale))
    expectEqual(result { try numbers.integer(row.text) }, row.result)
  }

  @Test(
    arguments: [
      ("de", "12,50 €", "12.50 EUR"), ("de", "-12,50€", "-12.50 EUR"), ("de", "EUR 1.500", "1500 EUR"),
      ("de", "5 $", "5 USD"),
      ("de", "12.50 EUR", "? 12,50 €"), ("de", "5", "-"), ("de", "€", "-"), ("de", "€ 5 €", "-"),
      ("de", "5 Taler", "-"),
      ("en_US", "$1,234.50", "1234.50 USD"), ("en_US", "-$5", "-5 USD"), ("en_US", "$-5", "-5 USD"),
      ("en_US", "5 eur", "5 EUR"),
      ("en_GB", "£5", "5 GBP"), ("en_GB", "$5", "-"), ("en_GB", "US$5", "5 USD"), ("fr", "1 234,50 €", "1234.50 EUR"),
      ("fr", "1.500 €", "? 1,50 € or 1 500,00 €"), ("de_CH", "CHF 1’234.50", "1234.50 CHF"),
      ("de_CH", "12.50 €", "12.50 EUR"),
      ("pt_BR", "R$ 1.234,50", "1234.50 BRL"), ("hi", "₹1,23,456", "123456 INR"), ("ja", "￥500", "500 JPY"),
      ("ar_EG", "١٢٫٥٠ €", "12.50 EUR"),
    ] as [Row])
  func `reads an amount with its currency`(row: Row) {
    let numbers = LocalNumbers(Locale(identifier: row.locale))
    expectEqual(
      result {
        let (amount, currency) = try numbers.amount(row.text)
        return "\(amount) \(currency)"
      }, row.result)
  }

  @Test(
    arguments: [
      ("de", "25 %", "0.25"), ("de", "25,5%", "0.255"), ("en_US", "12.5%", "0.125"), ("fr", "25,5\u{202F}%", "0.255"),
      ("ar_EG", "٢٥٪", "0.25"), ("tr", "%25", "0.25"), ("de", "25", "? 25 % or 2.500 %"), ("de", "0", "0"),
      ("de", "25.5 %", "? 25,5 %"), ("de", "5 % %", "-"), ("ja", "２５％", "0.25"),
    ] as [Row])
  func `reads a part of a hundred by its sign, and asks for the sign`(row: Row) {
    let numbers = LocalNumbers(Locale(identifier: row.locale))
    expectEqual(result { try numbers.percent(row.text) }, row.result)
  }

  @Test(
    arguments: [
      ("de", "90", "90"), ("de", "1 Std. 5 Min.", "3900"), ("de", "1,5 h", "5400"), ("de", "1.5 h", "? 1,5"),
      ("en_US", "1 hr, 5 min", "3900"), ("en_US", "2 minutes", "120"), ("en_US", "1h5m30s", "3930"),
      ("fr", "1 h et 5 min", "3900"),
      ("ja", "1時間 5分", "3900"), ("ar_EG", "١ س ٥ د", "3900"), ("en_US", "-5 min", "-300"), ("en_US", "5 min 1 h", "-"),
      ("en_US", "1.5 h 5 min", "-"), ("en_US", "5 parsecs", "-"), ("hi", "1 घं॰, 5 मि॰", "3900"),
      ("pt_BR", "1 h e 5 min", "3900"),
    ] as [Row])
  func `reads a span of time in seconds, or by its units`(row: Row) {
    let numbers = LocalNumbers(Locale(identifier: row.locale))
    expectEqual(result { try numbers.seconds(row.text) }, row.result)
  }

  @Test(arguments: [
    ("de", ["1.234.567,50", "-0,5", "1.234,50 €", "-12 ¥", "25 %", "-25,5 %"]),
    ("en_US", ["1,234,567.50", "-0.5", "€1,234.50", "-¥12", "25%", "-25.5%"]),
    ("en_GB", ["1,234,567.50", "-0.5", "€1,234.50", "-JP¥12", "25%", "-25.5%"]),
    ("fr", ["1 234 567,50", "-0,5", "1 234,50 €", "-12 JPY", "25 %", "-25,5 %"]),
    ("de_CH", ["1’234’567.50", "-0.5", "EUR 1’234.50", "¥-12", "25%", "-25.5%"]),
    ("pt_BR", ["1.234.567,50", "-0,5", "€ 1.234,50", "-JP¥ 12", "25%", "-25,5%"]),
    ("hi", ["12,34,567.50", "-0.5", "€1,234.50", "-JP¥12", "25%", "-25.5%"]),
    ("ja", ["1,234,567.50", "-0.5", "€1,234.50", "-¥12", "25%", "-25.5%"]),
  ])
  func `shows numbers with all their digits, and amounts with the decimals of the currency`(
    locale: String, texts: [String]
  ) {
    let numbers = LocalNumbers(Locale(identifier: locale))
    expectEqual(
      [
        numbers.text("1234567.50"), numbers.text("-0.5"), numbers.amount("1234.5", currency: "EUR"),
        numbers.amount("-12", currency: "JPY"), numbers.percent(0.25), numbers.exactPercent("-0.255"),
      ], texts)
  }

  @Test(arguments: locales) func `reads all that it shows`(locale: String) throws {
    let numbers = LocalNumbers(Locale(identifier: locale))
    for number in ["0", "7", "-12", "1500", "-1234567.50", "0.001", "12345678901234567890.12", "-0.5"] {
      try expectEqual(numbers.number(numbers.text(number)), number)
    }
    for (amount, currency) in [
      ("1234.50", "EUR"), ("-7.00", "USD"), ("500", "JPY"), ("0.125", "KWD"), ("12.00", "CHF"),
    ] {
      let read = try numbers.amount(numbers.amount(amount, currency: currency))
      #expect(read == (amount, currency))
    }
    for part in ["0.25", "-0.255", "1", "12.345"] { try expectEqual(numbers.percent(numbers.exactPercent(part)), part) }
  }

  @Test func `an amount keeps more decimals than its currency has`() {
    let numbers = LocalNumbers(Locale(identifier: "de"))
    expectEqual(numbers.amount("0.125", currency: "EUR"), "0,125 €")
    expectEqual(numbers.amount("12.5000", currency: "EUR"), "12,50 €")
    expectEqual(numbers.amount("12", currency: "???"), numbers.amount("12", currency: "???"))
    expectEqual(numbers.amount("x", currency: "EUR"), "x EUR")
    expectEqual(numbers.text("no number"), "no number")
  }
}
