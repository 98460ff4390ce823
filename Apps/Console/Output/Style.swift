import Formatting

/// How lines look.
enum Style {
  /// Plain text: for pipes, and for whoever wants no colour.
  case plain
  /// Colours and bars, for a terminal that knows SGR (ECMA-48).
  case terminal

  /// The line as text, without a line end.
  func text(_ line: Line) -> String {
    line.pieces.map(text).joined()
  }

  private func text(_ piece: Line.Piece) -> String {
    switch (self, piece.meaning) {
    case (.plain, .redacted): Redaction.text
    case (.plain, _), (.terminal, .content): piece.text
    case (.terminal, .failure): sgr(31, piece.text)
    case (.terminal, .heading): sgr(1, piece.text)
    case (.terminal, .aside): sgr(2, piece.text)
    case (.terminal, .redacted): Self.bar
    }
  }

  /// As long for one value as for another.
  private static let bar = String(repeating: "█", count: 8)

  private func sgr(_ code: Int, _ text: String) -> String {
    text.isEmpty ? "" : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
