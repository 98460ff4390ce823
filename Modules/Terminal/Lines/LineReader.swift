import Dispatch
import Locking
public import StandardIO

/// Reads lines on a thread of its own, so that waiting for input blocks nothing else.
///
/// ```swift
/// let reader = LineReader(Descriptor.standardInput)
/// while case .text(let line)? = await reader.next() {
///   print(line)
/// }
/// ```
public final class LineReader: Sendable {
  private let source: (any ByteSource)?
  private let buffer: LockedValue<LineBuffer>
  private let queue = DispatchQueue(label: "tributary.line-reader", qos: .userInitiated)

  private static let chunkSize = 1 << 16

  /// A reader of the lines of a source. It reads only when a line is asked for.
  public init(_ source: any ByteSource) {
    self.source = source
    buffer = LockedValue(LineBuffer())
  }

  /// A reader of the lines of a text.
  public init(text: String) {
    source = nil
    buffer = LockedValue(LineBuffer(Array(text.utf8)))
  }

  /// The next line; `nil` after the last. A read error ends the input.
  public func next() async -> InputLine? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: buffer.withLock { $0.next(read: read) })
      }
    }
  }

  private func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
      count = (try? source?.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }
}
