import Locking

/// Lines on their way to a recording.
@MainActor final class RecordingLines {
  /// What is used first, on any thread.
  nonisolated let firstUses = FirstUses()
  private let write: ([UInt8]) -> Void
  /// Lines that are not written yet.
  private var unwritten: [UInt8] = []
  private var isOver = false

  init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

  /// Adds a line. What was used first before comes before it.
  func append(_ line: [UInt8]) {
    guard !isOver else { return }
    for use in firstUses.take() { unwritten += use + [0x0A] }
    unwritten += line
    unwritten.append(0x0A)
  }

  func flush() {
    guard !unwritten.isEmpty else { return }
    write(unwritten)
    unwritten.removeAll(keepingCapacity: unwritten.count <= 1 << 16)
  }

  /// Writes the rest, and nothing after it.
  func end() {
    flush()
    isOver = true
  }
}

/// Lines about stored values that are used first, and about feeds that are offered.
final class FirstUses: Sendable {
  private let lines = LockedValue<[[UInt8]]>([])
  private let feeds = LockedValue<Set<String>>([])

  func append(_ line: [UInt8]) { lines.withLock { $0.append(line) } }

  func offered(_ feed: String) {
    if feeds.withLock({ $0.insert(feed).inserted }) { append(RecordingLine.offered(feed)) }
  }

  func take() -> [[UInt8]] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
