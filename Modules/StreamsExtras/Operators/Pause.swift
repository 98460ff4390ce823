public import Streams

extension Handover {
  /// Puts a pause into the place of an upstream: it takes demand, and a cancel ends it.
  @usableFromInline package func pause(then work: @escaping () -> Void) -> Pause {
    let (turn, _) = nextTurn()
    let pause = Pause { [self] in close(turn, then: work) }
    open(pause, turn)
    return pause
  }
}

/// The time between two upstreams.
@usableFromInline package final class Pause: Subscription, Sendable {
  private let work: Locked<(() -> Void)?>

  init(_ work: @escaping () -> Void) { self.work = Locked(work) }

  @usableFromInline package func end() { work.withLock { $0.take() }?() }
  @usableFromInline package func request(_ demand: Subscribers.Demand) {}
  @usableFromInline package func cancel() { _ = work.withLock { $0.take() } }
}
