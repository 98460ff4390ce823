public import Descriptions
public import Foundation

/// Decimal numbers in JSON: a text, because many readers round a JSON number to the nearest binary one.
extension Decimal: JSONReadable, JSONWritable {
  public static var shape: Shape { .decimal() }
  public static var example: Decimal { 0 }

  /// Reads a number without an exponent, such as `-1234.50`; `nil` also if a `Decimal` cannot represent it exactly.
  public init?(_ json: JSONText) {
    guard let text = json.string, let digits = DecimalDigits(text) else { return nil }
    guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { return nil }
    // NB: Foundation rounds digits that do not fit.
    guard !number.isNaN, DecimalDigits(number.description) == digits else { return nil }
    self = number
  }

  /// Writes the number in plain digits. JSON has none for what is not a number: that becomes `null`.
  public func write(to writer: inout JSONWriter) {
    if isNaN { writer.notANumber() } else { writer.write(description) }
  }
}

/// The digits of a decimal number in text: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`.
private struct DecimalDigits: Equatable {
  private let isNegative: Bool
  private let whole: Substring
  /// The digits behind the point, without zeros at the end.
  private let fraction: Substring

  init?(_ text: String) {
    // More digits than any `Decimal` has in plain writing.
    guard text.utf8.count <= 300 else { return nil }
    guard let match = text.wholeMatch(of: Self.form) else { return nil }
    var fraction = match.3 ?? ""
    while fraction.last == "0" { fraction.removeLast() }
    self.fraction = fraction
    whole = match.2
    isNegative = match.1 != nil && (whole != "0" || !fraction.isEmpty)
  }

  // NB: made once, because it is compiled when it is first used, which takes longer than many matches. Unsafe, because a
  // regex may hold closures that are not `Sendable`; this one holds none.
  private nonisolated(unsafe) static let form = /(-)?(0|[1-9]\d*)(?:\.(\d+))?/.asciiOnlyDigits()
}
