import Foundation

/// The findings of contention as a table for people.
public enum ContentionTable {
  private static let titleWidth = 50
  private static let widths = [9, 9, 9, 11, 9, 10, 9]

  public static var head: String {
    line(
      "several threads (million calls/s, longest call, peak)",
      ["Streams", "peer", "ratio", "longest", "peer's", "memory", "peer's"]) + "  beside\n"
      + String(repeating: "-", count: titleWidth + widths.reduce(0, +) + 16)
  }

  public static func line(_ finding: ContentionFinding) -> String {
    let cells = [
      finding.streams.map { millions($0.eventsPerSecond) } ?? "failed",
      finding.rival.map { millions($0.eventsPerSecond) } ?? "failed",
      finding.ratio.map { String(format: "%.1f x", $0) } ?? "",
      finding.streams.map { milliseconds($0) } ?? "",
      finding.rival.map { milliseconds($0) } ?? "",
      finding.streams.map { megabytes($0.peakBytes) } ?? "",
      finding.rival.map { megabytes($0.peakBytes) } ?? "",
    ]
    let theirs = finding.rivalComplaints.map { " (peer: \($0))" }.joined()
    let complaints = finding.complaints.joined(separator: ", ")
    return line(finding.title, cells)
      + "  " + finding.row.rival.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0)
      + (complaints.isEmpty ? "" : "  << " + complaints) + theirs
  }

  public static func foot(_ findings: [ContentionFinding]) -> String {
    "\(findings.count) rows with several threads, \(findings.count { !$0.complaints.isEmpty }) with a complaint"
  }

  private static func line(_ title: String, _ cells: [String]) -> String {
    title.padding(toLength: titleWidth, withPad: " ", startingAt: 0)
      + zip(cells, widths).map { cell, width in
        String(repeating: " ", count: max(width - cell.count, 1)) + cell
      }.joined()
  }

  private static func millions(_ eventsPerSecond: Double) -> String {
    String(format: "%.2f", eventsPerSecond / 1e6)
  }

  static func milliseconds(_ measurement: ContentionMeasurement) -> String {
    (measurement.isStuck ? ">" : "") + String(format: "%.1f ms", measurement.longestCall * 1e3)
  }

  static func megabytes(_ bytes: Int) -> String {
    String(format: "%.1f MB", Double(bytes) / 1e6)
  }
}
