import Dispatch
import Synchronization

/// A closure that carries its isolation.
@frozen @usableFromInline package struct IsolatedClosure<Input> {
  @usableFromInline package let call: @isolated(any) (Input) -> Void

  @inlinable @inline(__always) package init(_ call: @escaping @isolated(any) (Input) -> Void) { self.call = call }

  /// The closure without its isolation, for a caller that has checked it.
  // NB: `@isolated(any)` is stored in the closure's context and changes neither its layout nor its call. SE-0431 offers a
  // conversion to an asynchronous closure only.
  @inlinable @inline(__always) package var unchecked: (Input) -> Void {
    unsafeBitCast(self, to: PlainClosure.self).call
  }

  @frozen @usableFromInline package struct PlainClosure {
    @usableFromInline package let call: (Input) -> Void
  }
}

/// Stops the program if this code does not run on an actor.
///
/// - Parameters:
///   - actor: The actor of the closure that is about to be called.
///   - event: What the closure would receive, for the message.
@usableFromInline package func requireIsolation(_ actor: any Actor, _ event: StaticString) {
  // NB: the full check takes as long as five deliveries. It is skipped on the initial thread once that has passed the check
  // for the main actor, because that thread runs nothing else; after `dispatchMain` it stays.
  guard actor === MainActor.shared else { return actor.preconditionIsolated(message(for: event, actor)) }
  let thread = currentThread()
  let known = mainThread.load(ordering: .relaxed)
  if known == thread { return }
  guard DispatchQueue.getSpecific(key: mainQueue.key) != nil else { fatalError(message(for: event, actor)) }
  if known == 0 { mainThread.store(isInitialThread() ? thread : .max, ordering: .relaxed) }
}

private func message(for event: StaticString, _ actor: any Actor) -> String {
  "\(event) reached a sink off the actor it was written for (\(actor)): put receive(on:) before it"
}

/// The thread that needs no check; 0 while none is known, and the maximum if the main queue has left the initial thread.
// Relaxed, because a thread recognises only the number that it has stored itself.
private let mainThread = Atomic<UInt>(0)

/// Identifies the main queue on whatever thread it runs.
private let mainQueue: (key: DispatchSpecificKey<Bool>, Void) = {
  let key = DispatchSpecificKey<Bool>()
  return (key, DispatchQueue.main.setSpecific(key: key, value: true))
}()
