public import Descriptions
public import Foundation

/// Decimal numbers in JSON: a text, because many readers round a JSON number to the nearest binary one.
extension Decimal: JSONReadable, JSONWritable {
  public typealias RoleValue = Double
  public static var shape: Shape { .decimal() }
  public static var example: Decimal { 0 }

  /// Reads a number without an exponent, such as `-1234.50`; `nil` also if a `Decimal` cannot represent it exactly. In a
  /// loose notation it may be a JSON number.
  public init?(_ json: JSONText) {
    guard let text = json.decimalText, let exact = ExactNumber(plain: text),
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    // NB: Foundation rounds digits that do not fit.
    guard !number.isNaN, ExactNumber(plain: number.description) == exact else { return nil }
    self = number
  }

  /// Writes the number in plain digits. JSON has none for what is not a number: that becomes `null`.
  public func write(to writer: inout JSONWriter) {
    if isNaN { writer.notANumber() } else { writer.write(description) }
  }
}
