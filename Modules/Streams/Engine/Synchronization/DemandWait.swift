import Synchronization

/// Whether something waits for demand: only then does a request lead to work, and any number of requests to one piece of it.
///
/// Who adds demand calls ``hasWaited()`` after that. Who finds none calls ``begin()``, inside the serializer, and then looks at the
/// demand again. One of the two sees what the other has done.
@usableFromInline package struct DemandWait: ~Copyable, Sendable {
  /// Written only inside the serializer.
  private let isActive: Atomic<Bool>
  /// Whether the work of a request is queued.
  private let isQueued = Atomic<Bool>(false)

  /// - Parameter isActive: Whether the first request leads to work.
  @usableFromInline package init(isActive: Bool) { self.isActive = Atomic(isActive) }

  // Relaxed, because only the thread inside the serializer needs the exact value.
  var isWaiting: Bool { isActive.load(ordering: .relaxed) }

  /// Notes that something waits. The caller looks at the demand after that.
  func begin() {
    guard !isWaiting else { return }
    isActive.store(true, ordering: .relaxed)
    // Pairs with the fence in `hasWaited()`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// Notes that nothing waits.
  func end() {
    // Only where it changes: others read it.
    if isWaiting { isActive.store(false, ordering: .relaxed) }
  }

  /// Whether something has waited for the demand that the caller has added.
  func hasWaited() -> Bool {
    // Pairs with the fence in `begin()`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return isWaiting
  }

  /// Whether the caller queues the work of its request: none is queued. That work begins with ``workDidBegin()``.
  func mustQueue() -> Bool { !isQueued.exchange(true, ordering: .acquiringAndReleasing) }

  /// Called before the demand is read: a request that adds to it later queues another piece of work.
  func workDidBegin() { _ = isQueued.exchange(false, ordering: .acquiringAndReleasing) }
}
