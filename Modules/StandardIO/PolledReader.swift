import Dispatch
import LibC
import Locking

/// Reads a socket or a pipe when it has something, and holds no thread meanwhile.
final class PolledReader: Sendable {
  private struct State {
    /// How many more chunks may be in flight.
    var room: Int
    /// Whether reading goes on when there is room.
    var isPaused = false
  }

  private let descriptor: Descriptor
  private let poller: Poller
  // NB: the queue has a target, because otherwise many readers with something to read would each get a thread.
  private let queue = DispatchQueue(label: "tributary.polled-reader", target: .global(qos: .userInitiated))
  private let state: LockedValue<State>
  private let deliver: @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void
  private let onEnd: @Sendable (IOFailure?) -> Void

  private static let chunkSize = 1 << 16

  init(
    _ descriptor: Descriptor, window: Int, poller: Poller,
    deliver: @escaping @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void,
    onEnd: @escaping @Sendable (IOFailure?) -> Void
  ) {
    self.descriptor = descriptor
    self.poller = poller
    state = LockedValue(State(room: window))
    self.deliver = deliver
    self.onEnd = onEnd
  }

  /// Reads the next chunk when there is one. The poller keeps the reader until then.
  func readNext() {
    poller.whenReadable(descriptor.number) { [self] in queue.async { self.read() } }
  }

  private func read() {
    // Another process that shares the descriptor may have read the input.
    guard descriptor.hasInput else { return readNext() }
    // NB: `withUnsafeTemporaryAllocation` forgets which errors its body throws, so the outcome is returned as a value.
    let outcome = withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 16) { buffer in
      Result { () throws(IOFailure) in Array(buffer[..<(try descriptor.read(into: buffer))]) }
    }
    switch outcome {
    case .failure(let failure): onEnd(failure)
    case .success([]): onEnd(nil)
    case .success(let chunk):
      deliver(chunk) { [self] in didProcess() }
      let goesOn = state.withLock { state in
        state.room -= 1
        state.isPaused = state.room <= 0
        return !state.isPaused
      }
      if goesOn { readNext() }
    }
  }

  private func didProcess() {
    let goesOn = state.withLock { state in
      state.room += 1
      guard state.isPaused, state.room > 0 else { return false }
      state.isPaused = false
      return true
    }
    if goesOn { readNext() }
  }
}

// NB: unchecked, because Dispatch's sources are thread-safe, which their protocol does not say.
/// A source that any thread may suspend, resume and cancel.
struct ReadSource: @unchecked Sendable {
  let base: any DispatchSourceRead

  init(_ number: Int32, _ queue: DispatchQueue) {
    base = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
  }
}

extension Descriptor {
  /// Whether it is a socket or a pipe.
  var isSocketOrPipe: Bool {
    var status = stat()
    guard fstat(number, &status) == 0 else { return false }
    return [S_IFSOCK, S_IFIFO].contains(status.st_mode & S_IFMT)
  }

  /// Whether a read returns at once, with bytes, the end or a failure.
  var hasInput: Bool {
    var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }
}
