/// A value that is made when it is first needed.
struct Once<Value>: ~Copyable, Sendable {
  let made = Locked<Value?>(nil)

  /// The value. It is made outside the lock; where two threads make one, the first to come back counts.
  func value(_ make: () -> Value) -> Value {
    if let value = made.withLock({ $0 }) { return value }
    let new = make()
    return made.withLock { made in
      if let made { return made }
      made = new
      return new
    }
  }
}
