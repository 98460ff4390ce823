import Synchronization

/// Serialises the work of several threads: one piece at a time, never nested.
///
/// A thread enters, does its piece of work and exits. What others want meanwhile depends on what it is:
///
/// - **An event** (a value, a completion) waits for its turn: ``waitToEnter(_:)``. So a thread that sends neither queues
///   without bound nor works for others without end. As with any lock, a turn may be overtaken; a thread that has been
///   overtaken several times gets the next turn handed over.
/// - **An event that must not wait** is enqueued, and runs when the current piece ends: where its own thread is inside
///   (re-entrance), and where waiting would close a circle, in which each thread waits for the next (see ``WaitGraph``).
/// - **A request, a cancel and a subscription** never wait: ``runOrHandOver(as:_:)``. The thread inside runs what they hand over.
///
/// No other thread enters while work is queued, so what one thread sends stays in order.
///
/// Inside, only downstream is called. What calls other foreign code (an upstream's `request` and `cancel`, a scheduler's
/// `schedule`) runs after the serializer has been left: ``afterExit(_:)``. So a thread that waits for its turn waits for
/// deliveries alone.
@usableFromInline package struct Serializer: ~Copyable, Sendable {

  /// 0 while it is free, else the number of the thread inside; bit 0 is set while something is in `pending`.
  // Entering acquires and leaving releases, so that each piece of work sees what the piece before it has written.
  @usableFromInline package let word = Atomic<UInt>(0)
  @usableFromInline package let pending = Locked(Pending())

  // NB: not private: the compiler (6.3.1) breaks on a private type inside a non-copyable one that is used from elsewhere.
  @usableFromInline package struct Pending {
    var work = Deque<() -> Void>()
    var waiters = Deque<WaitingThread>()
    var afterExit: [() -> Void] = []
  }

  @usableFromInline package init() {}

  // MARK: Entering and leaving

  /// Enters if it is free and nothing is pending.
  @inlinable @inline(__always) package func tryEnter(_ thread: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged
  }

  /// Leaves if nothing is pending.
  @inlinable @inline(__always) package func tryExit(_ thread: UInt) -> Bool {
    word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged
  }

  /// Leaves after running the pending work.
  @inlinable @inline(__always) package func exit(_ thread: UInt) {
    if !tryExit(thread) { drain() }
  }

  /// Enters when it is the thread's turn.
  ///
  /// - Returns: Whether the caller has entered. Otherwise it must not wait, and has to enqueue its work.
  @inlinable @inline(__always) package func enter(_ thread: UInt) -> Bool { tryEnter(thread) || waitToEnter(thread) }

  /// Enters, waiting while another thread is inside. Only after `tryEnter(_:)` has failed.
  ///
  /// - Returns: Whether the caller has entered. Otherwise it must not wait, and has to enqueue its work.
  @usableFromInline package func waitToEnter(_ thread: UInt) -> Bool {
    if isInside(thread) { return false }
    // Most pieces of work are shorter than putting a thread to sleep.
    if isFreeSoon(), tryEnter(thread) { return true }
    let waiter = WaitingThread(thread)
    while true {
      var circle: WaitGraph.Circle?
      let hasEntered = enterOrMarkPending(thread) { pending in
        // NB: in one step with joining the queue: a thread that is in the graph alone would get no turn handed over.
        circle = WaitGraph.add(waiter, waitingFor: self)
        if circle == nil { pending.add(waiter) } else { pending.enqueue { WaitGraph.didReach(waiter) } }
      }
      if hasEntered { return true }
      if let circle {
        circle.serializer.pointee.afterExit { WaitGraph.waitUntilReached(waiter) }
        return false
      }
      waiter.sleep()
      // Pairs with the releasing store in `drain`, which may have made this thread the one inside.
      if word.load(ordering: .acquiring) & ~1 == thread { return true }
      _ = isFreeSoon()
    }
  }

  /// Looks for a short time whether it is free.
  private func isFreeSoon() -> Bool {
    for _ in 0..<200 where word.load(ordering: .relaxed) == 0 { return true }
    return false
  }

  /// Enters, or enqueues the work.
  ///
  /// - Returns: Whether the caller has entered; then it has to do the work itself.
  @usableFromInline package func enter(_ thread: UInt, orEnqueue work: @autoclosure () -> () -> Void) -> Bool {
    tryEnter(thread) || enterOrMarkPending(thread) { $0.work.append(work()) }
  }

  /// Runs work inside at once, or hands it over to the thread inside, which runs it when its current piece ends. It never waits.
  ///
  /// Only for work that may run on any thread: what a scheduler runs is never handed over.
  @inlinable @inline(__always)
  package func runOrHandOver(as thread: UInt = currentThread(), _ work: @autoclosure () -> () -> Void) {
    guard enter(thread, orEnqueue: work()) else { return }
    work()()
    exit(thread)
  }

  /// Runs work inside when it is the thread's turn.
  @inlinable @inline(__always) package func runInTurn(_ work: @autoclosure () -> () -> Void) {
    let thread = currentThread()
    guard enter(thread) || enter(thread, orEnqueue: work()) else { return }
    work()()
    exit(thread)
  }

  /// Runs an action after the serializer has been left: for calls of foreign code, and for those whose effects must not be
  /// queued. Inside the serializer.
  @usableFromInline package func afterExit(_ action: @escaping () -> Void) {
    assertEntered()
    pending.withLock { pending in
      while !markPending(word.load(ordering: .relaxed)) {}
      pending.afterExit.append(action)
    }
  }

  /// Whether this thread is inside.
  // Relaxed, because a thread that asks for itself has written the word.
  @inlinable package func isInside(_ thread: UInt) -> Bool { word.load(ordering: .relaxed) & ~1 == thread }

  /// Stops a debug build outside the serializer.
  @inlinable @inline(__always) package func assertEntered() {
    assert(word.load(ordering: .relaxed) != 0, "Only inside the serializer")
  }

  // MARK: What is pending

  /// Whether something may be pending. Inside the serializer.
  @inlinable @inline(__always) package var isMarkedPending: Bool { word.load(ordering: .relaxed) & 1 == 1 }

  /// Enters, or has the thread inside handle what a closure writes down.
  ///
  /// - Parameter writeDown: Writes down what is pending, under the lock.
  /// - Returns: Whether the caller has entered.
  // Not inlined, so that this rare path takes neither registers nor stack where a value passes.
  @usableFromInline @inline(never)
  package func enterOrMarkPending(_ thread: UInt, _ writeDown: (inout Pending) -> Void) -> Bool {
    pending.withLock { pending in
      while true {
        let current = word.load(ordering: .relaxed)
        if current == 0 {
          let marked = pending.waiters.isEmpty ? thread : thread | 1
          if tryEnter(marked) { return true }
        } else if markPending(current) {
          writeDown(&pending)
          return false
        }
      }
    }
  }

  /// Sets bit 0, under the lock. The lock orders what is pending, so the word needs no ordering of its own here.
  private func markPending(_ current: UInt) -> Bool {
    current != 0
      && (current & 1 == 1
        || word.compareExchange(expected: current, desired: current | 1, ordering: .relaxed).exchanged)
  }

  /// Runs the pending work, leaves, and wakes a thread that waits.
  ///
  /// - Parameter beforeLeaving: Runs once, under the lock, when no work is left. It must call no foreign code.
  @usableFromInline package func drain(beforeLeaving: () -> Void = {}) {
    var waiter: WaitingThread?
    var afterExit: [() -> Void] = []
    while let work = nextWork(orLeave: { pending in
      beforeLeaving()
      afterExit = pending.afterExit
      pending.afterExit = []
      waiter = pending.popWaiter()
      // Without a hand-over this thread may be the next one inside again, which spares a switch of threads per piece. The
      // waiter that wakes marks the word for those behind it.
      let next = waiter.flatMap { $0.isOverdue ? $0.number | (pending.waiters.isEmpty ? 0 : 1) : nil }
      word.store(next ?? 0, ordering: .releasing)
    }) {
      work()
    }
    waiter?.wake()
    for action in afterExit { action() }
  }

  private func nextWork(orLeave leave: (inout Pending) -> Void) -> (() -> Void)? {
    pending.withLock { pending in
      if let work = pending.work.popFirst() { return work }
      leave(&pending)
      return nil
    }
  }
}

extension Serializer.Pending {
  /// Adds work that runs when the current piece ends.
  @usableFromInline package mutating func enqueue(_ work: @escaping () -> Void) { self.work.append(work) }

  fileprivate mutating func add(_ waiter: WaitingThread) {
    // One that has been overtaken keeps its position.
    if waiter.wasOvertaken { waiters.prepend(waiter) } else { waiters.append(waiter) }
  }

  fileprivate mutating func popWaiter() -> WaitingThread? {
    let waiter = waiters.popFirst()
    if let waiter { WaitGraph.remove(waiter) }
    return waiter
  }
}
