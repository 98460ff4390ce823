import Synchronization

#if TRIBUTARY_SANITIZE_THREAD
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
#endif

/// A value that can be reached only while its lock is held.
///
/// Do not call foreign code inside ``withLock(_:)``: decide there what to do, and do it after.
@usableFromInline package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // Sendable because every access goes through the lock.
  #if TRIBUTARY_SANITIZE_THREAD
    // NB: ThreadSanitizer does not see into `Mutex` on Linux and would report false races.
    private let body: Body

    @usableFromInline package init(_ value: Value) { body = Body(value) }

    @usableFromInline package borrowing func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result
    {
      pthread_mutex_lock(body.mutex)
      defer { pthread_mutex_unlock(body.mutex) }
      return try work(&body.value)
    }

    private final class Body {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      @exclusivity(unchecked) var value: Value

      init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
      }

      deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
      }
    }
  #else
    @usableFromInline package let mutex: Mutex<UnsafeTransfer<Value>>

    @inlinable package init(_ value: Value) { mutex = Mutex(UnsafeTransfer(value)) }

    @inlinable package borrowing func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
      // NB: `Mutex` requires disconnected regions going in and out; here the caller of `withLock` guarantees it.
      try mutex.withLock { guarded in
        UnsafeTransfer(try work(&guarded.value))
      }.value
    }
  #endif
}

/// Transfers a value that is not Sendable to another thread.
// Sendable because the sender does not use the value afterwards.
@usableFromInline package struct UnsafeTransfer<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}
