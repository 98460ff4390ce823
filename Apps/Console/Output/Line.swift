/// A line of output, in pieces that know what they mean and not how they look.
struct Line: Equatable {
  /// What a piece means.
  enum Meaning: Equatable {
    /// What is to be read.
    case content
    /// What failed.
    case failure
    /// What heads the lines below it.
    case heading
    /// What is said beside the content.
    case aside
    /// Something that must not be seen; the piece has no text.
    case redacted
  }

  /// A piece of a line.
  struct Piece: Equatable {
    var text: String
    var meaning: Meaning
  }

  /// The pieces, left to right.
  private(set) var pieces: [Piece] = []

  /// A line of one piece.
  init(_ text: String, _ meaning: Meaning = .content) {
    append(text, meaning)
  }

  /// Adds a piece. What a terminal would obey instead of showing it is made visible.
  mutating func append(_ text: String, _ meaning: Meaning = .content) {
    pieces.append(Piece(text: text.withVisibleControls, meaning: meaning))
  }

  /// The line with a text in front of it.
  func prefixed(by text: String) -> Line {
    var line = Line(text, .aside)
    line.pieces += pieces
    return line
  }
}

extension String {
  /// The text with a picture in place of each control character, so that neither a user nor a backend can steer the
  /// terminal, or forge a line.
  fileprivate var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
    var visible = UnicodeScalarView()
    visible.append(contentsOf: unicodeScalars.map(\.picture))
    return String(visible)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line end, or turns the writing direction.
  fileprivate var steersTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Unicode has pictures of the ASCII control characters from U+2400 on.
  fileprivate var picture: Unicode.Scalar {
    guard steersTerminals else { return self }
    switch value {
    case 0...0x1F: return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: return "\u{2421}"
    default: return "\u{FFFD}"
    }
  }
}
