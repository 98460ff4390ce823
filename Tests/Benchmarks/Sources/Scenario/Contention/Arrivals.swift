import Synchronization

/// What the subscribers of a contended pipeline received: how much, and whether in each sender's order.
public final class Arrivals: @unchecked Sendable {
  // Sendable because publishers deliver serially, so one thread at a time writes; what others read meanwhile is atomic.
  @usableFromInline let total = Atomic<Int>(0)
  @usableFromInline let outOfOrder = Atomic<Int>(0)
  /// The last element of each thread. Never freed: it belongs to a process that ends after its measurement.
  @usableFromInline let newest: UnsafeMutablePointer<Atomic<Int>>

  public init(threads: Int) {
    newest = .allocate(capacity: threads)
    for thread in 0..<threads { (newest + thread).initialize(to: Atomic(-1)) }
  }

  /// Counts an element, which has to be newer than the one before from the same thread.
  @inlinable public func receive(_ element: Int) {
    let last = newest + NumberedElement.thread(of: element)
    if element <= last.pointee.load(ordering: .relaxed) { increase(outOfOrder) }
    last.pointee.store(element, ordering: .relaxed)
    increase(total)
  }

  /// Counts the elements of one delivery, none of which may be older than the one before from the same thread.
  @inlinable public func receiveLatest(_ first: Int, _ second: Int) {
    observe(first)
    observe(second)
    increase(total)
  }

  /// Counts the elements of one delivery, none of which may be older than the one before from the same thread.
  @inlinable public func receiveLatest(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) {
    observe(first)
    observe(second)
    observe(third)
    observe(fourth)
    increase(total)
  }

  @inlinable func observe(_ element: Int) {
    let last = newest + NumberedElement.thread(of: element)
    if element < last.pointee.load(ordering: .relaxed) { increase(outOfOrder) }
    last.pointee.store(element, ordering: .relaxed)
  }

  @inlinable func increase(_ count: borrowing Atomic<Int>) {
    count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// The number of the newest element of a thread; -1 before the first.
  func newestNumber(of thread: Int) -> Int {
    let element = newest[thread].load(ordering: .relaxed)
    return element < 0 ? -1 : NumberedElement.number(of: element)
  }
}
