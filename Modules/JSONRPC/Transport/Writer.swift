import Dispatch
import Locking

/// Where bytes finally go.
public protocol ByteSink: Sendable {
  /// Writes some of `bytes`, at least one, and answers how many. It may wait.
  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) -> Int
}

/// Writes bytes in order from a thread of its own: it takes them from any thread without waiting.
///
/// Nothing that it took is dropped. What waits together is written together.
public final class Writer: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    /// How many bytes are being written.
    var writingCount = 0
    var isWriting = false
    var failure: WriteFailure?
    /// Whether the failure was reported.
    var isOver = false
    var waiters: [@Sendable (Bool) -> Void] = []
  }

  private enum Step {
    case start, fail, nothing
  }

  private let state = LockedValue(State())
  private let sink: any ByteSink
  private let limit: Int
  private let onFailure: @Sendable (WriteFailure) -> Void
  private let queue = DispatchQueue(label: "jsonrpc.writer", qos: .userInitiated)

  /// A writer to `sink`.
  /// - Parameters:
  ///   - limit: the bytes that may wait.
  ///   - onFailure: runs once, on any thread, when nothing more can be written. What is sent after that is dropped.
  public init(
    _ sink: any ByteSink, limit: Int = 64 << 20, onFailure: @escaping @Sendable (WriteFailure) -> Void
  ) {
    self.sink = sink
    self.limit = limit
    self.onFailure = onFailure
  }

  /// The bytes that are not written yet.
  public var unwrittenCount: Int {
    state.withLock { $0.waiting.count + $0.writingCount }
  }

  /// Writes bytes after all that was sent before.
  public func send(_ bytes: [UInt8]) {
    let step: Step = state.withLock { state in
      guard state.failure == nil else { return .nothing }
      state.waiting += bytes
      if state.waiting.count + state.writingCount > limit {
        state.failure = .overflow
        state.waiting = []
        return .fail
      }
      defer { state.isWriting = true }
      return state.isWriting ? .nothing : .start
    }
    switch step {
    case .start: queue.async { self.write() }
    case .fail: report(.overflow)
    case .nothing: break
    }
  }

  /// Runs `body` as soon as all that was sent is written (`true`), or cannot be any more and that was reported (`false`):
  /// at once, on this thread, if so already; else on the writer's.
  public func whenDrained(_ body: @escaping @Sendable (Bool) -> Void) {
    let outcome: Bool? = state.withLock { state in
      if state.isOver { return false }
      if state.failure == nil, !state.isWriting { return true }
      state.waiters.append(body)
      return nil
    }
    if let outcome { body(outcome) }
  }

  /// Waits until all that was sent is written. False if it cannot be, or not by the deadline.
  public func drain(until deadline: DispatchTime) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    whenDrained { isWritten in
      outcome.isWritten.withLock { $0 = isWritten }
      done.signal()
    }
    return done.wait(timeout: deadline) == .success && outcome.isWritten.withLock { $0 }
  }

  private final class Outcome: Sendable {
    let isWritten = LockedValue(false)
  }

  private func report(_ failure: WriteFailure) {
    onFailure(failure)
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter(false) }
  }

  /// Writes until nothing waits. Runs on the writer's queue, never twice at a time.
  private func write() {
    while true {
      var waiters: [@Sendable (Bool) -> Void] = []
      let bytes: [UInt8] = state.withLock { state in
        var bytes: [UInt8] = []
        if state.failure == nil { swap(&bytes, &state.waiting) }
        state.writingCount = bytes.count
        if bytes.isEmpty {
          state.isWriting = false
          if state.failure == nil { swap(&waiters, &state.waiters) }
        }
        return bytes
      }
      for waiter in waiters { waiter(true) }
      guard !bytes.isEmpty else { return }
      do {
        try writeAll(bytes)
      } catch {
        let isFirst = state.withLock { state in
          defer {
            state.failure = state.failure ?? error
            state.waiting = []
            state.writingCount = 0
            state.isWriting = false
          }
          return state.failure == nil
        }
        if isFirst { report(error) }
        return
      }
    }
  }

  private func writeAll(_ bytes: [UInt8]) throws(WriteFailure) {
    var written = 0
    while written < bytes.count {
      // NB: `withUnsafeBytes` forgets which errors its body throws, so the outcome comes out as a value.
      let outcome = bytes.withUnsafeBytes { all in
        Result { () throws(WriteFailure) in try sink.write(UnsafeRawBufferPointer(rebasing: all[written...])) }
      }
      written += try outcome.get()
    }
  }
}
