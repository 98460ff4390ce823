import Dispatch

/// Reads a source and delivers chunks as they arrive.
///
/// A bounded number of chunks is in flight, so a fast sender fills a pipe and not the memory. A socket or a pipe holds no
/// thread while it is empty; the standard input and any other source hold one.
///
/// ```swift
/// Reader(Descriptor.standardInput).start { chunk, done in
///   // Process the chunk, on any thread, and then:
///   done()
/// } onEnd: { failure in
///   // All chunks are delivered.
/// }
/// ```
public final class Reader: Sendable {
  private let source: any ByteSource
  private let windowSize: Int
  private let window: DispatchSemaphore
  private let queue = DispatchQueue(label: "tributary.reader", qos: .userInitiated)

  private static let chunkSize = 1 << 16

  /// A reader of `source`.
  ///
  /// - Parameters:
  ///   - source: what is read.
  ///   - window: how many chunks may be in flight.
  public init(_ source: any ByteSource, window: Int = 8) {
    self.source = source
    windowSize = window
    // NB: a semaphore must not be freed below its initial value, so it starts at 0.
    self.window = DispatchSemaphore(value: 0)
    for _ in 0..<window { self.window.signal() }
  }

  /// Starts to read. Call it once.
  ///
  /// - Parameters:
  ///   - deliver: receives a chunk on the reader's queue. It must call `done`, on any thread, when the chunk is processed.
  ///   - onEnd: runs on the reader's queue after the last chunk, with the failure if the source cannot be read to its end.
  ///     A descriptor must stay open until then.
  public func start(
    deliver: @escaping @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void,
    onEnd: @escaping @Sendable (IOFailure?) -> Void
  ) {
    // The standard input, of which there is one, is read sooner by a thread that waits for it.
    if let descriptor = source as? Descriptor, descriptor != .standardInput, descriptor.isSocketOrPipe,
      let poller = Poller.shared
    {
      let reader = PolledReader(descriptor, window: windowSize, poller: poller, deliver: deliver, onEnd: onEnd)
      return reader.readNext()
    }
    queue.async { [source, window] in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
      defer { buffer.deallocate() }
      do throws(IOFailure) {
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
