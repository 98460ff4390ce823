import Streams

/// A drawing of what publishers send over time, what comes of it, and what the two ends ask of each other.
///
/// A row is a name, a colon and marbles. Each marble is one frame of time; frames are counted, not columns, and spaces mean
/// nothing, so that rows can be aligned.
///
/// | row | is | its marbles |
/// |---|---|---|
/// | any other name | what a publisher sends | `a` a value, `[text]` a longer one, `|` the end, `#` a failure |
/// | `result` | what the subscriber receives | the same |
/// | `demand` | what the subscriber asks for; unlimited at once where there is no such row | `3`, `[12]`, `*` unlimited |
/// | `cancel` | when the subscriber cancels | `!` |
/// | `NAME.upstream` | what the publisher NAME sees | `^` subscribed, `3` or `*` asked for, `+1` answered to a value, `!` cancelled |
///
/// In all rows `-` is a frame in which nothing happens, and `(ab)` are several things in one frame. In one frame, rows happen
/// from top to bottom, and before what an operator has scheduled for that instant. What is in the first frame of `demand` is
/// asked for when the subscription comes. A publisher's value is lost when nobody has asked for it.
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
/// Two diagrams are equal when the same things happen in the same frames; both draw themselves where they differ.
public struct MarbleDiagram: Hashable, Sendable, CustomStringConvertible {
  private(set) var rows: [MarbleRow]

  /// Reads a diagram.
  ///
  /// - Parameter text: Its rows, one a line; empty lines mean nothing.
  /// - Throws: Where the text is not a diagram, the place and the reason.
  public init(_ text: String) throws(MarbleSyntaxError) {
    rows = []
    var places: [Int] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      var parser = MarbleParser(line, line: index + 1)
      let row = try parser.row()
      if rows.contains(where: { $0.name == row.name }) {
        throw MarbleSyntaxError(line: index + 1, column: 1, reason: "there are two rows named \"\(row.name)\"")
      }
      rows.append(row)
      places.append(index + 1)
    }
    for (row, place) in zip(rows, places) {
      if case .upstream(let name) = row.kind, !rows.contains(where: { $0.name == name && $0.kind == .input }) {
        throw MarbleSyntaxError(line: place, column: 1, reason: "there is no row named \"\(name)\"")
      }
    }
  }

  init(rows: [MarbleRow]) { self.rows = rows }

  /// The number of frames until nothing more is drawn.
  public var length: Int { rows.map(\.frames.count).max() ?? 0 }

  /// The diagram, drawn: its rows aligned.
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
