import Dispatch
import Locking

/// The way out for lines that may get lost, such as those of a log: takes them from any thread without ever waiting,
/// and writes them from a thread of its own. While too many wait, others are dropped, and counted.
public final class LossyWriter: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var lost = 0
    var isWriting = false
    var isBroken = false
  }

  private let state = LockedValue(State())
  private let sink: any ByteSink
  private let limit: Int
  private let lossText: @Sendable (Int) -> [UInt8]
  private let queue = DispatchQueue(label: "jsonrpc.lossy-writer", qos: .utility)

  /// A writer to `sink`. Nothing is told if the sink fails; all that follows is dropped then.
  /// - Parameters:
  ///   - limit: the bytes that may wait.
  ///   - lossText: what is written in the place of so many lines.
  public init(
    _ sink: any ByteSink, limit: Int = 1 << 16, lossText: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.sink = sink
    self.limit = limit
    self.lossText = lossText
  }

  /// Takes a line, with its line feed.
  public func send(_ line: [UInt8]) {
    let starts: Bool = state.withLock { state in
      guard !state.isBroken else { return false }
      // NB: once a line is lost, those after it are as well until there is room: the count stands in its place.
      guard state.lost == 0, state.waiting.count + line.count <= limit else {
        state.lost += 1
        return false
      }
      state.waiting += line
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if starts { queue.async { self.write() } }
  }

  /// Waits until all that was taken is written; false if that is not so by the deadline.
  public func drain(until deadline: DispatchTime) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    return done.wait(timeout: deadline) == .success
  }

  /// Writes until nothing waits. Runs on the writer's queue, never twice at a time.
  private func write() {
    while true {
      let (text, lost): ([UInt8], Int) = state.withLock { state in
        defer { (state.waiting, state.lost) = ([], 0) }
        if state.waiting.isEmpty { state.isWriting = false }
        return (state.waiting, state.lost)
      }
      guard !text.isEmpty else { return }
      guard writeAll(lost == 0 ? text : text + lossText(lost)) else {
        return state.withLock { state in
          state.isBroken = true
          state.waiting = []
        }
      }
    }
  }

  private func writeAll(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        guard let count = try? sink.write(UnsafeRawBufferPointer(rebasing: rest)) else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
