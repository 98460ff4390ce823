/// The replacement for a hidden text: the same for every text, so it does not reveal the length.
public enum Redaction {
  /// The replacement.
  public static let text = "••••••"

  /// Returns a text, or the replacement if it is hidden. A hidden text is not evaluated.
  public static func text(_ text: @autoclosure () -> String, hidden: Bool) -> String {
    hidden ? self.text : text()
  }
}
