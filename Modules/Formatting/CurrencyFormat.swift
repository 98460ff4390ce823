public import Foundation
public import Models
import Words

/// Formats money for people of a locale: "$1,234.56" in the United States.
///
/// The first text of a process loads ICU's tables, which takes about 2 ms and 10 MB; later ones take microseconds.
public struct CurrencyFormat: Sendable {
  /// The text for a missing value.
  public static let placeholder = "--"

  private let numbers: LocalNumbers

  /// Creates a format for a locale.
  public init(locale: Locale = Locale(identifier: "en_US")) { numbers = LocalNumbers(locale) }

  /// The amount with its currency's sign and with grouping, rounded half to even to the currency's minor unit; the
  /// placeholder for `nil`. Spaces are U+0020.
  public func text(_ money: Money?) -> String {
    money.map { numbers.amount($0.rounded, currency: $0.currency.code) } ?? Self.placeholder
  }
}

extension Money {
  /// The amount, rounded to minor units. Rounding before formatting prevents "-$0.00".
  fileprivate var rounded: Decimal {
    var exact = amount
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, currency.minorUnitDigits, .bankers)
    return rounded
  }
}
