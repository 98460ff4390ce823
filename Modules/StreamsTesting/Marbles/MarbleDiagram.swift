import Streams

/// A drawing of what publishers and a subscriber send each other over time.
///
/// A row is a name, a colon and marbles. Each marble is one frame of time. Frames count, not columns: spaces have no meaning,
/// so that rows can be aligned.
///
/// | row | content | marbles |
/// |---|---|---|
/// | any other name | what a publisher sends | `a` a value, `[text]` a longer value, `|` finished, `#` a failure |
/// | `result` | what the subscriber receives | the same |
/// | `demand` | what the subscriber requests; without this row, unlimited at once | `3`, `[12]`, `*` unlimited |
/// | `cancel` | when the subscriber cancels | `!` |
/// | `NAME.upstream` | what the publisher NAME receives | `^` subscribe, `3` or `*` a request, `+1` a returned demand, `!` cancel |
///
/// In every row, `-` is a frame without an event, and `(ab)` are several events in one frame. In one frame, the rows happen
/// from top to bottom, before the work that an operator has scheduled for that instant. The first frame of `demand` is
/// requested when the subscription arrives. A publisher drops a value without demand. It sends at its frames, to those that
/// are subscribed then.
///
/// ```swift
/// let diagram = try MarbleDiagram(
///   """
///   a:           -1-2--3-|
///   a.upstream:  (^*)
///   result:      -A-B--C-|
///   """)
/// let names = ["1": "A", "2": "B", "3": "C"]
/// #expect(diagram.played { rows, _ in rows.a.map { names[$0] ?? "?" } } == diagram)
/// ```
///
/// Two diagrams are equal if the same events happen in the same frames.
public struct MarbleDiagram: Hashable, Sendable, CustomStringConvertible {
  private(set) var rows: [MarbleRow]

  /// Parses a diagram.
  ///
  /// - Parameter text: The rows, one per line. Empty lines are ignored.
  /// - Throws: The position and the reason, if the text is not a diagram.
  public init(_ text: String) throws(MarbleSyntaxError) {
    rows = []
    var lineNumbers: [Int] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      var parser = MarbleParser(line, line: index + 1)
      let row = try parser.row()
      if rows.contains(where: { $0.name == row.name }) {
        throw MarbleSyntaxError(line: index + 1, column: 1, reason: "there are two rows named \"\(row.name)\"")
      }
      rows.append(row)
      lineNumbers.append(index + 1)
    }
    for (row, line) in zip(rows, lineNumbers) {
      if case .upstream(let name) = row.kind, !rows.contains(where: { $0.name == name && $0.kind == .input }) {
        throw MarbleSyntaxError(line: line, column: 1, reason: "there is no row named \"\(name)\"")
      }
    }
  }

  init(rows: [MarbleRow]) { self.rows = rows }

  /// The number of frames up to the last event.
  public var length: Int { rows.map(\.frames.count).max() ?? 0 }

  /// The diagram as text, with aligned rows.
  public var description: String {
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let frameWidths = (0..<length).map { frame in rows.map { $0.text(of: frame).count }.max() ?? 1 }
    return rows.map { row in
      let marbles = row.frames.indices.map { frame in
        Self.pad(row.text(of: frame), to: frame + 1 < row.frames.count ? frameWidths[frame] : 0)
      }
      return Self.pad(row.name + ":", to: nameWidth + 1) + (marbles.isEmpty ? "" : " " + marbles.joined())
    }.joined(separator: "\n")
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
