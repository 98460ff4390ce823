import Foundation

/// What a row came to: the two libraries, plain Swift, and what there was to reach.
public struct Finding {
  public let row: Row
  public let streams: Measurement?
  public let peer: Measurement?
  public let plain: Measurement?

  public init(row: Row, streams: Measurement?, peer: Measurement?, plain: Measurement?) {
    self.row = row
    self.streams = streams
    self.peer = peer
    self.plain = plain
  }
}

extension Finding {
  /// How many times as fast as the peer Streams is.
  public var ratio: Double? {
    guard let streams, let peer else { return nil }
    return peer.nanoseconds / streams.nanoseconds
  }

  public var goal: Goal? {
    #if DEBUG
      row.debugGoal
    #else
      row.goal
    #endif
  }

  /// What is wrong with the row, from worst to mildest; empty when all is well.
  public var complaints: [String] {
    guard let streams else { return [] }
    var complaints: [String] = []
    if let peer, peer.checksum != streams.checksum { complaints.append("differs from peer") }
    if let plain, plain.checksum != streams.checksum { complaints.append("differs from plain") }
    if let ratio, ratio < leastRatio { complaints.append("under \(Int(leastRatio)) times") }
    switch goal {
    case .nanoseconds(let limit) where streams.nanoseconds > limit: complaints.append("misses goal")
    case .faster(let times): if let ratio, ratio < times { complaints.append("misses goal") }
    default: break
    }
    return complaints
  }

  /// No row may fall below this, whatever its own goal is.
  private var leastRatio: Double {
    #if DEBUG
      1
    #else
      3
    #endif
  }
}

extension [Finding] {
  /// The geometric mean of the ratios of all rows that both libraries have.
  public var meanRatio: Double? {
    let ratios = compactMap(\.ratio)
    guard !ratios.isEmpty else { return nil }
    return exp(ratios.map(log).reduce(0, +) / Double(ratios.count))
  }
}
