import Foundation
import Words

// The decimal sign that people write: a comma in German.
extension Words {
  private var decimalSign: String { locale.decimalSeparator ?? "." }

  /// A number that was typed with the decimal sign of the locale, with a point. A text that has a point keeps it.
  func withPoint(_ text: String) -> String {
    guard decimalSign == ",", !text.contains("."), text.count(where: { $0 == "," }) == 1 else { return text }
    return text.replacing(",", with: ".")
  }

  /// A number with a point as people in the locale write it.
  func withDecimalSign(_ text: String) -> String { text.replacing(".", with: decimalSign) }
}
