import Dispatch
import Synchronization

/// A closure that knows the actor it belongs to.
@frozen @usableFromInline package struct IsolatedClosure<Input> {
  @usableFromInline package let call: @isolated(any) (Input) -> Void

  @inlinable @inline(__always) package init(_ call: @escaping @isolated(any) (Input) -> Void) { self.call = call }

  // NB: what `@isolated(any)` adds to a closure is kept in its context, and no caller but the language minds it: a call is
  // the same. (SE-0431 has a way from here to an asynchronous closure alone.)
  /// The closure, for who has seen to it that it runs on its actor.
  @inlinable @inline(__always) package var unchecked: (Input) -> Void {
    unsafeBitCast(self, to: PlainClosure.self).call
  }

  @frozen @usableFromInline package struct PlainClosure {
    @usableFromInline package let call: (Input) -> Void
  }
}

/// Stops the program where a closure is about to run off the actor that it was written for.
@usableFromInline package func requireIsolation(_ actor: any Actor, _ what: StaticString) {
  // NB: the full check takes as long as five deliveries. It is left out on the thread that the program started with, once
  // that has passed it for the main actor: that thread runs nothing else. (Where the main queue has moved to other
  // threads, as `dispatchMain` does, the full check stays.)
  guard actor === MainActor.shared else { return check(actor, what) }
  let thread = currentThread()
  let known = mainThread.load(ordering: .relaxed)
  if known == thread { return }
  check(actor, what)
  if known == 0 { mainThread.store(isInitialThread() ? thread : .max, ordering: .relaxed) }
}

/// The thread that needs no check; 0 as long as none is known, and the greatest number where there is none.
private let mainThread = Atomic<UInt>(0)

private func check(_ actor: any Actor, _ what: StaticString) {
  if isCurrent(actor) { return }
  fatalError("\(what) reached a sink or assign off the actor it was written for (\(actor)): put receive(on:) before it")
}

/// Whether this code runs on an actor.
///
/// NB: the public checks of the standard library stop the program themselves, without our sentence, so the runtime's own is
/// asked for; where there is none, or where an executor of somebody's own has the last word, theirs has to do.
private func isCurrent(_ actor: any Actor) -> Bool {
  // NB: an executor is two words: whose it is, and how it checks; the second is 0 for an actor without one of its own.
  let executor = unsafeBitCast(actor.unownedExecutor, to: (identity: UInt, check: UInt).self)
  if let isCurrentExecutor {
    if isCurrentExecutor(executor.identity, executor.check, 0) { return true }
    if executor.check == 0 { return false }
  }
  if actor === MainActor.shared { return DispatchQueue.getSpecific(key: mainQueue.key) != nil }
  actor.preconditionIsolated()
  return true
}

/// `swift_task_isCurrentExecutorWithFlags`; without flags it answers and never stops the program.
private let isCurrentExecutor: (@convention(c) (UInt, UInt, UInt64) -> Bool)? =
  address(ofFunction: "swift_task_isCurrentExecutorWithFlags").map {
    unsafeBitCast($0, to: (@convention(c) (UInt, UInt, UInt64) -> Bool).self)
  }

/// Tells the main queue from others, also where it runs off the main thread.
private let mainQueue: (key: DispatchSpecificKey<Bool>, Void) = {
  let key = DispatchSpecificKey<Bool>()
  return (key, DispatchQueue.main.setSpecific(key: key, value: true))
}()
