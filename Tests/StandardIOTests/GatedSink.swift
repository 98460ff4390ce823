import Dispatch
import Locking
import StandardIO

/// A sink that records each call, and lets a test decide when a call returns.
final class GatedSink: ByteSink {
  private struct State {
    var writes: [[UInt8]] = []
    var failure: IOFailure?
  }

  private let state = LockedValue(State())
  private let most: Int
  private let isOpen: Bool
  private let arrivals = DispatchSemaphore(value: 0)
  private let permits = DispatchSemaphore(value: 0)

  /// A sink that writes at most `most` bytes a call. A closed one blocks each call until `allowOne` or `fail`.
  init(isOpen: Bool, most: Int = .max) {
    self.isOpen = isOpen
    self.most = most
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int {
    let count = min(most, bytes.count)
    state.withLock { $0.writes.append(Array(bytes.prefix(count))) }
    if !isOpen {
      arrivals.signal()
      permits.wait()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return count
  }

  /// Waits for a call.
  func awaitCall() { arrivals.wait() }

  /// Allows one call to return.
  func allowOne() { permits.signal() }

  /// Makes one call fail, and all later ones.
  func fail(_ failure: IOFailure) {
    state.withLock { $0.failure = failure }
    permits.signal()
  }

  var writes: [String] {
    state.withLock { $0.writes.map { String(decoding: $0, as: UTF8.self) } }
  }
}

/// A thread-safe list.
final class Log<Entry: Sendable>: Sendable {
  private let list = LockedValue<[Entry]>([])

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
  var entries: [Entry] { list.withLock { $0 } }
}
