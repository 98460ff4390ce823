import Dispatch
import Foundation

/// Where bytes come from: the standard input, or a test's memory.
protocol ByteSource: Sendable {
  /// Waits for bytes, and reads some; none at the end.
  func read() -> [UInt8]
}

/// Reads lines when they are asked for, on a thread of its own, so that waiting for a user keeps nobody else waiting.
final class LineReader: Sendable {
  private let requests = Requests()

  /// A reader of the lines of a source.
  init(_ source: any ByteSource) {
    Thread.detachNewThread { [requests] in
      var buffer = LineBuffer()
      while let request = requests.next() {
        request.resume(returning: buffer.next(read: source.read))
      }
    }
  }

  deinit {
    requests.close()
  }

  /// The next line; `nil` after the last.
  func next() async -> InputLine? {
    await withCheckedContinuation { requests.add($0) }
  }
}

/// Who waits for a line, in order.
private final class Requests: @unchecked Sendable {
  // NB: Sendable because the list is touched under the lock alone. `Mutex` would do as well, but ThreadSanitizer does not
  // see into it on Linux.
  typealias Request = CheckedContinuation<InputLine?, Never>

  private var waiting: [Request] = []
  private let lock = NSLock()
  private let semaphore = DispatchSemaphore(value: 0)

  func add(_ request: Request) {
    lock.withLock { waiting.append(request) }
    semaphore.signal()
  }

  /// No request will follow.
  func close() {
    semaphore.signal()
  }

  /// Waits for a request; `nil` if there will be none.
  func next() -> Request? {
    semaphore.wait()
    return lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
  }
}
