import Foundation

/// A value of a test that several threads share.
///
/// NB: built on `NSLock`, which ThreadSanitizer sees.
final class Shared<Value>: @unchecked Sendable {
  // NB: Sendable because `value` is touched only while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return work(&value)
  }

  var current: Value { withLock { $0 } }
}

/// Runs each piece of work on a thread of its own, all at once, and waits for the last.
func together(_ work: [@Sendable () -> Void]) {
  let gate = NSCondition()
  let left = Shared(work.count)
  for piece in work {
    Thread.detachNewThread {
      piece()
      gate.lock()
      left.withLock { $0 -= 1 }
      gate.broadcast()
      gate.unlock()
    }
  }
  gate.lock()
  while left.current > 0 { gate.wait() }
  gate.unlock()
}

func together(_ work: (@Sendable () -> Void)...) { together(work) }
