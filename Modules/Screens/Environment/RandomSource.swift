import Foundation

/// A shared source of randomness: each number that is drawn changes the next one for every user.
///
/// The system's numbers are fetched several at a time, because a call of the system takes longer than most of what is done
/// with a number.
public final class RandomSource: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  /// Shares a generator.
  public init(_ generator: any RandomNumberGenerator) {
    self.generator = generator is SystemRandomNumberGenerator ? SystemNumbers() : generator
  }

  public func next() -> UInt64 {
    generator.next()
  }
}

/// The system's random numbers, fetched several at a time. Each is given once.
struct SystemNumbers: RandomNumberGenerator {
  private var numbers: [UInt64] = []

  /// 32 numbers are the most bytes that `getentropy` gives.
  private static let count = 32

  mutating func next() -> UInt64 {
    if numbers.isEmpty { numbers = Self.fetched() }
    return numbers.removeLast()
  }

  private static func fetched() -> [UInt64] {
    #if canImport(Glibc) || canImport(Musl)
      var numbers = [UInt64](repeating: 0, count: count)
      if numbers.withUnsafeMutableBytes({ getentropy($0.baseAddress!, $0.count) }) == 0 { return numbers }
    #endif
    var system = SystemRandomNumberGenerator()
    return (0..<count).map { _ in system.next() }
  }
}
