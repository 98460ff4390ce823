/// Writes lines, one at a time, to a text stream or to standard output.
@usableFromInline package final class LineWriter: @unchecked Sendable {
  // Sendable because the lines are locked, and the stream is used only by the caller that has set `isWriting`.
  // Unchecked because a stream that prints from inside only adds a line.
  @exclusivity(unchecked) private var stream: (any TextOutputStream)?
  private let pending = Locked(Pending())
  private let prefix: String

  private struct Pending {
    var isWriting = false
    var lines = Deque<String>()

    mutating func takeLine() -> String? {
      let line = lines.popFirst()
      isWriting = line != nil
      return line
    }
  }

  @usableFromInline package init(prefix: String, to stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    self.stream = stream
  }

  /// Writes a line: at once, or after the line that is being written, so that lines do not interleave.
  @usableFromInline package func callAsFunction(_ text: String) {
    let mustWrite = pending.withLock { pending in
      pending.lines.append(prefix + text)
      defer { pending.isWriting = true }
      return !pending.isWriting
    }
    guard mustWrite else { return }
    while let line = pending.withLock({ $0.takeLine() }) {
      guard stream != nil else {
        Swift.print(line)
        continue
      }
      // The pieces in which `print` writes a line, as Combine's stream gets them.
      for piece in ["", line, "\n"] { stream?.write(piece) }
    }
  }
}
