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

/// A value that can be reached only while its lock is held, whatever its type.
final class Guarded<Value>: @unchecked Sendable {
  // NB: Sendable because `value` is touched only while the mutex is held.
  private var value: Value

  #if TRIBUTARY_SANITIZE_THREAD
    // NB: ThreadSanitizer does not see into `Mutex` on Linux and would report races that are none.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
      self.value = value
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return work(&value)
    }
  #else
    private let mutex = Mutex(())

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
      // NB: handed out through a variable, because what a mutex returns must be Sendable.
      var result: Result?
      mutex.withLock { _ in result = work(&value) }
      return result.unsafelyUnwrapped
    }
  #endif
}
