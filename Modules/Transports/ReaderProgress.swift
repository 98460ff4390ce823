import Dispatch

/// Whether the reader of an output still reads: it may be slow, but not stop for 2 s while bytes wait for it.
struct ReaderProgress {
  /// How long a reader may read nothing while bytes wait.
  static let timeout = DispatchTimeInterval.seconds(2)

  /// How many bytes had been read at the last check.
  private var readCount = 0
  /// Since when no more has been read, or nothing has waited.
  private var since: DispatchTime

  /// Begins to watch at an instant.
  init(since: DispatchTime) { self.since = since }

  /// Notes what has been read. Returns `false` if the reader has stopped.
  ///
  /// - Parameters:
  ///   - now: the instant of this check.
  ///   - readCount: how many bytes have been read in all.
  ///   - isAllWritten: whether no byte waits for the reader.
  mutating func goesOn(at now: DispatchTime, readCount: Int, isAllWritten: Bool) -> Bool {
    if isAllWritten || readCount != self.readCount {
      self.readCount = readCount
      since = now
    }
    return now < since + Self.timeout
  }
}
