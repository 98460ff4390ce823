import JSON
import Synchronization

public import struct Foundation.Decimal
public import struct Foundation.Locale
import func Foundation.NSDecimalCompact

/// Numbers, amounts and spans of time as people in a locale write them, and the only reader of what they type.
///
/// ```swift
/// let german = LocalNumbers(Locale(identifier: "de"))
/// print(german.text("1234.50"), german.amount("1234.5", currency: "EUR"))  // 1.234,50 1.234,50 €
/// print(try german.number("1.500"))  // 1500
/// ```
///
/// A number is a text of digits with a point, such as `-1234.50`, so that no digit is lost. What is written has U+0020 in place of
/// no-break spaces, and can be read by the same locale.
public struct LocalNumbers: Sendable {
  /// The locale.
  public let locale: Locale

  /// Numbers in a locale.
  public init(_ locale: Locale) { self.locale = locale }

  /// A text is not a number, or not as the locale writes it.
  public struct ReadError: Error, Hashable, Sendable {
    /// What the text means in other locales, written as in this one; empty if it is not a number in any.
    public let readings: [String]
  }

  // MARK: - Writing

  /// A number with all its digits. A text that is not a number is returned unchanged.
  public func text(_ number: String) -> String {
    guard let decimal = Self.decimal(number) else { return number }
    let style = Decimal.FormatStyle.number.locale(locale).precision(.fractionLength(Self.fractionDigits(number)))
    return decimal.formatted(style).withPlainSpaces
  }

  /// A number with all its digits.
  public func text(_ number: Decimal) -> String { text(number.description) }

  /// An amount with its currency: at least the decimals that the currency has.
  ///
  /// - Parameters:
  ///   - amount: digits with a point.
  ///   - currency: a code of ISO 4217.
  public func amount(_ amount: String, currency: String) -> String {
    guard let decimal = Self.decimal(amount) else { return "\(amount) \(currency)" }
    return self.amount(decimal, fractionDigits: Self.fractionDigits(amount.trimmingZeros), currency: currency)
  }

  /// An amount with its currency; see ``amount(_:currency:)-(String,_)``.
  public func amount(_ amount: Decimal, currency: String) -> String {
    guard !amount.isNaN else { return "\(amount) \(currency)" }
    return self.amount(amount, fractionDigits: amount.fractionDigits, currency: currency)
  }

  private func amount(_ amount: Decimal, fractionDigits: Int, currency: String) -> String {
    let digits = Swift.max(CurrencyDecimals.count(currency), fractionDigits)
    return amount.formatted(.currency(code: currency).locale(locale).precision(.fractionLength(digits)))
      .withPlainSpaces
  }

  /// A part of one as a part of a hundred, rounded to a whole number: "25 %".
  public func percent(_ part: Double) -> String {
    let hundredths = Int((Swift.min(Swift.max(part, -1e6), 1e6) * 100).rounded())
    let sign = hundredths < 0 ? FloatingPointSign.minus : .plus
    let exact = Decimal(sign: sign, exponent: -2, significand: Decimal(abs(hundredths)))
    return percent(exact, fractionDigits: 0)
  }

  /// A part of one as a part of a hundred, with all its digits: "25,5 %".
  public func exactPercent(_ part: String) -> String {
    guard let decimal = Self.decimal(part) else { return part }
    return percent(decimal, fractionDigits: Swift.max(0, Self.fractionDigits(part.trimmingZeros) - 2))
  }

  /// A number of bytes in the largest unit that it fills, of 1,024 of the next smaller one: "50 MB".
  public func bytes(_ count: Int) -> String {
    Int64(count).formatted(.byteCount(style: .memory, spellsOutZero: false).locale(locale)).withPlainSpaces
  }

  private func percent(_ part: Decimal, fractionDigits: Int) -> String {
    let style = Decimal.FormatStyle.Percent(locale: locale).precision(.fractionLength(fractionDigits))
    return part.formatted(style).withPlainSpaces
  }

