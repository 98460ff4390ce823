import Foundation

/// The findings as a table for people, row by row as they come.
public struct Table {
  private static let titleWidth = 43
  private static let widths = [11, 11, 8, 10, 11, 9, 9]

  public static var head: String {
    let names = ["Streams", "peer", "ratio", "goal", "plain", "allocs", "peer's"]
    return line("scenario (ns per event)", names) + "\n"
      + String(repeating: "-", count: titleWidth + widths.reduce(0, +))
  }

  public static func line(_ finding: Finding) -> String {
    let cells = [
      finding.streams.map { number($0.nanoseconds) } ?? "not built",
      finding.peer.map { number($0.nanoseconds) } ?? "absent",
      finding.ratio.map { number($0) + " x" } ?? "",
      finding.goal?.description ?? "",
      finding.plain.map { number($0.nanoseconds) } ?? "",
      finding.streams?.allocations.map(count) ?? "",
      finding.peer?.allocations.map(count) ?? "",
    ]
    let complaints = finding.complaints.joined(separator: ", ")
    return line(finding.row.title, cells) + (complaints.isEmpty ? "" : "  << " + complaints)
  }

  public static func foot(_ findings: [Finding]) -> String {
    let missed = findings.filter { !$0.complaints.isEmpty }.count
    let measured = findings.compactMap(\.streams).count
    let mean = findings.meanRatio.map { number($0) + " x" } ?? "none"
    return """
      geometric mean of \(findings.compactMap(\.ratio).count) ratios: \(mean) (goal 12 x in a release build)
      \(measured) of \(findings.count) rows measured, \(missed) with a complaint
      one uncontended lock and unlock on this machine: \(number(lockPairCost())) ns (the goals are those of one with 6 ns)
      """
  }

  private static func line(_ title: String, _ cells: [String]) -> String {
    title.padding(toLength: titleWidth, withPad: " ", startingAt: 0)
      + zip(cells, widths).map { cell, width in
        String(repeating: " ", count: max(width - cell.count, 1)) + cell
      }.joined()
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.1f" : "%.0f", value)
  }

  /// Allocations per event: what a pipeline needs once shows as nearly nothing.
  private static func count(_ value: Double) -> String {
    value < 0.05 ? "0" : String(format: "%.1f", value)
  }
}

extension Goal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nanoseconds(let limit): "\(Int(limit))"
    case .faster(let times): "peer / \(Int(times))"
    }
  }
}
