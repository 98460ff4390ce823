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

  /// Any of the numbers, all equally likely.
  public static func random(using source: inout some RandomNumberGenerator) -> CircledNumber {
    CircledNumber(checked: Int.random(in: range, using: &source))
  }

  private init(checked value: Int) {
    self.value = value
  }
}
