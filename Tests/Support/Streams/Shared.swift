import Foundation

/// A value that several threads of a test share.
public final class Shared<Value>: @unchecked Sendable {
  // Sendable because the value is reached only while the lock is held.
  // NB: not the package's own lock, because a package that is nested in this one compiles this file, too.
  private let lock = NSLock()
  private var value: Value

  public init(_ value: Value) { self.value = value }

  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }

  /// A copy of the value.
  public var current: Value { withLock { $0 } }
}

/// Runs each piece of work on a thread of its own, all at the same time, and waits for the last one.
public func together(_ work: [@Sendable () -> Void]) {
  let condition = NSCondition()
  let remaining = Shared(work.count)
  for piece in work {
    let slot = Shared<(@Sendable () -> Void)?>(piece)
    Thread.detachNewThread {
      // NB: taken out, so that nothing that it holds outlives the wait of the caller.
      slot.withLock { $0.take() }?()
      condition.lock()
      remaining.withLock { $0 -= 1 }
      condition.broadcast()
      condition.unlock()
    }
  }
  condition.lock()
  while remaining.current > 0 { condition.wait() }
  condition.unlock()
}

/// Runs each piece of work on a thread of its own, all at the same time, and waits for the last one.
public func together(_ work: (@Sendable () -> Void)...) { together(work) }
