import Formatting
import Foundation
import Models
import Testing

@Suite("Currency format")
struct CurrencyFormatTests {
  private let format = CurrencyFormat()

  @Test(
    "reads as in the United States",
    arguments: [
      ("1234.56", "$1,234.56"), ("0", "$0.00"), ("0.1", "$0.10"), ("-1234.56", "-$1,234.56"), ("-0.01", "-$0.01"),
      ("1000000", "$1,000,000.00"), ("12345678901234567890.12", "$12,345,678,901,234,567,890.12"),
      ("99999999999999999999999999999999999999", "$99,999,999,999,999,999,999,999,999,999,999,999,999.00"),
    ])
  func dollars(amount: String, text: String) throws {
    #expect(format.text(try Money(amount)) == text)
  }

  @Test(
    "rounds half to even, and never shows a negative zero",
    arguments: [
      ("0.005", "$0.00"), ("0.015", "$0.02"), ("0.025", "$0.02"), ("0.0251", "$0.03"), ("-0.001", "$0.00"),
      ("1.995", "$2.00"), ("-1.999", "-$2.00"),
    ])
  func rounding(amount: String, text: String) throws {
    #expect(format.text(try Money(amount)) == text)
  }

  @Test("shows a placeholder where there is no value")
  func placeholder() {
    #expect(format.text(nil) == "--")
  }

  @Test(
    "follows the currency and the locale",
    arguments: [
      ("en_US", "JPY", "¥1,235"), ("en_US", "EUR", "€1,234.56"), ("de_DE", "USD", "1.234,56 $"),
      ("fr_FR", "EUR", "1 234,56 €"), ("en_US", "CLF", "CLF 1,234.5600"), ("en_US", "UYI", "UYI 1,235"),
      ("en_US", "KWD", "KWD 1,234.560"),
    ])
  func others(locale: String, currency: String, text: String) throws {
    let format = CurrencyFormat(locale: Locale(identifier: locale))
    #expect(format.text(try Money("1234.56", Currency(currency))) == text)
  }
}
