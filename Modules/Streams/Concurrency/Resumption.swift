/// To be called by a task as soon as its continuation has been resumed.
///
/// NB: the runtime tells ThreadSanitizer that the task goes on after the one who resumes it, but forgets to if that comes
/// before the task has begun to wait (Swift 6.3): all that the task is handed would look like a race.
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
