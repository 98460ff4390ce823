import Dispatch
import JSONRPC
import Locking
import Support

/// A sink that remembers what it got, call by call, and lets a test decide when a call may return.
final class GatedSink: ByteSink {
  private struct State {
    var writes: [[UInt8]] = []
    var failure: WriteFailure?
  }

  private let state = LockedValue(State())
  private let most: Int
  private let isOpen: Bool
  private let arrivals = DispatchSemaphore(value: 0)
  private let permits = DispatchSemaphore(value: 0)

  /// A sink that takes at most `most` bytes a call. A closed one holds each call until `letOne` or `fail`.
  init(isOpen: Bool, most: Int = .max) {
    self.isOpen = isOpen
    self.most = most
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) -> Int {
    let count = min(most, bytes.count)
    state.withLock { $0.writes.append(Array(bytes.prefix(count))) }
    if !isOpen {
      arrivals.signal()
      permits.wait()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return count
  }

  /// Waits until a call has come.
  func awaitCall() { arrivals.wait() }

  /// Lets one call return.
  func letOne() { permits.signal() }

  /// Lets one call fail, and all after it.
  func fail(_ failure: WriteFailure) {
    state.withLock { $0.failure = failure }
    permits.signal()
  }

  var writes: [String] {
    state.withLock { $0.writes.map { String(decoding: $0, as: UTF8.self) } }
  }
}

/// A list that any thread may add to.
final class Log<Entry: Sendable>: Sendable {
  private let list = LockedValue<[Entry]>([])

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
  var entries: [Entry] { list.withLock { $0 } }
}
