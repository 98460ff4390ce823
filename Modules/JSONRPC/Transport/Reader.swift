import Dispatch

/// Where bytes come from.
public protocol ByteSource: Sendable {
  /// Reads at least one byte into `buffer` and answers how many; 0 at the end. It may wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// Why nothing more can be read, although the end is not reached.
public struct ReadFailure: Error, Sendable, Equatable {
  /// The system's `errno`.
  public let number: Int32

  /// A failure with an `errno`.
  public init(_ number: Int32) { self.number = number }
}

/// The way into a session: reads on a thread of its own and hands over what comes, as it comes.
///
/// It waits only for whoever takes the chunks, never for a writer; so that a sender who outruns the core fills a pipe
/// and not the memory, a few chunks at most are under way.
public final class Reader: Sendable {
  private let source: any ByteSource
  private let window: DispatchSemaphore
  private let queue = DispatchQueue(label: "jsonrpc.reader", qos: .userInitiated)

  private static let chunkSize = 1 << 16

  /// A reader of `source` that lets at most `window` chunks be under way.
  public init(_ source: any ByteSource, window: Int = 8) {
    self.source = source
    // NB: a semaphore may not be freed below the value it was made with, so it begins at 0.
    self.window = DispatchSemaphore(value: 0)
    for _ in 0..<window { self.window.signal() }
  }

  /// Begins to read. Call once.
  /// - Parameters:
  ///   - deliver: takes a chunk, on the reader's thread, and must call `done` when it has been worked on, on any
  ///     thread.
  ///   - onEnd: runs after the last chunk was delivered, on the reader's thread, with the failure if the source cannot
  ///     be read to its end.
  public func start(
    deliver: @escaping @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void,
    onEnd: @escaping @Sendable (ReadFailure?) -> Void
  ) {
    queue.async { [source, window] in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
      defer { buffer.deallocate() }
      do throws(ReadFailure) {
        while true {
          window.wait()
          let count = try source.read(into: buffer)
          guard count > 0 else { break }
          deliver(Array(buffer[..<count])) { window.signal() }
        }
        onEnd(nil)
      } catch {
        onEnd(error)
      }
    }
  }
}
