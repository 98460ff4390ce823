/// What a row of contention came to with a number of threads: Streams, and what it is compared with.
public struct ContentionFinding: Sendable {
  public let row: ContentionRow
  public let threads: Int
  public let streams: ContentionMeasurement?
  public let rival: ContentionMeasurement?

  /// How much longer than the peer's a call may take if it takes less than this, in seconds.
  private static let shortCall = 0.05
  /// How many bytes more than the peer may be used.
  private static let memoryAllowance = 10_000_000
}

extension ContentionFinding {
  public var title: String { Self.title(row, threads: threads) }

  /// The title of a row with a number of threads.
  static func title(_ row: ContentionRow, threads: Int) -> String { "\(threads) threads: \(row.title)" }

  /// How many times the peer's throughput Streams has.
  public var ratio: Double? {
    guard let streams, let rival, rival.eventsPerSecond > 0 else { return nil }
    return streams.eventsPerSecond / rival.eventsPerSecond
  }

  /// What is wrong with the row, from worst to mildest; empty when all is well.
  public var complaints: [String] {
    guard let streams else { return [] }
    var complaints: [String] = []
    if streams.isStuck { complaints.append("a thread does not return") }
    if streams.lost != 0 { complaints.append(streams.lost > 0 ? "loses \(streams.lost)" : "doubles \(-streams.lost)") }
    if streams.outOfOrder != 0 { complaints.append("\(streams.outOfOrder) out of order") }
    guard let rival else { return complaints }
    if let ratio, ratio < 1 { complaints.append("slower") }
    if streams.longestCall > max(rival.longestCall, Self.shortCall) { complaints.append("holds a thread") }
    if streams.peakBytes > rival.peakBytes + Self.memoryAllowance { complaints.append("needs memory") }
    return complaints
  }

  /// What is wrong with the side that Streams is compared with.
  public var rivalComplaints: [String] {
    guard let rival else { return [] }
    var complaints: [String] = []
    if rival.isStuck { complaints.append("a thread does not return") }
    if rival.lost != 0 { complaints.append(rival.lost > 0 ? "loses \(rival.lost)" : "doubles \(-rival.lost)") }
    if rival.outOfOrder != 0 { complaints.append("\(rival.outOfOrder) out of order") }
    return complaints
  }
}
