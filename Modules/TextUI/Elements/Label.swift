import Words

/// A text that the user reads.
@MainActor public final class Label: LocalizedElement, CardElement {
  public let name: String
  var words = Words.english
  /// The text. A label without a text is not visible.
  public var text: String?
  /// The text as people in the locale write it, which is shown above a prompt; `nil` if it is the same.
  var localText: String?
  /// What the text means: ordinary content, or a failure.
  public var role: Line.Role
  /// Whether the label is hidden.
  public var isHidden = false
  /// Whether the label is visible without a text, too: that there is none says something.
  public var isVisibleWhenEmpty = false
  /// Whether a text of several lines takes several lines, below the name.
  public var showsLines = false
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
    if !isRedacted, !textLines.isEmpty { return Line("\(name):") }
    return isRedacted ? line.appending("", .redacted) : line.appending(words.isolated(text ?? ""), role)
  }

  public var lines: [Line] {
    guard isVisible, !isRedacted else { return [line] }
    return [line] + textLines.map { Line("  ").appending(words.isolated($0), role) }
  }

  var cardLines: [Line] {
    guard isVisible, !isRedacted, let localText else { return lines }
    return [Line("\(name): ").appending(words.isolated(localText), role)]
  }

  /// The lines of a text that has several and shows them; none of another one.
  private var textLines: [String] {
    guard showsLines, let text, text.contains(where: \.isNewline) else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
