public import Foundation

/// An exact amount of a currency.
///
/// The amount is a `Decimal` and not a binary fraction, so 0.1 is exact.
///
/// ```swift
/// let price = try Money("19.99", .usd)
/// let rest = try Money("100", .usd).subtracting(price)  // 80.01 USD
/// ```
public struct Money: Hashable, Sendable {
  /// The amount in the currency's main unit, such as dollars.
  public let amount: Decimal
  /// The currency of the amount.
  public let currency: Currency

  /// Creates an amount of money.
  ///
  /// - Precondition: `amount` is not NaN. For text from outside, use `init(_:_:)`, which throws.
  public init(amount: Decimal, currency: Currency = .usd) {
    precondition(!amount.isNaN, "Money needs an amount; this Decimal is not a number.")
    self.amount = amount
    self.currency = currency
  }

  /// Parses a plain decimal number, such as `-1234.56`, independent of the locale.
  ///
  /// - Throws: `MoneyError.badAmount` or `.tooManyDigits`, which do not contain the text.
  public init(_ text: String, _ currency: Currency = .usd) throws(MoneyError) {
    self.init(amount: Decimal(exactly: try DecimalText(text)), currency: currency)
  }

  /// The maximum number of digits in the text of an amount.
  public static let maximumDigits = DecimalText.maximumDigits

  /// Zero US dollars.
  public static let zero = Money(amount: 0)

  /// The amount in the form that `init(_:_:)` parses: all digits, a point, no grouping, and at least as many fraction
  /// digits as the currency's minor unit.
  public var amountText: String {
    let text = amount.description
    let fraction = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    let missing = currency.minorUnitDigits - fraction
    guard missing > 0 else { return text }
    return text + (fraction == 0 ? "." : "") + String(repeating: "0", count: missing)
  }
}

// MARK: - Arithmetic

extension Money {
  /// Whether the amount is less than zero.
  public var isNegative: Bool { amount < 0 }

  /// The sum of two amounts of one currency, which is exact.
  ///
  /// - Throws: `MoneyError.currencyMismatch` if the currencies differ, `.tooManyDigits` if a `Decimal` cannot represent the
  ///   sum.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .currencyMismatch }
    return try adding(other.amount)
  }

  /// The difference of two amounts of one currency, which is exact.
  ///
  /// - Throws: `MoneyError.currencyMismatch` if the currencies differ, `.tooManyDigits` if a `Decimal` cannot represent the
  ///   difference.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .currencyMismatch }
    // NB: `NSDecimalSubtract` reports no lost digits on Linux.
    return try adding(-other.amount)
  }

  private func adding(_ other: Decimal) throws(MoneyError) -> Money {
    var (one, other, sum) = (amount, other, Decimal())
    // NB: the operator rounds in silence, and its sum is not a number where it is too large.
    guard NSDecimalAdd(&sum, &one, &other, .plain) == .noError, !sum.isNaN else { throw .tooManyDigits }
    return Money(amount: sum, currency: currency)
  }
}

extension Money: CustomStringConvertible {
  public var description: String { "\(amountText) \(currency)" }
}

extension Decimal {
  /// Converts the digits one by one, without a locale and without rounding.
  fileprivate init(exactly text: DecimalText) {
    let significand = text.digits.reduce(into: Decimal(0)) { $0 = $0 * 10 + Decimal($1) }
    let magnitude = Decimal(sign: .plus, exponent: -text.fractionDigits, significand: significand)
    self = text.isNegative ? -magnitude : magnitude
  }
}
