#if TRIBUTARY_SANITIZE_THREAD
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
#else
  import Synchronization
#endif

/// A value that can be reached only while its lock is held; visible to ThreadSanitizer, which `Mutex` is not on Linux.
public struct Protected<Value: Sendable>: ~Copyable, Sendable {
  #if TRIBUTARY_SANITIZE_THREAD
    // NB: ThreadSanitizer does not see into `Mutex` on Linux and would report races that are none.
    private let body: Body

    public init(_ value: Value) { body = Body(value) }

    public borrowing func withLock<Result: Sendable, Failure: Error>(
      _ work: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(body.mutex)
      defer { pthread_mutex_unlock(body.mutex) }
      return try work(&body.value)
    }

    /// Sendable because the value is touched under the lock alone, and the lock is made for sharing.
    private final class Body: @unchecked Sendable {
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
  #else
    private let mutex: Mutex<Value>

    public init(_ value: Value) { mutex = Mutex(value) }

    public borrowing func withLock<Result: Sendable, Failure: Error>(
      _ work: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock { value throws(Failure) in try work(&value) }
    }
  #endif
}
