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
    /// A placeholder for hidden content; the span has no text.
    case redacted
  }

  struct Span: Equatable {
    var text: String
    var role: Role
  }

  private(set) var spans: [Span] = []

  /// A line of one span.
  public init(_ text: String, _ role: Role = .content) {
    self = Line(spans: []).appending(text, role)
  }

  private init(spans: [Span]) {
    self.spans = spans
  }

  /// The line with a span after it. Characters that would control the terminal are replaced by visible ones.
  public func appending(_ text: String, _ role: Role = .content) -> Line {
    Line(spans: spans + [Span(text: text.withVisibleControls, role: role)])
  }

  /// The line with a text before it.
  public func prefixed(by text: String) -> Line {
    Line(spans: Line(text, .secondary).spans + spans)
  }
}

extension String {
  /// The text with a visible character in place of each control character, so that text from a user or a server can
  /// neither control the terminal nor forge a line.
  fileprivate var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.visible)))
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line separator or a change of the writing direction.
  fileprivate var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Unicode has pictures of the ASCII control characters from U+2400 on.
  fileprivate var visible: Unicode.Scalar {
    switch value {
    case _ where !isControl: self
    case 0...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
