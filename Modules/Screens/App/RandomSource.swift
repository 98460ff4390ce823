/// A shared source of randomness: each number that is drawn changes the next one for every user.
public final class RandomSource: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  /// Shares a generator.
  public init(_ generator: any RandomNumberGenerator) {
    self.generator = generator
  }

  public func next() -> UInt64 {
    generator.next()
  }
}
