/// The reason why a text is not an amount of money, or why two amounts cannot be combined.
///
/// No case contains the text, so an error can be shown and logged.
public enum MoneyError: Error, Hashable, Sendable {
  /// The amount is not a plain decimal number, such as `-1234.56`.
  case badAmount
  /// The amount has more than the 38 digits that a `Decimal` represents exactly.
  case tooManyDigits
  /// The currency is not a code of three capital letters.
  case badCurrency
  /// Two amounts of different currencies were added or subtracted.
  case currencyMismatch
}

extension MoneyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badAmount: "An amount is a plain decimal number, such as 1234.56."
    case .tooManyDigits: "An amount has at most \(DecimalText.maximumDigits) digits."
    case .badCurrency: "A currency is three capital letters, such as USD."
    case .currencyMismatch: "Amounts of different currencies do not go together."
    }
  }
}
