public import JSON

/// A text that goes in and never comes out, such as a password.
///
/// It has a reader and no writer, so no state and no recording can contain it.
///
///     extension Pin: Secret {}
public protocol Secret: JSONReadable, Equatable, Sendable where RoleValue == any Secret {
  /// The secret of a text.
  init(_ text: String)

  /// Calls a closure with the characters, to send them to a service.
  ///
  /// Keep the result of `body` out of states, errors and logs.
  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// A text that takes the place of the secret in a replay, where any other text would change what screens show, such as a
  /// common password for a common one. It must say no more of the secret than the screens do.
  ///
  /// A recording has it only where two fields of a screen hold the secret, and is read by people.
  ///
  /// - Parameter number: the number of the secret; equal secrets have equal numbers, and different numbers need different
  ///   texts.
  /// - Returns: the text; by default `nil`, which means that any text will do.
  func placeholder(_ number: Int) -> String?
}

extension Secret {
  public func placeholder(_ number: Int) -> String? { nil }
  public static var shape: Shape { .secret }
  public static var example: Self { Self("") }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
}

/// A secret that a person enters, such as a password. It has no description, and no JSON that goes out.
///
/// ```swift
/// enum UnlockEvent: ScreenEvent {
///   case passwordChanged(SecretText)
///
///   static let cases: [EventCase<UnlockEvent>] = [EventCase(passwordChanged, member: "text", "Enter the password.")]
/// }
/// ```
public struct SecretText: Secret, CustomStringConvertible, CustomReflectable {
  private let text: String

  public init(_ text: String) { self.text = text }

  /// Whether nothing was entered.
  public var isEmpty: Bool { text.isEmpty }

  public func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }

  public var description: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
