import Dispatch

/// Where bytes finally go.
public protocol ByteSink: Sendable {
  /// Writes some of `bytes`, at least one, and answers how many. It may wait.
  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) -> Int
}

/// Why nothing more can be written.
public enum WriteFailure: Error, Sendable, Equatable {
  /// Nobody reads any more (EPIPE).
  case readerGone
  /// More waits to be read than the writer may hold.
  case overflow
  /// The system refused, with this `errno`.
  case refused(Int32)
}

/// The way out of a session: takes frames from any thread without ever waiting, and writes them in order from a thread
/// of its own.
///
/// Frames sent are never dropped. Of the updates of one key that were not handed to the sink yet, the newest alone is
/// kept, in the place of the first. Frames that wait together are written together.
public final class Writer: Output, Sendable {
  private struct State {
    var queue = OutboundQueue()
    /// Bytes that were taken out of the queue and not written yet.
    var inHand = 0
    var isWriting = false
    var failure: WriteFailure?
    /// Whether the failure has been told.
    var isOver = false
    var waiters: [@Sendable (Bool) -> Void] = []
  }

  private let state = Locked(State())
  private let sink: any ByteSink
  private let limit: Int
  private let onFailure: @Sendable (WriteFailure) -> Void
  private let queue = DispatchQueue(label: "jsonrpc.writer", qos: .userInitiated)

  /// The most that is handed to the sink at once, unless one frame is bigger: the capacity of a pipe.
  private static let pieceSize = 1 << 16

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
    state { $0.queue.byteCount + $0.inHand }
  }

  public func send(_ frames: [UInt8]) {
    take { $0.append(frames) }
  }

  public func update(_ key: String, _ frame: [UInt8]) {
    take { $0.update(key, frame) }
  }

  /// Runs `body` as soon as all that was taken is written (`true`), or cannot be any more and that has been told
  /// (`false`): at once, on this thread, if so already; else on the writer's.
  public func whenDrained(_ body: @escaping @Sendable (Bool) -> Void) {
    let outcome: Bool? = state { state in
      if state.isOver { return false }
      if state.failure == nil, !state.isWriting { return true }
      state.waiters.append(body)
      return nil
    }
    if let outcome { body(outcome) }
  }

  /// Waits until all that was taken is written. False if it cannot be, or not by the deadline.
  public func drain(until deadline: DispatchTime) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    whenDrained { isWritten in
      outcome.isWritten { $0 = isWritten }
      done.signal()
    }
    return done.wait(timeout: deadline) == .success && outcome.isWritten { $0 }
  }

  private final class Outcome: Sendable {
    let isWritten = Locked(false)
  }

  private enum Step {
    case start, fail, nothing
  }

  private func take(_ change: (inout OutboundQueue) -> Void) {
    let step: Step = state { state in
      guard state.failure == nil else { return .nothing }
      change(&state.queue)
      if state.queue.byteCount + state.inHand > limit {
        state.failure = .overflow
        state.queue.removeAll()
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

  private func report(_ failure: WriteFailure) {
    onFailure(failure)
    let waiters = state { state in
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
      let pieces: [[UInt8]] = state { state in
        let pieces = state.failure == nil ? state.queue.take(Self.pieceSize) : []
        state.inHand = pieces.reduce(0) { $0 + $1.count }
        if pieces.isEmpty {
          state.isWriting = false
          if state.failure == nil { swap(&waiters, &state.waiters) }
        }
        return pieces
      }
      for waiter in waiters { waiter(true) }
      guard !pieces.isEmpty else { return }
      do {
        try writeAll(pieces.count == 1 ? pieces[0] : Array(pieces.joined()))
      } catch {
        let isFirst = state { state in
          defer {
            state.failure = state.failure ?? error
            state.queue.removeAll()
            state.inHand = 0
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
