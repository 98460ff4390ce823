/// Writes lines, one at a time, to a text stream or to standard output.
@usableFromInline package final class LineWriter: Sendable {
  private let stream: Locked<(any TextOutputStream)?>
  private let prefix: String

  @usableFromInline package init(prefix: String, to stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    self.stream = Locked(stream)
  }

  @usableFromInline package func callAsFunction(_ text: String) {
    let line = prefix + text
    // Written under the lock, so that lines do not interleave; a stream must not call back.
    stream.withLock { stream in
      if stream == nil { Swift.print(line) } else { stream?.write(line + "\n") }
    }
  }
}
