/// A part of a screen.
@MainActor public protocol Element: AnyObject {
  /// The name by which commands address the element, and the start of its line.
  var name: String { get }
  /// Whether the element is on the screen.
  var isVisible: Bool { get }
  /// How the element looks. An element that is not visible has a line too, which is printed when it disappears.
  var line: Line { get }
  /// The lines of an element that has several, of which ``line`` is the first; by default, that one alone.
  var lines: [Line] { get }
}

extension Element {
  public var lines: [Line] { [line] }
}

/// An element that a command changes.
@MainActor public protocol Control: Element {
  /// How to use the element by a command: `tap refresh`.
  var usage: String { get }
  /// A command that uses the element; `nil` if there is none at the moment.
  var example: String? { get }
}

/// A field that the user fills with `type NAME TEXT`: a ``TextField``, a ``NumberField`` or a ``DateField``.
@MainActor public protocol TypedField: Control {
  /// Whether the text is a secret.
  var isSecure: Bool { get }
  /// What the field holds, as it is typed, for a person who changes it; empty for a secret.
  var enteredText: String { get }
  /// Replaces what the field holds by a text, as the user does, and publishes it.
  ///
  /// - Throws: a ``CommandError`` if the field does not take the text; it then holds what it held before.
  func type(_ text: String) throws(CommandError)
}

extension TypedField {
  public var isSecure: Bool { false }
  public var enteredText: String { "" }
}

/// An element that looks otherwise above a prompt than in a pipe.
@MainActor protocol CardElement: Element {
  /// How it looks above a prompt.
  var cardLines: [Line] { get }
}
