/// A condition of CLDR for numbers, such as `v=0&i%10=2..4&i%100!=12..14`: alternatives behind `|`, each with relations behind `&`.
struct PluralRule: Sendable {
  private struct Relation: Sendable {
    var operand: UInt8
    /// The modulus; 0 for none.
    var modulus: UInt64
    var isEqual: Bool
    var ranges: [ClosedRange<UInt64>]
  }

  private let alternatives: [[Relation]]

  /// Reads a condition as ``CLDR`` has it.
  init(_ text: Substring) {
    alternatives = text.split(separator: "|").map {
      $0.split(separator: "&").compactMap(Self.relation)
    }
  }

  private static func relation(_ text: Substring) -> Relation? {
    let sides = text.split(separator: "=")
    guard sides.count == 2, let operand = text.utf8.first else { return nil }
    let isEqual = sides[0].last != "!"
    let modulus = sides[0].dropFirst().filter(\.isNumber)
    let ranges = sides[1].split(separator: ",").compactMap { range -> ClosedRange<UInt64>? in
      let ends = range.split(separator: ".").compactMap { UInt64($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return nil }
      return first...last
    }
    return Relation(
      operand: operand, modulus: UInt64(modulus) ?? 0, isEqual: isEqual, ranges: ranges)
  }

  /// Whether a number fulfils the condition.
  func holds(for number: PluralOperands) -> Bool {
    alternatives.contains { $0.allSatisfy { Self.holds($0, number) } }
  }

  private static func holds(_ relation: Relation, _ number: PluralOperands) -> Bool {
    let value: UInt64
    switch relation.operand {
    case UInt8(ascii: "n"):
      // A number with a fraction equals no integer.
      guard number.isInteger else { return !relation.isEqual }
      value = number.integer
    case UInt8(ascii: "i"): value = number.integer
    case UInt8(ascii: "v"): value = UInt64(number.visibleFractionDigits)
    case UInt8(ascii: "f"): value = number.fraction
    case UInt8(ascii: "w"): value = UInt64(number.fractionDigitsWithoutZeros)
    default: value = number.fractionWithoutZeros
    }
    let remainder = relation.modulus == 0 ? value : value % relation.modulus
    return relation.ranges.contains { $0.contains(remainder) } == relation.isEqual
  }
}
