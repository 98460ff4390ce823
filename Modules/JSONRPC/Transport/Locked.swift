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

/// State that can be reached only through its lock.
#if TRIBUTARY_SANITIZE_THREAD
  // NB: ThreadSanitizer does not see into `Mutex` on Linux and would report races that are none.
  struct Locked<State>: ~Copyable, @unchecked Sendable {
    // NB: Sendable because every access goes through the lock.
    private let body: Body

    init(_ state: sending State) { body = Body(state) }

    borrowing func callAsFunction<Result>(_ work: (inout State) -> Result) -> Result {
      pthread_mutex_lock(body.mutex)
      defer { pthread_mutex_unlock(body.mutex) }
      return work(&body.state)
    }

    private final class Body {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      var state: State

      init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
      }

      deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
      }
    }
  }
#else
  struct Locked<State>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ state: sending State) { mutex = Mutex(state) }

    @inline(__always)
    borrowing func callAsFunction<Result>(
      _ work: (inout sending State) -> sending Result
    ) -> sending Result {
      mutex.withLock(work)
    }
  }
#endif
