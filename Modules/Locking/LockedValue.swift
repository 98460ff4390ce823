#if TRIBUTARY_SANITIZE_THREAD
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
#else
  public import Synchronization
#endif

/// A value that can be reached only while its lock is held.
///
/// The lock is not recursive: the closures must not reach the same value again.
///
///     let count = LockedValue(0)
///     let next = count.withLock { count in
///       count += 1
///       return count
///     }
// NB: public, in a module that no product has: what is `package` is not inlined into other modules, and would look its types up at each call.
public struct LockedValue<Value>: ~Copyable, @unchecked Sendable {
  // Sendable because the value is reached only while the lock is held, and only Sendable values, or those that the
  // caller of `init(unchecked:)` answers for, go in and out.
  #if TRIBUTARY_SANITIZE_THREAD
    @usableFromInline let storage: Storage
  #else
    @usableFromInline let mutex: Mutex<Unchecked<Value>>
  #endif

  /// Runs a closure while the lock is held, and returns its result.
  @inlinable @inline(__always) public borrowing func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withLockUnchecked(body)
  }
}

extension LockedValue where Value: Sendable {
  /// Protects a value.
  @inlinable public init(_ value: Value) { self.init(unchecked: value) }
}

#if TRIBUTARY_SANITIZE_THREAD
  // NB: ThreadSanitizer does not see `Mutex` on Linux, and would report every access as a race.
  extension LockedValue {
    /// Protects a value that is not Sendable. The caller ensures that nothing else refers to it.
    public init(unchecked value: Value) { storage = Storage(value) }

    /// Runs a closure while the lock is held. The caller ensures that the result is used by one thread at a time.
    public borrowing func withLockUnchecked<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(storage.mutex)
      defer { pthread_mutex_unlock(storage.mutex) }
      return try body(&storage.value)
    }

    @usableFromInline final class Storage {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      var value: Value

      init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
      }

      deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
      }
    }
  }
#else
  extension LockedValue {
    /// Protects a value that is not Sendable. The caller ensures that nothing else refers to it.
    @inlinable public init(unchecked value: Value) { mutex = Mutex(Unchecked(value)) }

    /// Runs a closure while the lock is held. The caller ensures that the result is used by one thread at a time.
    @inlinable @inline(__always) public borrowing func withLockUnchecked<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock { locked throws(Failure) in Unchecked(try body(&locked.value)) }.value
    }
  }

  /// Carries a value past the Sendable checks of `Mutex`.
  ///
  /// Sendable because `LockedValue` makes the promise that the compiler cannot check.
  @usableFromInline struct Unchecked<Value>: @unchecked Sendable {
    @usableFromInline var value: Value

    @usableFromInline init(_ value: Value) { self.value = value }
  }
#endif
