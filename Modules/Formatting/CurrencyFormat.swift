public import Foundation
public import Models

/// Money as people of a locale read it: "$1,234.56" in the United States.
///
/// A value of this type keeps its prepared styles: the first text of a process loads ICU's tables (about 2 ms and
/// 10 MB), every later one costs microseconds. Make one, keep it, copy it freely: a copy is one reference.
public struct CurrencyFormat: Sendable {
  /// What stands where there is no value yet.
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

  /// A format for the people of a locale.
  public init(locale: Locale = Locale(identifier: "en_US")) {
    styles = Styles(locale)
  }

  /// The amount with its currency's sign, grouped, and rounded half to even to the currency's smallest unit; the
  /// placeholder for no amount. Its spaces are ordinary ones.
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
  /// The amount in whole smallest units. Rounding before formatting is what keeps "-$0.00" away.
  fileprivate var rounded: Decimal {
    var exact = amount
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, currency.minorUnitDigits, .bankers)
    return rounded
  }
}
