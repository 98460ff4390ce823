import Synchronization

/// State that can be reached only through its lock.
struct Locked<State>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  init(_ state: sending State) {
    mutex = Mutex(state)
  }

  @inline(__always)
  borrowing func callAsFunction<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    mutex.withLock(body)
  }
}
