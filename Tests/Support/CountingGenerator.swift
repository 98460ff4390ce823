/// A predictable source of numbers, in place of a random one.
public struct CountingGenerator: RandomNumberGenerator, Sendable {
  private var number: UInt64
  private let step: UInt64

  /// A source of `first`, `first + step`, `first + 2 * step` and so on.
  ///
  /// - Parameters:
  ///   - first: the first number; the step by default.
  ///   - step: the distance between two numbers; 0 for the same number again.
  public init(from first: UInt64? = nil, step: UInt64 = 1) {
    number = first ?? step
    self.step = step
  }

  public mutating func next() -> UInt64 {
    defer { number &+= step }
    return number
  }
}
