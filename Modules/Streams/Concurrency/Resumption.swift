/// Tells ThreadSanitizer that the task continues after its continuation was resumed. A task calls it right after that.
///
/// The runtime omits this if the continuation is resumed before the task suspends (Swift 6.3), and ThreadSanitizer then
/// reports a race for the value that the task receives.
@inline(__always) func hasResumed() {
  #if TRIBUTARY_SANITIZE_THREAD
    withUnsafeCurrentTask { task in
      if let task { acquire(unsafeBitCast(task, to: UnsafeMutableRawPointer.self)) }
    }
  #endif
}

#if TRIBUTARY_SANITIZE_THREAD
  @_silgen_name("__tsan_acquire") private func acquire(_ address: UnsafeMutableRawPointer)
#endif
