/// A text that the user reads.
@MainActor final class Label: Element {
  let name: String
  /// The text; a label without one is not visible.
  var text: String?
  /// Whether the text speaks of a failure.
  var isFailure = false
  /// Whether it is kept from the screen.
  var isHidden = false
  /// Whether an overlay covers the text.
  fileprivate(set) var isCovered = false

  /// A label without a text.
  init(_ name: String) {
    self.name = name
  }

  var isVisible: Bool { !isHidden && text?.isEmpty == false }

  var line: Line {
    var line = Line("\(name): ")
    if !isVisible {
      line.append("(none)", .aside)
    } else if isCovered {
      line.append("", .redacted)
    } else {
      line.append(text ?? "", isFailure ? .failure : .content)
    }
    return line
  }
}

/// What is laid over a label while its text must not be seen.
@MainActor final class Overlay {
  /// Whether the label can be seen.
  var isHidden = true {
    didSet { label.isCovered = !isHidden }
  }

  private let label: Label

  /// An overlay that is hidden.
  init(over label: Label) {
    self.label = label
  }
}
