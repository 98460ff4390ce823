import JSON

/// Numbers as texts of digits.
enum ExactDigits {
  /// A number without an exponent; `nil` if it would have too many digits.
  static func plain(_ number: String) -> String? { ExactNumber(typed: number)?.plainText }
}
