/// A sum that subscribers add to, so that no value is optimised away, at the price of one addition in memory.
///
/// It is a bare pointer because a stored or captured property would add an exclusivity check to every value of every
/// side. It is never freed: one belongs to each pipeline of a process that ends after its table.
/// `@unchecked Sendable`: a slice adds to it from one thread at a time, and reads it when that thread has finished.
public struct Total: @unchecked Sendable {
  @usableFromInline let sum: UnsafeMutablePointer<Int>

  public init() {
    sum = .allocate(capacity: 1)
    sum.initialize(to: 0)
  }

  @inlinable @inline(__always)
  public func add(_ value: Int) {
    sum.pointee &+= value
  }

  /// Returns the sum and starts again from zero.
  public func take() -> Int {
    defer { sum.pointee = 0 }
    return sum.pointee
  }
}
