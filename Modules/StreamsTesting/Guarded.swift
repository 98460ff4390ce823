import Synchronization

/// A value that can be reached only while its lock is held, whatever its type.
final class Guarded<Value>: @unchecked Sendable {
  // NB: Sendable because `value` is touched only while the mutex is held.
  private let mutex = Mutex(())
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
    // NB: handed out through a variable, because what a mutex returns must be Sendable.
    var result: Result?
    mutex.withLock { _ in result = work(&value) }
    return result.unsafelyUnwrapped
  }
}