  // MARK: - Reading

  /// The number that a person has typed, such as `-1234.50`.
  public func number(_ text: String) throws(ReadError) -> String { try reader.number(text) }

  /// The whole number that a person has typed.
  public func integer(_ text: String) throws(ReadError) -> String { try reader.number(text, isWhole: true) }

  /// The amount and the code of the currency that a person has typed: "12,50 €", "EUR 12,50".
  public func amount(_ text: String) throws(ReadError) -> (amount: String, currency: String) {
    try reader.amount(text)
  }

  /// The part of one that a person has typed as a part of a hundred: 0.25 for "25 %". A number without a sign could be either.
  public func percent(_ text: String) throws(ReadError) -> String { try reader.percent(text) }

  /// The seconds that a person has typed: "90", "1 h 5 min", "1,5 h".
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - units: further names of an hour, a minute and a second.
  public func seconds(_ text: String, units: [[String]] = [[], [], []]) throws(ReadError) -> String {
    try reader.seconds(text, units: units)
  }

  private var reader: NumberReader { NumberReader(locale) }

  // MARK: - Digits

  /// A number of digits that a decimal holds; `nil` for another text.
  private static func decimal(_ number: String) -> Decimal? {
    let digits = number.utf8.count { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    // What is longer without its exponent may be beyond a decimal's range.
    guard digits <= 38, let plain = ExactNumber(typed: number)?.plainText, plain.utf8.count <= 128 else { return nil }
    return Decimal(string: number, locale: Self.posix)
  }

  private static let posix = Locale(identifier: "en_US_POSIX")

  /// How many digits stand behind the point. A number with an exponent is written without one.
  private static func fractionDigits(_ number: String) -> Int {
    let parts = number.split(whereSeparator: { $0 == "e" || $0 == "E" })
    guard let mantissa = parts.first, let point = mantissa.firstIndex(of: ".") else {
      return parts.count > 1 ? Swift.max(0, -(Int(parts[1]) ?? 0)) : 0
    }
    let digits = mantissa[point...].dropFirst().count
    return parts.count > 1 ? Swift.max(0, digits - (Int(parts[1]) ?? 0)) : digits
  }
}

/// How many decimals currencies have, which depends on no locale.
private enum CurrencyDecimals {
  /// Those that were asked for.
  private static let known = Mutex<[String: Int]>([:])

  static func count(_ currency: String) -> Int {
    if let count = known.withLock({ $0[currency] }) { return count }
    // NB: without a precision, as many decimals are written as the currency has.
    let zero = Decimal().formatted(.currency(code: currency).locale(Locale(identifier: "en_US")))
    let count = zero.count { $0 == "0" } - 1
    // NB: what comes from outside may be any text.
    if currency.utf8.count == 3 {
      known.withLock {
        if $0.count >= 64 { $0 = [:] }
        $0[currency] = count
      }
    }
    return count
  }
}

extension Decimal {
  /// How many digits stand behind the point, without zeros at the end.
  fileprivate var fractionDigits: Int {
    var compact = self
    NSDecimalCompact(&compact)
    return Swift.max(0, -compact.exponent)
  }
}

extension Words {
  /// Numbers as people write them in the locale.
  public var numbers: LocalNumbers { LocalNumbers(locale) }
}

extension String {
  /// The number without zeros at the end of its fraction.
  fileprivate var trimmingZeros: String {
    guard contains("."), !contains(where: { $0 == "e" || $0 == "E" }) else { return self }
    var text = self
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// The text with U+0020 in place of ICU's no-break spaces, U+00A0 and U+202F, which terminals, tests and `grep` do not expect.
  package var withPlainSpaces: String {
    // NB: a look at the bytes, because most texts have none of them: each begins with one of these.
    guard utf8.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar == "\u{A0}" || scalar == "\u{202F}" ? " " : scalar) }
    return String(text)
  }
}
