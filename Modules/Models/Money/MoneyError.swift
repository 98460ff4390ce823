/// Why a text is no amount of money, or why two amounts do not go together.
///
/// No case carries the text it complains about, so an error can be shown and logged as it is.
public enum MoneyError: Error, Hashable, Sendable {
  /// The amount is not written as a plain decimal number, such as `-1234.56`.
  case badAmount
  /// The amount has more digits than a `Decimal` keeps exactly (38).
  case tooManyDigits
  /// The currency is not written as three capital letters.
  case badCurrency
  /// Two amounts of different currencies were added, subtracted or compared.
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
