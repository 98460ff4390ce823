#if canImport(FoundationEssentials) || canImport(Foundation)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// An exact amount of a currency.
  ///
  /// The amount is a `Decimal`, never a binary fraction: a tenth stays a tenth.
  ///
  ///     let price = try Money("19.99", .usd)
  ///     let rest = try Money("100", .usd).subtracting(price)  // 80.01 USD
  public struct Money: Hashable, Sendable {
    /// The amount in the currency's main unit, such as dollars.
    public let amount: Decimal
    /// The currency of the amount.
    public let currency: Currency

    /// An amount that was computed in the program.
    ///
    /// - Precondition: `amount` is a number. Texts from outside go through `init(_:_:)`, which throws.
    public init(amount: Decimal, currency: Currency = .usd) {
      precondition(!amount.isNaN, "Money needs an amount; this Decimal is not a number.")
      self.amount = amount
      self.currency = currency
    }

    /// An amount written as a plain decimal number, such as `-1234.56`, the same in every locale.
    ///
    /// - Throws: `MoneyError.badAmount` or `.tooManyDigits`; neither repeats the text.
    public init(_ text: String, _ currency: Currency = .usd) throws(MoneyError) {
      self.init(amount: Decimal(exactly: try DecimalText(text)), currency: currency)
    }

    /// The most digits that the text of an amount may have.
    public static let maximumDigits = DecimalText.maximumDigits

    /// Nothing, in US dollars.
    public static let zero = Money(amount: 0)

    /// The amount as `init(_:_:)` reads it: a point, no grouping, at least the currency's own number of fraction
    /// digits, and every digit that the amount has.
    public var amountText: String {
      let text = amount.description
      let fraction = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
      let missing = currency.minorUnitDigits - fraction
      guard missing > 0 else { return text }
      return text + (fraction == 0 ? "." : "") + String(repeating: "0", count: missing)
    }
  }

  // MARK: - Arithmetic

  extension Money {
    /// Whether the amount is below zero.
    public var isNegative: Bool { amount < 0 }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: `MoneyError.currencyMismatch`.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
      guard currency == other.currency else { throw .currencyMismatch }
      return Money(amount: amount + other.amount, currency: currency)
    }

    /// This amount less another of the same currency.
    ///
    /// - Throws: `MoneyError.currencyMismatch`.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
      guard currency == other.currency else { throw .currencyMismatch }
      return Money(amount: amount - other.amount, currency: currency)
    }
  }

  extension Money: CustomStringConvertible {
    public var description: String { "\(amountText) \(currency)" }
  }

  // MARK: - Coding

  extension Money: Codable {
    private enum CodingKeys: String, CodingKey {
      case amount, currency
    }

    /// Reads `{"amount":"1234.56","currency":"USD"}`. An amount that is a number, not a text, is refused: who writes
    /// a binary fraction has lost the cents already.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let currency = try fields.checked(.currency) { text throws(MoneyError) in try Currency(text) }
      self = try fields.checked(.amount) { text throws(MoneyError) in try Money(text, currency) }
    }

    /// Writes `{"amount":"1234.56","currency":"USD"}`.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(amountText, forKey: .amount)
      try fields.encode(currency.code, forKey: .currency)
    }
  }

  extension KeyedDecodingContainer {
    /// The value that a text field stands for; a text that is none becomes a `DecodingError` at the field's path.
    fileprivate func checked<Value>(_ key: Key, _ make: (String) throws(MoneyError) -> Value) throws -> Value {
      let text = try decode(String.self, forKey: key)
      do {
        return try make(text)
      } catch {
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: error.description)
      }
    }
  }

  extension Decimal {
    /// The number that the digits stand for, digit by digit: no locale and no rounding has a say.
    fileprivate init(exactly text: DecimalText) {
      let significand = text.digits.reduce(into: Decimal(0)) { $0 = $0 * 10 + Decimal($1) }
      let magnitude = Decimal(sign: .plus, exponent: -text.fractionDigits, significand: significand)
      self = text.isNegative ? -magnitude : magnitude
    }
  }
#endif
