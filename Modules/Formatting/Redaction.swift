/// What stands in for something that must not be seen: the same text for every value, so not even a length escapes.
public enum Redaction {
  /// The text that stands in for what is hidden.
  public static let text = "••••••"

  /// The text, or its stand-in while it must be hidden.
  ///
  /// The text is not even made while it is hidden.
  public static func text(_ text: @autoclosure () -> String, hidden: Bool) -> String {
    hidden ? self.text : text()
  }
}
