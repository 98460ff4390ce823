/// A subject that is made when it is first needed.
@usableFromInline package final class LazySubject<S: Subject>: @unchecked Sendable {
  // Sendable because the subject is touched only under the lock.
  @usableFromInline package let lock = Locked(())
  @usableFromInline @exclusivity(unchecked) package var subject: S?

  // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
  @inlinable @inline(never) package init() {}

  /// The subject. It is made outside the lock; where two threads make one at a time, the first counts.
  @inlinable package func value(orMake make: () -> S) -> S {
    if let made = lock.withLock({ _ in subject }) { return made }
    let new = make()
    return lock.withLock { _ in
      if let subject { return subject }
      subject = new
      return new
    }
  }
}
