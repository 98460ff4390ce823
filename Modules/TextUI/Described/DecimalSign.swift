import Foundation
import Words

// The decimal sign that people write: a comma in German.
extension Words {
  private var decimalSign: String { locale.decimalSeparator ?? "." }

  /// A number that was typed with the decimal sign of the locale, with a point. A text that has a point keeps it; `nil` for "1.250" where
  /// people write a decimal comma: it is more than a thousand to them.
  func withPoint(_ text: String) -> String? {
    guard decimalSign == "," else { return text }
    if text.contains(".") { return text.wholeMatch(of: /[-+]?\d{1,3}(?:\.\d{3})+/) == nil ? text : nil }
    return text.count(where: { $0 == "," }) == 1 ? text.replacing(",", with: ".") : text
  }

  /// A number with a point as people in the locale write it.
  func withDecimalSign(_ text: String) -> String { text.replacing(".", with: decimalSign) }
}
