import Dispatch
import Synchronization

/// Lets one activity through at a time, in the order of arrival, and holds nobody up owner need not wait.
///
/// Whoever gets in does its work and leaves; on leaving it also does the work that others left at the serializer meanwhile.
/// Work left by re-entrant calls thus runs after the current piece, in order, and never nests.
///
/// Who is inside is known by a number: a thread's, where callers of other threads have to wait their turn, or the same
/// for all, where everyone owner finds the serializer taken leaves work and goes on.
@usableFromInline package struct Serializer: ~Copyable, Sendable {

  /// 0 when nobody is inside, else who is, and bit 0 when something waits in `pending`.
  @usableFromInline package let word = Atomic<UInt>(0)
  @usableFromInline package let pending = Locked(Pending())

  // NB: not private: the compiler (6.3.1) breaks on a private type inside a non-copyable one that is used from elsewhere.
  @usableFromInline package struct Pending {
    var work = Deque<() -> Void>()
    var waiters = Deque<Waiter>()
    var afterExit: [() -> Void] = []
  }

  struct Waiter {
    let owner: UInt
    let semaphore: DispatchSemaphore
  }

  /// The number for gates where nobody waits.
  @inlinable @inline(__always) package static var anyOwner: UInt { 2 }

  @usableFromInline package init() {}

  /// Goes in, if the serializer is free and nothing waits.
  @inlinable @inline(__always) package func tryEnter(_ owner: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: owner, ordering: .acquiring).exchanged
  }

  /// Leaves, after the work that others have left.
  @inlinable @inline(__always) package func exit(_ owner: UInt) {
    if !word.compareExchange(expected: owner, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Goes in, or leaves the work for whoever is inside.
  ///
  /// - Returns: Whether the caller is inside; then the work is still its own to do.
  @usableFromInline package func enter(_ owner: UInt, orEnqueue work: @autoclosure () -> () -> Void) -> Bool {
    tryEnter(owner) || enterOrAppend(owner) { pending, _ in pending.work.append(work()) }
  }

  /// Does the work inside: at once, or when whoever is inside leaves.
  @inlinable @inline(__always) package func enqueue(
    as owner: UInt = Serializer.anyOwner, _ work: @autoclosure () -> () -> Void
  ) {
    guard enter(owner, orEnqueue: work()) else { return }
    work()()
    exit(owner)
  }

  /// Goes in, waiter for another thread to leave, or leaves the work when it is the caller's own thread that is inside.
  ///
  /// - Returns: Whether the caller is inside; then the work is still its own to do.
  @usableFromInline package func enter(_ owner: UInt, waitingOrEnqueue work: @autoclosure () -> () -> Void) -> Bool {
    var semaphore: DispatchSemaphore?
    let isInside = enterOrAppend(owner) { pending, inside in
      guard inside != owner else { return pending.work.append(work()) }
      let waiter = Waiter(owner: owner, semaphore: DispatchSemaphore(value: 0))
      pending.waiters.append(waiter)
      semaphore = waiter.semaphore
    }
    guard let semaphore else { return isInside }
    semaphore.wait()
    // NB: the serializer was handed over before the signal; this load is what makes the hand-over visible to this thread.
    _ = word.load(ordering: .acquiring)
    return true
  }

  /// Has something done when the serializer has been left: what may call back and must not find the serializer taken. Only inside.
  @usableFromInline package func afterExit(_ action: @escaping () -> Void) {
    pending.withLock { pending in
      while !markPending(word.load(ordering: .relaxed)) {}
      pending.afterExit.append(action)
    }
  }

  /// Whether the caller's number is the one inside.
  @inlinable package func isOwner(_ owner: UInt) -> Bool { word.load(ordering: .relaxed) & ~1 == owner }

  /// Goes in, or gets into pending.
  ///
  /// - Parameter queue: Given who is inside.
  /// - Returns: Whether the caller is inside.
  private func enterOrAppend(_ owner: UInt, _ queue: (inout Pending, _ inside: UInt) -> Void) -> Bool {
    pending.withLock { pending in
      while true {
        let current = word.load(ordering: .relaxed)
        if current == 0 {
          if tryEnter(owner) { return true }
        } else if markPending(current) {
          queue(&pending, current & ~1)
          return false
        }
      }
    }
  }

  private func markPending(_ current: UInt) -> Bool {
    current & 1 == 1
      || word.compareExchange(expected: current, desired: current | 1, ordering: .relaxed).exchanged
  }

  @usableFromInline package func drain() {
    while true {
      let next = pending.withLock { pending -> Next in
        if let work = pending.work.popFirst() { return .work(work) }
        if let waiter = pending.waiters.popFirst() {
          word.store(pending.waiters.isEmpty ? waiter.owner : waiter.owner | 1, ordering: .releasing)
          waiter.semaphore.signal()
        } else {
          word.store(0, ordering: .releasing)
        }
        defer { pending.afterExit = [] }
        return .exit(pending.afterExit)
      }
      switch next {
      case .work(let work): work()
      case .exit(let actions):
        for action in actions { action() }
        return
      }
    }
  }

  enum Next {
    case work(() -> Void)
    case exit([() -> Void])
  }
}
