import Words

/// A text that the user reads.
@MainActor public final class Label: LocalizedElement {
  public let name: String
  var words = Words.english
  /// The text. A label without a text is not visible.
  public var text: String?
  /// What the text means: ordinary content, or a failure.
  public var role: Line.Role
  /// Whether the label is hidden.
  public var isHidden = false
  /// Whether the label is visible without a text, too: that there is none says something.
  public var isVisibleWhenEmpty = false
  /// Whether a placeholder is shown in place of the text.
  public var isRedacted = false

  /// A label without a text.
  public init(_ name: String, role: Line.Role = .content) {
    self.name = name
    self.role = role
  }

  public var isVisible: Bool { !isHidden && (hasText || isVisibleWhenEmpty) }

  private var hasText: Bool { text?.isEmpty == false }

  public var line: Line {
    let line = Line("\(name): ")
    guard !isHidden, hasText else { return line.appending(words.text("(none)"), .secondary) }
    return isRedacted ? line.appending("", .redacted) : line.appending(words.isolated(text ?? ""), role)
  }
}
