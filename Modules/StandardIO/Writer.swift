import Dispatch
import Locking

/// Writes bytes in order from a thread of its own: `send(_:)` never blocks its caller.
///
/// Bytes that wait are written together. When more wait than the limit, the bytes of whole calls are dropped until what waits is written;
/// a notice stands in their place. After a failure to write, nothing is written any more.
///
/// ```swift
/// let log = Writer(Descriptor.standardError, limit: 1 << 16) { Array("\($0) lines lost\n".utf8) }
/// log.send(Array("ready\n".utf8))
/// _ = log.drain(atMost: .milliseconds(50))
/// ```
public final class Writer: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    /// How many bytes are being written.
    var writingCount = 0
    var droppedCount = 0
    var isWriting = false
    var hasFailed = false
  }

  private let state = LockedValue(State())
  private let sink: any ByteSink
  private let limit: Int
  private let notice: @Sendable (_ count: Int) -> [UInt8]
  private let queue = DispatchQueue(label: "tributary.writer", qos: .userInitiated)

  /// A writer to `sink`.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - limit: how many bytes may wait.
  ///   - notice: the bytes in the place of what was dropped, from the number of calls of `send(_:)`.
  public init(_ sink: any ByteSink, limit: Int, notice: @escaping @Sendable (_ count: Int) -> [UInt8]) {
    self.sink = sink
    self.limit = limit
    self.notice = notice
  }

  /// How many bytes are sent and not written.
  public var unwrittenCount: Int {
    state.withLock { $0.waiting.count + $0.writingCount }
  }

  /// Writes bytes after all that were sent before. Any thread may call it.
  public func send(_ bytes: [UInt8]) {
    let starts = state.withLock { state in
      guard !state.hasFailed else { return false }
      // NB: once a line is dropped, later ones are too until there is room: the notice stands in their place.
      if state.droppedCount > 0 || state.waiting.count + bytes.count > limit {
        state.droppedCount += 1
        return false
      }
      state.waiting += bytes
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if starts { queue.async { self.write() } }
  }

  /// Waits until all bytes that were sent are written, without a limit by default.
  ///
  /// - Returns: false if they cannot be written, or not within the limit.
  public func drain(atMost limit: Duration? = nil) -> Bool {
    if state.withLock(\.isWriting) {
      let done = DispatchSemaphore(value: 0)
      queue.async { done.signal() }
      guard done.wait(timeout: limit.map(DispatchTime.init(after:)) ?? .distantFuture) == .success else { return false }
    }
    return state.withLock { !$0.hasFailed }
  }

  /// Writes until nothing waits. Runs on the writer's queue.
  private func write() {
    while true {
      var (bytes, droppedCount): ([UInt8], Int) = state.withLock { state in
        let taken = (state.waiting, state.droppedCount)
        state.waiting = []
        state.droppedCount = 0
        state.writingCount = taken.0.count
        state.isWriting = !taken.0.isEmpty
        return taken
      }
      guard !bytes.isEmpty else { return }
      if droppedCount > 0 { bytes += notice(droppedCount) }
      do throws(IOFailure) { try sink.writeAll(bytes) } catch {
        return state.withLock { $0 = State(hasFailed: true) }
      }
    }
  }
}

extension DispatchTime {
  /// The time when a span has passed from now on.
  package init(after span: Duration) {
    let (seconds, attoseconds) = span.components
    self = .now() + .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
  }
}
