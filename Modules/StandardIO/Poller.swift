import Dispatch
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for input on any number of descriptors, with one thread for the whole process.
///
/// Dispatch has sources for this, but on Linux they do not report the end of a pipe that is empty.
final class Poller: Sendable {
  /// A descriptor that is waited for, and what runs once it has input.
  private struct Wait: Sendable {
    let number: Int32
    let body: @Sendable () -> Void
  }

  /// The poller of the process; `nil` if the system has no descriptors for it.
  static let shared = Poller()

  private let waits = LockedValue<[Wait]>([])
  /// A pipe that ends a call of `poll`, so that the next one knows about a new descriptor.
  private let wakeUp: (output: Int32, input: Int32)
  private let queue = DispatchQueue(label: "tributary.poller", qos: .userInitiated)

  private init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = (fcntl(end, F_SETFD, FD_CLOEXEC), fcntl(end, F_SETFL, O_NONBLOCK)) }
    wakeUp = (ends[0], ends[1])
    queue.async { [self] in
      while true { poll() }
    }
  }

  /// Runs `body` once, on the poller's thread, when a read of the descriptor would return: with bytes, the end or a failure.
  ///
  /// The descriptor must stay open until then. `body` must not wait.
  func whenReadable(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    waits.withLock { $0.append(Wait(number: number, body: body)) }
    // A pipe that is full wakes the thread as well.
    _ = write(wakeUp.input, "!", 1)
  }

  /// Waits until descriptors have input, and runs what waits for them.
  private func poll() {
    let known = waits.withLock { $0 }
    let numbers = [wakeUp.output] + known.map(\.number)
    var descriptors = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard systemPoll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { return }
    if descriptors[0].revents != 0 {
      withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
        while read(wakeUp.output, buffer.baseAddress, buffer.count) == buffer.count {}
      }
    }
    // Only this thread removes waits, and new ones are appended, so the first ones are those that are known.
    let isReady = descriptors.dropFirst().map { $0.revents != 0 }
    waits.withLock { waits in
      let later = waits[known.count...]
      waits = zip(known, isReady).filter { !$1 }.map(\.0) + later
    }
    for (wait, isReady) in zip(known, isReady) where isReady { wait.body() }
  }
}

// In the type above the name would mean its own method.
private let systemPoll = poll
