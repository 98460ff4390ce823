import Dispatch
import Synchronization

/// Lets one activity through at a time, in the order of arrival, and holds nobody up who need not wait.
///
/// Whoever gets in does its work and leaves; on leaving it also does the work that others left at the gate meanwhile.
/// Work left by re-entrant calls thus runs after the current piece, in order, and never nests.
///
/// Who is inside is known by a number: a thread's, where callers of other threads have to wait their turn, or the same
/// for all, where everyone who finds the gate taken leaves work and goes on.
@usableFromInline package struct Gate: ~Copyable, Sendable {

  /// 0 when nobody is inside, else who is, and bit 0 when something waits in `line`.
  @usableFromInline package let word = Atomic<UInt>(0)
  @usableFromInline package let line = Locked(Line())

  // NB: not private: the compiler (6.3.1) breaks on a private type inside a non-copyable one that is used from elsewhere.
  @usableFromInline package struct Line {
    var work = Ring<() -> Void>()
    var waiting = Ring<Waiting>()
    var afterwards: [() -> Void] = []
  }

  struct Waiting {
    let who: UInt
    let turn: DispatchSemaphore
  }

  /// The number for gates where nobody waits.
  @inlinable @inline(__always) package static var anyone: UInt { 2 }

  @usableFromInline package init() {}

  /// Goes in, if the gate is free and nothing waits.
  @inlinable @inline(__always) package func enter(_ who: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: who, ordering: .acquiring).exchanged
  }

  /// Leaves, after the work that others have left.
  @inlinable @inline(__always) package func leave(_ who: UInt) {
    if !word.compareExchange(expected: who, desired: 0, ordering: .releasing).exchanged { finish() }
  }

  /// Goes in, or leaves the work for whoever is inside.
  ///
  /// - Returns: Whether the caller is inside; then the work is still its own to do.
  @usableFromInline package func enter(_ who: UInt, orLeave work: @autoclosure () -> () -> Void) -> Bool {
    enter(who) || arrive(who) { line, _ in line.work.append(work()) }
  }

  /// Does the work inside: at once, or when whoever is inside leaves.
  @inlinable @inline(__always) package func perform(as who: UInt = Gate.anyone, _ work: @autoclosure () -> () -> Void) {
    guard enter(who, orLeave: work()) else { return }
    work()()
    leave(who)
  }

  /// Goes in, waiting for another thread to leave, or leaves the work when it is the caller's own thread that is inside.
  ///
  /// - Returns: Whether the caller is inside; then the work is still its own to do.
  @usableFromInline package func enter(_ who: UInt, waitingOrLeave work: @autoclosure () -> () -> Void) -> Bool {
    var turn: DispatchSemaphore?
    let isInside = arrive(who) { line, inside in
      guard inside != who else { return line.work.append(work()) }
      let waiting = Waiting(who: who, turn: DispatchSemaphore(value: 0))
      line.waiting.append(waiting)
      turn = waiting.turn
    }
    guard let turn else { return isInside }
    turn.wait()
    // NB: the gate was handed over before the signal; this load is what makes the hand-over visible to this thread.
    _ = word.load(ordering: .acquiring)
    return true
  }

  /// Has something done when the gate has been left: what may call back and must not find the gate taken. Only inside.
  @usableFromInline package func afterwards(_ action: @escaping () -> Void) {
    line.withLock { line in
      while !mark(word.load(ordering: .relaxed)) {}
      line.afterwards.append(action)
    }
  }

  /// Whether the caller's number is the one inside.
  @inlinable package func isInside(_ who: UInt) -> Bool { word.load(ordering: .relaxed) & ~1 == who }

  /// Goes in, or gets into line.
  ///
  /// - Parameter queue: Given who is inside.
  /// - Returns: Whether the caller is inside.
  private func arrive(_ who: UInt, _ queue: (inout Line, _ inside: UInt) -> Void) -> Bool {
    line.withLock { line in
      while true {
        let current = word.load(ordering: .relaxed)
        if current == 0 {
          if enter(who) { return true }
        } else if mark(current) {
          queue(&line, current & ~1)
          return false
        }
      }
    }
  }

  private func mark(_ current: UInt) -> Bool {
    current & 1 == 1
      || word.compareExchange(expected: current, desired: current | 1, ordering: .relaxed).exchanged
  }

  @usableFromInline package func finish() {
    while true {
      let step = line.withLock { line -> Step in
        if let work = line.work.popFirst() { return .work(work) }
        if let next = line.waiting.popFirst() {
          word.store(line.waiting.isEmpty ? next.who : next.who | 1, ordering: .releasing)
          next.turn.signal()
        } else {
          word.store(0, ordering: .releasing)
        }
        defer { line.afterwards = [] }
        return .leave(line.afterwards)
      }
      switch step {
      case .work(let work): work()
      case .leave(let actions):
        for action in actions { action() }
        return
      }
    }
  }

  enum Step {
    case work(() -> Void)
    case leave([() -> Void])
  }
}
