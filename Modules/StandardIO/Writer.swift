import Dispatch
import Locking

/// Writes bytes in order from a thread of its own: `send(_:)` never blocks its caller.
///
/// Bytes that wait are written together. When more wait than the limit, the writer fails, or drops what follows and
/// reports how much it has dropped.
///
/// ```swift
/// let log = Writer(Descriptor.standardError, limit: 1 << 16, overflow: .drop { Array("\($0) lines lost\n".utf8) })
/// log.send(Array("ready\n".utf8))
/// _ = log.drain(atMost: .milliseconds(50))
/// ```
public final class Writer: Sendable {
  /// What happens when more bytes wait than the limit.
  public enum OverflowPolicy: Sendable {
    /// The writer fails with `IOFailure.overflow`.
    case fail
    /// The bytes of whole calls of `send(_:)` are dropped until what waits is written. A notice stands in their place.
    case drop(notice: @Sendable (_ count: Int) -> [UInt8])
  }

  private struct State {
    var waiting: [UInt8] = []
    /// How many bytes are being written.
    var writingCount = 0
    var droppedCount = 0
    var isWriting = false
    var failure: IOFailure?
    /// Whether the failure was reported.
    var isOver = false
  }

  private enum Action {
    case start, fail, nothing
  }

  private let state = LockedValue(State())
  private let sink: any ByteSink
  private let limit: Int
  private let overflow: OverflowPolicy
  private let onFailure: @Sendable (IOFailure) -> Void
  private let queue = DispatchQueue(label: "tributary.writer", qos: .userInitiated)

  /// A writer to `sink`.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - limit: how many bytes may wait.
  ///   - overflow: what happens when more bytes wait.
  ///   - onFailure: runs once, on any thread, when nothing more can be written. Bytes sent after a failure are dropped.
  public init(
    _ sink: any ByteSink, limit: Int = 64 << 20, overflow: OverflowPolicy = .fail,
    onFailure: @escaping @Sendable (IOFailure) -> Void = { _ in }
  ) {
    self.sink = sink
    self.limit = limit
    self.overflow = overflow
    self.onFailure = onFailure
  }

  /// How many bytes are sent and not written.
  public var unwrittenCount: Int {
    state.withLock { $0.waiting.count + $0.writingCount }
  }

  /// Writes bytes after all that were sent before. Any thread may call it.
  public func send(_ bytes: [UInt8]) {
    let action: Action = state.withLock { state in
      guard state.failure == nil else { return .nothing }
      switch overflow {
      case .fail where state.waiting.count + state.writingCount + bytes.count > limit:
        state.failure = .overflow
        state.waiting = []
        return .fail
      // NB: once a line is dropped, later ones are too until there is room: the notice stands in their place.
      case .drop where state.droppedCount > 0 || state.waiting.count + bytes.count > limit:
        state.droppedCount += 1
        return .nothing
      default: break
      }
      state.waiting += bytes
      defer { state.isWriting = true }
      return state.isWriting ? .nothing : .start
    }
    switch action {
    case .start: queue.async { self.write() }
    case .fail: report(.overflow)
    case .nothing: break
    }
  }

  /// Waits until all bytes that were sent are written, without a limit by default.
  ///
  /// - Returns: false if they cannot be written, or not within the limit.
  public func drain(atMost limit: Duration? = nil) -> Bool {
    let (isWriting, isOver) = state.withLock { ($0.isWriting, $0.isOver) }
    guard isWriting, !isOver else { return !isOver }
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    let deadline = limit.map(DispatchTime.init(after:)) ?? .distantFuture
    return done.wait(timeout: deadline) == .success && state.withLock { $0.failure == nil }
  }

  private func report(_ failure: IOFailure) {
    onFailure(failure)
    state.withLock { $0.isOver = true }
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
      do throws(IOFailure) {
        if droppedCount > 0, case .drop(let notice) = overflow { bytes += notice(droppedCount) }
        try sink.writeAll(bytes)
      } catch {
        let isFirst = state.withLock { state in
          let isFirst = state.failure == nil
          state.failure = state.failure ?? error
          state.waiting = []
          state.writingCount = 0
          return isFirst
        }
        if isFirst { report(error) }
        return
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
