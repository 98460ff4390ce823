/// A number from 0 to 50, for which Unicode has a circled character (seed 004).
public struct CircledNumber: Hashable, Sendable {
  /// The valid numbers.
  public static let range = 0...50

  /// The number.
  public let value: Int

  /// Creates a circled number; `nil` if the number is not in `range`.
  public init?(_ value: Int) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  /// Returns a random number.
  ///
  /// Draws one value from the source, and the numbers are equally likely to within 51 / 2^64. `Int.random(in:using:)`
  /// draws again after some values, without end if a test's source is constant.
  public static func random(using source: inout some RandomNumberGenerator) -> CircledNumber {
    let value = source.next().multipliedFullWidth(by: UInt64(range.count)).high
    return CircledNumber(checked: range.lowerBound + Int(value))
  }

  private init(checked value: Int) {
    self.value = value
  }
}
