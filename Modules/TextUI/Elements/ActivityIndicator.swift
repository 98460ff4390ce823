import Words

/// Shows that work is in progress. It is visible while it runs.
@MainActor public final class ActivityIndicator: LocalizedElement {
  public let name: String
  /// Whether work is in progress.
  public var isAnimating = false
  var words = Words.english

  /// An activity indicator that is stopped.
  public init(_ name: String = "activity") {
    self.name = name
  }

  public var isVisible: Bool { isAnimating }

  public var line: Line {
    Line("\(name): ").appending(isAnimating ? words.text("running") : words.text("stopped"), .secondary)
  }

  /// How it looks above a prompt, while it runs.
  var cardLine: Line { Line(words.text("Working …"), .secondary) }
}
