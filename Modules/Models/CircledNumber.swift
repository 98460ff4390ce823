/// A number that fits in a circle: 0 to 50, the range for which Unicode has a character (seed 004).
public struct CircledNumber: Hashable, Sendable {
  /// The numbers that fit.
  public static let range = 0...50

  /// The number.
  public let value: Int

  /// The number, if it fits; otherwise `nil`.
  public init?(_ value: Int) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  /// Any of the numbers, all equally likely as far as 51 numbers in 2^64 can be.
  ///
  /// Takes exactly one value of the source. `Int.random(in:using:)` would refuse some and ask again, for ever with a
  /// test's source that always says the same.
  public static func random(using source: inout some RandomNumberGenerator) -> CircledNumber {
    let value = source.next().multipliedFullWidth(by: UInt64(range.count)).high
    return CircledNumber(checked: range.lowerBound + Int(value))
  }

  private init(checked value: Int) {
    self.value = value
  }
}
