import Foundation
import Locking

/// A value that several threads of a test share.
public final class Shared<Value>: @unchecked Sendable {
  // Sendable because the value is reached only while the lock is held.
  private let state: LockedValue<Value>

  public init(_ value: Value) { state = LockedValue(unchecked: value) }

  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result { state.withLockUnchecked(body) }

  /// A copy of the value.
  public var current: Value { withLock { $0 } }
}

/// Runs each piece of work on a thread of its own, all at the same time, and waits for the last one.
public func together(_ work: [@Sendable () -> Void]) {
  let condition = NSCondition()
  let remaining = Shared(work.count)
  for piece in work {
    Thread.detachNewThread {
      piece()
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
