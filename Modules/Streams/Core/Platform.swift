#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
#else
  import Darwin
#endif

/// An even number above 1 that no other running thread has.
@usableFromInline package func currentThread() -> UInt {
  #if canImport(WinSDK)
    return UInt(GetCurrentThreadId()) << 2
  #elseif canImport(Darwin)
    return UInt(bitPattern: pthread_self())
  #elseif canImport(Musl)
    return UInt(bitPattern: pthread_self())
  #else
    return UInt(pthread_self())
  #endif
}

/// Stops where a debugger is attached; without one the program ends.
@usableFromInline package func stopInDebugger() {
  #if canImport(WinSDK)
    DebugBreak()
  #else
    raise(SIGTRAP)
  #endif
}

/// Where a function is that the program or one of its libraries has; `nil` if none has it, or nobody can be asked.
func address(ofFunction name: String) -> UnsafeMutableRawPointer? {
  #if canImport(WinSDK)
    return nil
  #else
    return dlsym(dlopen(nil, RTLD_NOW), name)
  #endif
}

/// Whether this is the thread that the program started with.
func isInitialThread() -> Bool {
  #if canImport(WinSDK)
    return false
  #elseif canImport(Darwin)
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
