import Dispatch
import Synchronization

/// Serialises work without blocking: re-entrant work is queued and runs when the current piece ends.
///
/// The caller that enters runs its own piece, then on exit the pieces that others have enqueued meanwhile, in order. Work
/// never nests.
///
/// The owner is a number. Where callers of other threads have to wait, it is the thread's; where they enqueue their work and
/// return, it is the same for all.
@usableFromInline package struct Serializer: ~Copyable, Sendable {

  /// 0 while it is free, else the owner; bit 0 is set while something is in `pending`.
  // Entering acquires and leaving releases, so that each piece of work sees what the piece before it has written.
  @usableFromInline package let word = Atomic<UInt>(0)
  @usableFromInline package let pending = Locked(Pending())

  // NB: not private: the compiler (6.3.1) breaks on a private type inside a non-copyable one that is used from elsewhere.
  @usableFromInline package struct Pending {
    var work = Deque<() -> Void>()
    var waiters = Deque<(owner: UInt, semaphore: DispatchSemaphore)>()
    var afterExit: [() -> Void] = []
  }

  /// The owner where callers never wait.
  @inlinable @inline(__always) package static var anyOwner: UInt { 2 }

  @usableFromInline package init() {}

  /// Enters if it is free and nothing is pending.
  @inlinable @inline(__always) package func tryEnter(_ owner: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: owner, ordering: .acquiring).exchanged
  }

  /// Leaves after running the pending work.
  @inlinable @inline(__always) package func exit(_ owner: UInt) {
    if !word.compareExchange(expected: owner, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Enters, or enqueues the work.
  ///
  /// - Returns: Whether the caller has entered; then it has to do the work itself.
  @usableFromInline package func enter(_ owner: UInt, orEnqueue work: @autoclosure () -> () -> Void) -> Bool {
    tryEnter(owner) || enterOrAppend(owner) { $0.work.append(work()) }
  }

  /// Runs work inside: at once, or when the current piece ends.
  @inlinable @inline(__always)
  package func enqueue(as owner: UInt = Serializer.anyOwner, _ work: @autoclosure () -> () -> Void) {
    guard enter(owner, orEnqueue: work()) else { return }
    work()()
    exit(owner)
  }

  /// Enters, waiting while another thread is inside.
  ///
  /// - Returns: Whether the caller has entered; not if its own thread is inside.
  @usableFromInline package func waitToEnter(_ owner: UInt) -> Bool {
    guard !isInside(owner) else { return false }
    if tryEnter(owner) { return true }
    let semaphore = DispatchSemaphore(value: 0)
    if !enterOrAppend(owner, { $0.waiters.append((owner, semaphore)) }) {
      semaphore.wait()
      // Pairs with the releasing store in `drain`, which makes this thread the owner.
      _ = word.load(ordering: .acquiring)
    }
    return true
  }

  /// Runs an action after the serializer has been left: for calls whose effects must not be queued. Inside the serializer.
  @usableFromInline package func afterExit(_ action: @escaping () -> Void) {
    assertEntered()
    pending.withLock { pending in
      while !markPending(word.load(ordering: .relaxed)) {}
      pending.afterExit.append(action)
    }
  }

  /// Whether this owner is inside.
  // Relaxed, because an owner that asks for itself has written the word on its own thread.
  @inlinable package func isInside(_ owner: UInt) -> Bool { word.load(ordering: .relaxed) & ~1 == owner }

  /// Stops a debug build outside the serializer.
  @inlinable @inline(__always) package func assertEntered() {
    assert(word.load(ordering: .relaxed) != 0, "Only inside the serializer")
  }

  /// Enters, or appends to what is pending.
  ///
  /// - Returns: Whether the caller has entered.
  private func enterOrAppend(_ owner: UInt, _ append: (inout Pending) -> Void) -> Bool {
    pending.withLock { pending in
      while true {
        let current = word.load(ordering: .relaxed)
        if current == 0 {
          if tryEnter(owner) { return true }
        } else if markPending(current) {
          append(&pending)
          return false
        }
      }
    }
  }

  /// Sets bit 0, under the lock. The lock orders what is pending, so the word needs no ordering of its own here.
  private func markPending(_ current: UInt) -> Bool {
    current & 1 == 1
      || word.compareExchange(expected: current, desired: current | 1, ordering: .relaxed).exchanged
  }

  @usableFromInline package func drain() {
    while true {
      let (work, afterExit) = pending.withLock { pending -> ((() -> Void)?, [() -> Void]) in
        if let work = pending.work.popFirst() { return (work, []) }
        if let waiter = pending.waiters.popFirst() {
          word.store(pending.waiters.isEmpty ? waiter.owner : waiter.owner | 1, ordering: .releasing)
          waiter.semaphore.signal()
        } else {
          word.store(0, ordering: .releasing)
        }
        defer { pending.afterExit = [] }
        return (nil, pending.afterExit)
      }
      for action in afterExit { action() }
      guard let work else { return }
      work()
    }
  }
}
