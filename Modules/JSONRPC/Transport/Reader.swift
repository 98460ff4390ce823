import Dispatch

/// Where bytes come from.
public protocol ByteSource: Sendable {
  /// Reads at least one byte into `buffer` and answers how many; 0 at the end, or when nothing more can be read. It
  /// may wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
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
  ///   - onEnd: runs after the last chunk was delivered, on the reader's thread.
  public func start(
    deliver: @escaping @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    queue.async { [source, window] in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        window.wait()
        let count = source.read(into: buffer)
        guard count > 0 else { break }
        deliver(Array(buffer[..<count])) { window.signal() }
      }
      onEnd()
    }
  }
}
