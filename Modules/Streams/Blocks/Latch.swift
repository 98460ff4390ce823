import Synchronization

/// Opens once, from any thread, and stays open.
@usableFromInline package final class Latch: Sendable {
  @usableFromInline package let flag = Atomic<Bool>(false)

  @usableFromInline package init() {}

  @inlinable @inline(__always) package var isOpen: Bool { flag.load(ordering: .acquiring) }
  @usableFromInline package func open() { flag.store(true, ordering: .releasing) }
}
