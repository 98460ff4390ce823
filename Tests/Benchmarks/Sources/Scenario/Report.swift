import Foundation

/// The findings for programs: one JSON object.
public struct Report: Encodable {
  public struct Line: Encodable {
    public let scenario: String
    public let streams: Double?
    public let peer: Double?
    public let plain: Double?
    public let ratio: Double?
    public let goal: String?
    public let allocations: Double?
    public let peerAllocations: Double?
    public let complaints: [String]
  }

  public let meanRatio: Double?
  public let lockPairNanoseconds: Double
  public let lines: [Line]
  public let contention: [ContentionLine]

  /// A row with several threads.
  public struct ContentionLine: Encodable {
    public let scenario: String
    public let beside: String
    public let streams: ContentionMeasurement?
    public let peer: ContentionMeasurement?
    public let ratio: Double?
    public let complaints: [String]
  }

  public init(_ findings: [Finding], _ contention: [ContentionFinding]) {
    meanRatio = findings.meanRatio
    lockPairNanoseconds = lockPairCost()
    lines = findings.map { finding in
      Line(
        scenario: finding.row.title,
        streams: finding.streams?.nanoseconds,
        peer: finding.peer?.nanoseconds,
        plain: finding.plain?.nanoseconds,
        ratio: finding.ratio,
        goal: finding.goal?.description,
        allocations: finding.streams?.allocations,
        peerAllocations: finding.peer?.allocations,
        complaints: finding.complaints)
    }
    self.contention = contention.map { finding in
      ContentionLine(
        scenario: finding.title,
        beside: finding.row.rival.rawValue,
        streams: finding.streams,
        peer: finding.rival,
        ratio: finding.ratio,
        complaints: finding.complaints)
    }
  }

  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
