import Dispatch
import Synchronization

/// Where bytes come from: the standard input, or a test's memory.
protocol ByteSource: Sendable {
  /// Waits for bytes, and reads some; none at the end.
  func read() -> [UInt8]
}

/// Reads lines when they are asked for, on a queue of its own, so that waiting for a user keeps nobody else waiting.
final class LineReader: Sendable {
  private let source: any ByteSource
  private let buffer = Mutex(LineBuffer())
  private let queue = DispatchQueue(label: "tributary.console.input")

  /// A reader of the lines of a source.
  init(_ source: any ByteSource) {
    self.source = source
  }

  /// The next line; `nil` after the last.
  func next() async -> InputLine? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: buffer.withLock { $0.next(read: source.read) })
      }
    }
  }
}
