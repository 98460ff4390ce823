/// A currency by its ISO 4217 code: three capital letters such as `USD`.
public struct Currency: Hashable, Sendable {
  /// The three-letter code.
  public let code: String

  /// United States dollar.
  public static let usd = Currency(checked: "USD")

  /// Creates a currency from a code of three capital ASCII letters.
  ///
  /// - Throws: `MoneyError.badCurrency` for any other text.
  public init(_ code: String) throws(MoneyError) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
      throw .badCurrency
    }
    self.init(checked: code)
  }

  private init(checked code: String) {
    self.code = code
  }

  /// The number of fraction digits of the currency's minor unit: 2 for USD, 0 for JPY, 4 for CLF.
  ///
  /// Follows ISO 4217. Unknown codes have two digits.
  public var minorUnitDigits: Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
      "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: 2
    }
  }
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
