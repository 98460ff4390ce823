import ExpectSupport
import Formatting
import Foundation
import Models
import Testing

@Suite struct CurrencyFormatTests {
  private let format = CurrencyFormat()

  @Test(arguments: [
    ("1234.56", "$1,234.56"), ("0", "$0.00"), ("0.1", "$0.10"), ("-1234.56", "-$1,234.56"), ("-0.01", "-$0.01"),
    ("1000000", "$1,000,000.00"), ("12345678901234567890.12", "$12,345,678,901,234,567,890.12"),
    ("99999999999999999999999999999999999999", "$99,999,999,999,999,999,999,999,999,999,999,999,999.00"),
  ])
  func `formats dollars as in the United States`(amount: String, text: String) throws {
    expectEqual(format.text(try Money(amount)), text)
  }

  @Test(arguments: [
    ("0.005", "$0.00"), ("0.015", "$0.02"), ("0.025", "$0.02"), ("0.0251", "$0.03"), ("-0.001", "$0.00"),
    ("1.995", "$2.00"), ("-1.999", "-$2.00"),
  ])
  func `rounds half to even, and has no negative zero`(amount: String, text: String) throws {
    expectEqual(format.text(try Money(amount)), text)
  }

  @Test func `formats nil as the placeholder`() {
    expectEqual(format.text(nil), "--")
  }

  @Test(arguments: [
    ("en_US", "JPY", "¥1,235"), ("en_US", "EUR", "€1,234.56"), ("de_DE", "USD", "1.234,56 $"),
    ("fr_FR", "EUR", "1 234,56 €"), ("en_US", "CLF", "CLF 1,234.5600"), ("en_US", "UYI", "UYI 1,235"),
    ("en_US", "KWD", "KWD 1,234.560"),
  ])
  func `depends on the currency and the locale`(locale: String, currency: String, text: String) throws {
    let format = CurrencyFormat(locale: Locale(identifier: locale))
    expectEqual(format.text(try Money("1234.56", Currency(currency))), text)
  }
}
