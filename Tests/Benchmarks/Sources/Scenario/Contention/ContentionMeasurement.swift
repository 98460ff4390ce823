/// What one side of a row of contention came to.
public struct ContentionMeasurement: Codable, Sendable {
  /// Elements that the counted threads sent per second, until the last had arrived.
  public var eventsPerSecond: Double
  /// The longest call of a counted thread, in seconds.
  public var longestCall: Double
  /// By how many bytes the memory of the process grew at most.
  public var peakBytes: Int
  /// Whether a thread did not return, or elements did not arrive, before the limit; the other figures are then lower bounds.
  public var isStuck: Bool
  /// How many more elements should have arrived; negative if too many did.
  public var lost: Int
  /// How many elements arrived after a newer one of the same thread.
  public var outOfOrder: Int

  /// The result of several runs: the median of the throughputs, and the worst of everything else.
  static func summary(of runs: [ContentionMeasurement]) -> ContentionMeasurement? {
    guard let first = runs.first else { return nil }
    var summary = first
    summary.eventsPerSecond = runs.map(\.eventsPerSecond).sorted()[runs.count / 2]
    for run in runs {
      summary.longestCall = max(summary.longestCall, run.longestCall)
      summary.peakBytes = max(summary.peakBytes, run.peakBytes)
      summary.isStuck = summary.isStuck || run.isStuck
      summary.outOfOrder = max(summary.outOfOrder, run.outOfOrder)
      if abs(run.lost) > abs(summary.lost) { summary.lost = run.lost }
    }
    return summary
  }
}
