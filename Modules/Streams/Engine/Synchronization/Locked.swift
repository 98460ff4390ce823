import Synchronization

/// A value that can be reached only while its lock is held.
///
/// Do not call foreign code inside ``withLock(_:)``: decide there what to do, and do it after.
@usableFromInline package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // Sendable because every access goes through the lock.
  #if TRIBUTARY_SANITIZE_THREAD
    // NB: ThreadSanitizer does not see into `Mutex` on Linux and would report false races.
    @usableFromInline package typealias Body = PThreadMutex
  #else
    @usableFromInline package typealias Body = Mutex
  #endif
  @usableFromInline package let mutex: Body<UnsafeTransfer<Value>>

  @inlinable package init(_ value: Value) { mutex = Body(UnsafeTransfer(value)) }

  @inlinable package borrowing func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
    // NB: `Mutex` requires disconnected regions going in and out; here the caller of `withLock` guarantees it.
    try mutex.withLock { guarded in
      UnsafeTransfer(try work(&guarded.value))
    }.value
  }
}

extension Locked {
  /// Stores a value.
  ///
  /// - Returns: The old value, which is thus released after the lock.
  @inlinable package borrowing func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}

/// Transfers a value that is not Sendable to another thread.
// Sendable because the sender does not use the value afterwards.
@usableFromInline package struct UnsafeTransfer<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}
