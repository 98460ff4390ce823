/// A part of a screen.
@MainActor public protocol Element: AnyObject {
  /// The name by which commands address the element, and the start of its line.
  var name: String { get }
  /// Whether the element is on the screen.
  var isVisible: Bool { get }
  /// How the element looks. An element that is not visible has a line too, which is printed when it disappears.
  var line: Line { get }
}

/// An element that a command changes.
@MainActor public protocol Control: Element {
  /// How to use the element by a command: `tap refresh`.
  var usage: String { get }
  /// A command that uses the element; `nil` if there is none at the moment.
  var example: String? { get }
}
