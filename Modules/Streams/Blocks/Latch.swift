import Synchronization

/// Opens once, from any thread, and stays open.
@usableFromInline final class Latch: Sendable {
  @usableFromInline let flag = Atomic<Bool>(false)

  @usableFromInline init() {}

  @inlinable @inline(__always) var isOpen: Bool { flag.load(ordering: .acquiring) }
  @usableFromInline func open() { flag.store(true, ordering: .releasing) }
}
