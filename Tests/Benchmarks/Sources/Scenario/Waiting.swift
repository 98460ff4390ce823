import Dispatch

/// Runs asynchronous work from a synchronous slice, and waits for its result.
public func wait(for work: @escaping @Sendable () async -> Int) -> Int {
  let done = Handed(0)
  Task.detached {
    done.hand(await work())
  }
  return done.receive()
}

/// A number that one thread hands to another.
///
/// `@unchecked Sendable`: `number` is written before the semaphore is signalled and read after it was waited for.
public final class Handed: @unchecked Sendable {
  private var number: Int
  private let arrived = DispatchSemaphore(value: 0)

  public init(_ number: Int) {
    self.number = number
  }

  public func hand(_ number: Int) {
    self.number = number
    arrived.signal()
  }

  public func receive() -> Int {
    arrived.wait()
    return number
  }
}
