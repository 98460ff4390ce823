/// A password, which can be compared and sent to the backend, but is never displayed.
///
/// `print`, interpolation, `dump`, `Mirror` and debuggers show the same text for every password.
/// Only `withRevealedText(_:)` gives access to the characters.
public struct Password: Equatable, Sendable {
  private let text: String

  /// Creates a password from the text that the user typed.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether the password has no characters.
  public var isEmpty: Bool { text.isEmpty }

  /// Calls a closure with the characters, to send them to the backend.
  ///
  /// Keep the result of `body` out of states, errors and logs.
  public func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Password: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { description }
}
