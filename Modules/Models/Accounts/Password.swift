/// A secret that can be taken in, compared and handed to the backend, and is shown nowhere.
///
/// It has no coding out, and `print`, interpolation, `dump`, `Mirror` and a debugger's description all show the same
/// fixed text, of one length for every password. The one way to the characters has a name that a review cannot miss:
/// `withRevealedText(_:)`.
public struct Password: Equatable, Sendable {
  private let text: String

  /// The secret that the user typed.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether nothing was typed.
  public var isEmpty: Bool { text.isEmpty }

  /// Lends the characters to the code that sends them to the backend.
  ///
  /// Keep what `body` returns out of states, errors and logs.
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

extension Password: Decodable {
  /// Takes a secret from a text. There is no way back: a password is not `Encodable`.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}
