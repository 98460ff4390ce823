/// A number as the plural rules of CLDR (UTS #35) see it: its value, and how many fraction digits are visible. English has
/// "1 litre" and "1.0 litres".
///
/// ```swift
/// let category = PluralRules.category(of: PluralOperands(3), in: Language("pl") ?? .english)  // few
/// ```
public struct PluralOperands: Hashable, Sendable {
  /// The integer digits of the absolute value: `i` of the rules. What exceeds 18 digits keeps its last 18.
  public let integer: UInt64
  /// How many fraction digits are visible: `v` of the rules.
  public let visibleFractionDigits: Int
  /// The visible fraction digits as a number: `f` of the rules.
  public let fraction: UInt64

  /// Creates the operands of an integer.
  public init(_ integer: Int) {
    self.integer = UInt64(integer.magnitude) % Self.limit
    visibleFractionDigits = 0
    fraction = 0
  }

  /// Creates the operands of a number that is written with ASCII digits and a point, such as `-1.50`; `nil` for another text.
  public init?(_ text: String) {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let integer = Self.number(whole) else { return nil }
    self.integer = integer
    guard parts.count == 2 else {
      visibleFractionDigits = 0
      fraction = 0
      return
    }
    guard let fraction = Self.number(parts[1]) else { return nil }
    visibleFractionDigits = parts[1].count
    self.fraction = fraction
  }

  /// Whether the value, whatever its notation, is an integer: `n` of the rules equals `i`.
  var isInteger: Bool { fraction == 0 }

  /// The visible fraction digits as a number, without zeros at the end: `t` of the rules.
  var fractionWithoutZeros: UInt64 {
    var result = fraction
    while result != 0, result.isMultiple(of: 10) { result /= 10 }
    return result
  }

  /// How many fraction digits are visible, apart from zeros at the end: `w` of the rules.
  var fractionDigitsWithoutZeros: Int {
    var (digits, rest) = (visibleFractionDigits, fraction)
    while digits > 0, rest.isMultiple(of: 10) { (digits, rest) = (digits - 1, rest / 10) }
    return digits
  }

  private static let limit: UInt64 = 1_000_000_000_000_000_000

  private static func number(_ digits: Substring) -> UInt64? {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return UInt64(digits.suffix(18))
  }
}
