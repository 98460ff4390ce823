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
@usableFromInline func currentThread() -> UInt {
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
@usableFromInline func stopInDebugger() {
  #if canImport(WinSDK)
    DebugBreak()
  #else
    raise(SIGTRAP)
  #endif
}
