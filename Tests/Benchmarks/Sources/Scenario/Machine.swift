import Synchronization

/// What one uncontended lock and unlock costs on this machine, in nanoseconds.
///
/// A subject pays for at least one such pair per value, and the goals in nanoseconds are those of a machine where it costs
/// 6: where it costs more, a row through one subject cannot get below the difference.
public func lockPairCost() -> Double {
  let guarded = Guarded()
  let pairs = 10_000
  let clock = ContinuousClock()
  let fastest = (0..<200).map { _ in clock.measure { guarded.lockAndUnlock(times: pairs) } }.min() ?? .zero
  return fastest.nanoseconds / Double(pairs)
}

private final class Guarded: Sendable {
  private let value = Mutex(0)

  @inline(never)
  func lockAndUnlock(times: Int) {
    for _ in 0..<times { value.withLock { $0 &+= 1 } }
  }
}

extension Duration {
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
