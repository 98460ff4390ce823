import Cases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reports the case in which a library crashes or does not end.
enum CrashReporter {
  // Unsafe because signal handlers read them; one thread runs, and nothing comes after the handler.
  nonisolated(unsafe) static var seed: UInt64 = 0
  nonisolated(unsafe) static var script = Case()
  nonisolated(unsafe) static var side = ""
  /// Called before the report.
  nonisolated(unsafe) static var willReport: () -> Void = {}
  nonisolated(unsafe) private static var lastSeed = UInt64.max

  private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT]

  static func start() {
    // A separate stack, because the crash may be a stack overflow.
    var stack = stack_t()
    stack.ss_size = 1 << 20
    stack.ss_sp = .allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
    for number in crashes { handle(number) { _ in CrashReporter.report("crashes") } }
    handle(SIGALRM) { _ in
      if CrashReporter.lastSeed == CrashReporter.seed, CrashReporter.seed > 0 { CrashReporter.report("does not end") }
      CrashReporter.lastSeed = CrashReporter.seed
      alarm(20)
    }
    alarm(20)
  }

  private static func handle(_ number: Int32, _ body: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_handler = body
    #else
      action.__sigaction_u.__sa_handler = body
    #endif
    action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK))
    sigaction(number, &action, nil)
  }

  private static func report(_ what: String) {
    for number in crashes { signal(number, SIG_DFL) }
    willReport()
    print("\nseed \(seed) \(what) in \(side)\n\(script.text)")
    fflush(nil)
    _exit(1)
  }
}
