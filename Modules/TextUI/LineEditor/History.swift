/// The lines that were entered, oldest first. They are in memory alone.
public struct History: Equatable, Sendable {
  /// The greatest number of lines. The oldest is dropped for another one.
  public static let limit = 1_000

  /// The lines.
  public private(set) var lines: [String] = []

  /// An empty history.
  public init() {}

  /// Adds a line, unless it is blank or equal to the line before it.
  public mutating func append(_ line: String) {
    guard line.contains(where: { !$0.isWhitespace }), line != lines.last else { return }
    if lines.count == Self.limit { lines.removeFirst() }
    lines.append(line)
  }

  /// The newest line before an index that contains a text.
  func lastIndex(before index: Int, containing text: String) -> Int? {
    lines[..<min(index, lines.count)].lastIndex { $0.contains(text) }
  }
}
