/// A line of output: text in spans that know their role. A ``Style`` decides how each role looks.
///
/// ```swift
/// let line = Line("total: ").appending("none", .secondary)
/// Style.plain.text(line)  // "total: none"
/// ```
public struct Line: Equatable, Sendable {
  /// What a span of text is.
  public enum Role: Equatable, Sendable {
    /// The text itself.
    case content
    /// The report of a failure.
    case failure
    /// The heading of the lines below it.
    case heading
    /// A remark beside the content.
    case secondary
    /// A word that is emphasized within the content.
    case emphasis
    /// A placeholder for hidden content; the span has no text.
    case redacted
  }

  struct Span: Equatable, Sendable {
    var text: String
    var role: Role
  }

  private(set) var spans: [Span] = []
  private let hangingIndent: Int?

  /// A line of one span.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - role: what the text is.
  ///   - hangingIndent: how many blanks begin each row after the first, where the line takes several rows of a terminal;
  ///     two more than the line begins with if it is `nil`.
  public init(_ text: String, _ role: Role = .content, hangingIndent: Int? = nil) {
    self = Line(spans: [], hangingIndent: hangingIndent).appending(text, role)
  }

  private init(spans: [Span], hangingIndent: Int? = nil) {
    self.spans = spans
    self.hangingIndent = hangingIndent
  }

  /// The line with a span after it. Characters that would control the terminal are replaced by visible ones.
  public func appending(_ text: String, _ role: Role = .content) -> Line {
    Line(spans: spans + [Span(text: text.withVisibleControls, role: role)], hangingIndent: hangingIndent)
  }

  /// The line with another one after it.
  package func appending(_ line: Line) -> Line { Line(spans: spans + line.spans, hangingIndent: hangingIndent) }

  /// The line with a text before it.
  public func prefixed(by text: String) -> Line {
    Line(spans: Line(text, .secondary).spans + spans, hangingIndent: hangingIndent)
  }

  /// The line with a label in place of the name that it begins with, in brackets if it is that of a button.
  package func relabelled(_ name: String, _ label: String) -> Line {
    guard let first = spans.first else { return self }
    // A button stands in brackets.
    let bracket = first.text.hasPrefix("[") ? "[" : ""
    let rest = first.text.dropFirst(bracket.count + name.count)
    guard first.text.hasPrefix(bracket + name),
      bracket.isEmpty ? rest.first == ":" : rest.first == "]" || rest.first == " "
    else {
      return self
    }
    var line = self
    line.spans[0].text = bracket + label + rest
    return line
  }

  /// Whether a part of the line reports a failure.
  package var isFailure: Bool { spans.contains { $0.role == .failure && !$0.text.isEmpty } }

  // MARK: - Rows

  /// The width in the cells of a terminal.
  var width: Int { cells[...].width }

  /// The line in rows that fit a width, in the cells of a terminal. A row ends between words; only a word that is longer
  /// than a row is broken.
  ///
  /// ```swift
  /// Line("one two three").wrapped(to: 10).map(Style.plain.text)  // ["one two", "  three"]
  /// ```
  public func wrapped(to columns: Int) -> [Line] {
    var rest = cells[...]
    guard rest.width > columns else { return [self] }
    let blanks = hangingIndent ?? rest.prefix(while: \.isBlank).count + 2
    let indent = Line(String(repeating: " ", count: blanks + Self.narrowestRow <= columns ? blanks : 0)).cells
    var rows: [Line] = []
    while !rest.isEmpty {
      let room = columns - (rows.isEmpty ? 0 : indent.count)
      let end = rest.endOfRow(room, longestWord: columns - indent.count)
      rows.append(Line((rows.isEmpty ? [] : indent) + rest[..<end]))
      rest = rest[end...].drop(while: \.isBlank)
    }
    return rows
  }

  /// The line, or the beginning of it with an ellipsis, in one row of a width.
  package func cut(to columns: Int) -> Line {
    let cells = cells[...]
    guard cells.width > columns, columns > 0 else { return self }
    let beginning = cells.prefix(narrowerThan: columns, \.width)
    return Line(beginning).appending("…", beginning.last?.role == .secondary ? .secondary : .content)
  }

  /// Where a row would have less room, it is not indented.
  private static let narrowestRow = 8

  /// A character and its role.
  fileprivate struct Cell {
    var text: String
    var role: Role
    var width: Int
    var isBlank: Bool { text == " " }
  }

  private var cells: [Cell] {
    spans.flatMap { span in
      span.role == .redacted
        ? [Cell(text: "", role: .redacted, width: Style.redactedWidth)]
        : span.text.map { Cell(text: String($0), role: span.role, width: $0.terminalWidth) }
    }
  }

  private init(_ cells: some Sequence<Cell>) {
    self.init(spans: [])
    for cell in cells {
      if spans.last?.role == cell.role, cell.role != .redacted {
        spans[spans.count - 1].text += cell.text
      } else {
        spans.append(Span(text: cell.text, role: cell.role))
      }
    }
  }
}

extension ArraySlice<Line.Cell> {
  fileprivate var width: Int { reduce(0) { $0 + $1.width } }

  /// Where a row ends that begins with the first cell.
  fileprivate func endOfRow(_ columns: Int, longestWord: Int) -> Index {
    var width = 0
    let full = firstIndex {
      width += $0.width
      return width > columns
    }
    guard let full else { return endIndex }
    let word = self[full].isBlank ? full : (self[..<full].lastIndex(where: \.isBlank) ?? startIndex - 1) + 1
    let isTooLong = self[word...].prefix(longestWord + 1).prefix { !$0.isBlank }.width > longestWord
    guard let last = self[..<word].lastIndex(where: { !$0.isBlank }), !isTooLong else {
      return Swift.max(full, startIndex + 1)
    }
    return last + 1
  }
}
