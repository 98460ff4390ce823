import Dispatch

/// Whether the reader of an output still reads: it may be slow, but not stop for 2 s while bytes wait for it.
///
/// The time is that between checks, ``interval`` apart. A check that comes late counts as two of them: this process was stopped or had no
/// processor meanwhile, and its reader may have had none, either.
struct ReaderProgress {
  /// How long a reader may read nothing while bytes wait.
  static let timeout = 2 * second
  /// How long after a check the next one is due.
  static let interval = DispatchTimeInterval.milliseconds(50)
  private static let longestStep = second / 10
  private static let second: UInt64 = 1_000_000_000

  /// How much had been read at the last check.
  private var readCount = 0
  private var lastCheck: DispatchTime
  /// The nanoseconds in which nothing was read, though something waited.
  private var idleTime: UInt64 = 0

  /// Begins to watch at an instant.
  init(since: DispatchTime) { lastCheck = since }

  /// Notes what has been read. Returns `false` if the reader has stopped.
  ///
  /// - Parameters:
  ///   - now: the instant of this check.
  ///   - readCount: what has been read in all.
  ///   - isAllRead: whether no byte waits for the reader.
  mutating func goesOn(at now: DispatchTime, readCount: Int, isAllRead: Bool) -> Bool {
    let step = min(now.uptimeNanoseconds - lastCheck.uptimeNanoseconds, Self.longestStep)
    lastCheck = now
    idleTime = isAllRead || readCount != self.readCount ? 0 : idleTime + step
    self.readCount = readCount
    return idleTime < Self.timeout
  }
}
