#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of this thread: even, above 1, and unique among running threads.
@inlinable @inline(__always) package func currentThread() -> UInt {
  #if canImport(Darwin) || canImport(Musl)
    return UInt(bitPattern: pthread_self())
  #else
    return UInt(pthread_self())
  #endif
}

/// Stops in an attached debugger; without one the program ends.
@usableFromInline package func stopInDebugger() {
  raise(SIGTRAP)
}

/// Whether this is the initial thread of the program.
func isInitialThread() -> Bool {
  #if canImport(Darwin)
    return pthread_main_np() != 0
  #else
    // NB: a symbolic link to "PROCESS/task/THREAD"; `gettid` is not in every C library's header.
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = buffer.baseAddress.map { readlink("/proc/thread-self", $0, buffer.count) } ?? 0
      return buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    }
    let parts = text.split(separator: UInt8(ascii: "/"))
    return parts.count == 3 && parts[0] == parts[2]
  #endif
}

#if TRIBUTARY_SANITIZE_THREAD
  /// A lock that ThreadSanitizer sees.
  @usableFromInline package final class PThreadMutex<Value> {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // NB: memory of its own: one without a size, as of a lock that guards what is beside it, has an address that is something else's too.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    @usableFromInline package init(_ value: Value) {
      self.value.initialize(to: value)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    @usableFromInline package func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try work(&value.pointee)
    }
  }
#endif

/// An object for each thread, made when the thread uses it first and released with the thread.
final class ThreadLocal<Value: AnyObject>: Sendable {
  // Sendable because each thread reaches its own object only, and the key is constant.
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    var key = pthread_key_t()
    // The parameter is optional on some platforms and not on others.
    pthread_key_create(&key) { pointer in releaseObject(pointer) }
    self.key = key
  }

  var value: Value {
    let known = pthread_getspecific(key)
    if let known { return Unmanaged<Value>.fromOpaque(known).takeUnretainedValue() }
    let new = make()
    let retained = UnsafeMutableRawPointer(Unmanaged.passRetained(new).toOpaque())
    pthread_setspecific(key, retained)
    return new
  }
}

// A function, because a pointer to a C function cannot come from a closure in a generic type.
private func releaseObject(_ pointer: UnsafeMutableRawPointer?) {
  if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
}
