/// A subject that is made when it is first needed.
@usableFromInline package final class LazySubject<S: Subject>: Sendable {
  private let subject = Locked<S?>(nil)

  @usableFromInline package init() {}

  /// The subject. It is made outside the lock; where two threads make one at a time, the first counts.
  func value(orMake make: () -> S) -> S {
    if let made = subject.withLock({ $0 }) { return made }
    let new = make()
    return subject.withLock { subject in
      if let subject { return subject }
      subject = new
      return new
    }
  }
}
