/// An exact decimal number in text, independent of the locale: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`.
///
/// This is JSON's number without an exponent. `Money` converts the digits to a `Decimal`.
struct DecimalText: Equatable {
  /// The number of digits that a `Decimal` represents exactly in any case.
  static let maximumDigits = 38

  var isNegative: Bool
  /// The digits, most significant first, without the point, leading zeros and trailing zeros of the fraction.
  var digits: [UInt8]
  /// The number of digits after the point.
  var fractionDigits: Int

  init(_ text: String) throws(MoneyError) {
    var bytes = Array(text.utf8)[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }

    let whole = Self.takeDigits(&bytes)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { throw .badAmount }

    var fraction: [UInt8] = []
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      fraction = Self.takeDigits(&bytes)
      guard !fraction.isEmpty else { throw .badAmount }
    }
    guard bytes.isEmpty else { throw .badAmount }
    while fraction.last == 0 { fraction.removeLast() }
    guard whole.count + fraction.count <= Self.maximumDigits else { throw .tooManyDigits }

    digits = Array((whole + fraction).drop { $0 == 0 })
    fractionDigits = fraction.count
  }

  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let taken = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(taken.count)
    return taken.map { $0 - UInt8(ascii: "0") }
  }
}
