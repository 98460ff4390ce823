public import Foundation
public import Models

/// Formats money for people of a locale: "$1,234.56" in the United States.
///
/// The first text of a process loads ICU's tables, which takes about 2 ms and 10 MB; later ones take microseconds. Keep a
/// format and copy it freely: a copy is one reference.
public struct CurrencyFormat: Sendable {
  /// The text for a missing value.
  public static let placeholder = "--"

  private let styles: Styles

  private final class Styles: Sendable {
    let locale: Locale
    let dollars: Decimal.FormatStyle.Currency

    init(_ locale: Locale) {
      self.locale = locale
      dollars = CurrencyFormat.style(.usd, locale)
    }
  }

  /// Creates a format for a locale.
  public init(locale: Locale = Locale(identifier: "en_US")) {
    styles = Styles(locale)
  }

  /// The amount with its currency's sign and with grouping, rounded half to even to the currency's minor unit; the
  /// placeholder for `nil`. Spaces are U+0020.
  public func text(_ money: Money?) -> String {
    guard let money else { return Self.placeholder }
    let style = money.currency == .usd ? styles.dollars : Self.style(money.currency, styles.locale)
    return money.rounded.formatted(style).withPlainSpaces
  }

  private static func style(_ currency: Currency, _ locale: Locale) -> Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
      .precision(.fractionLength(currency.minorUnitDigits))
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
