import StandardIO

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
