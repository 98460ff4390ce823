/// The lines that were entered, oldest first. A ``HistoryFile`` keeps them from run to run.
public struct History: Equatable, Sendable {
  /// The greatest number of lines. The oldest is dropped for another one.
  public static let limit = 1_000

  /// The lines.
  public private(set) var lines: [String] = []

  /// An empty history.
  public init() {}

  /// Adds a line, unless it is blank or equal to the line before it.
  ///
  /// - Returns: whether it was added.
  @discardableResult public mutating func append(_ line: String) -> Bool {
    guard line.contains(where: { !$0.isWhitespace }), line != lines.last else { return false }
    if lines.count == Self.limit { lines.removeFirst() }
    lines.append(line)
    return true
  }

  /// The rest of the newest line that begins with a text and can be meant; empty if there is none, or if the text is blank.
  func rest(of text: String, where isMeant: (String) -> Bool) -> Substring {
    guard text.contains(where: { !$0.isWhitespace }),
      let line = lines.last(where: { $0.count > text.count && $0.hasPrefix(text) && isMeant($0) })
    else { return "" }
    return line.dropFirst(text.count)
  }

  /// The newest line before an index that contains a text.
  func lastIndex(before index: Int, containing text: String) -> Int? {
    lines[..<min(index, lines.count)].lastIndex { $0.contains(text) }
  }
}
