/// A decimal number of any size: its digits without zeros around them, and the power of ten of the last. The grammar is that of
/// JSON's numbers (RFC 8259, section 6).
package struct ExactNumber: Equatable {
  /// No number that is read as plain digits has more of them. A `Decimal` has fewer.
  private static let maximumPlainDigits = 400

  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  /// The number of a JSON number; `nil` if its exponent is too large to be compared.
  package init?(_ text: JSONText) {
    self.init(text.bytes)
  }

  /// The number of plain digits, such as `-1234.50`: a JSON number without an exponent.
  package init?(plain text: String) {
    guard text.utf8.count <= Self.maximumPlainDigits, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
    else {
      return nil
    }
    self.init(checking: Array(text.utf8)[...])
  }

  /// The number that a person typed: a JSON number, which may begin with a plus sign and with zeros.
  package init?(typed text: String) {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    while bytes.count > 1, bytes.first == UInt8(ascii: "0"), Tokens.isDigit(bytes[bytes.startIndex + 1]) {
      bytes.removeFirst()
    }
    // NB: a second sign would be that of the number.
    guard let first = bytes.first, Tokens.isDigit(first) else { return nil }
    self.init(checking: (isNegative ? [UInt8(ascii: "-")] : []) + bytes)
  }

  private init?(checking bytes: ArraySlice<UInt8>) {
    let end = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { buffer.isEmpty ? -1 : Tokens.number($0, 0, buffer.count) } ?? -1
    }
    guard end == bytes.count else { return nil }
    self.init(bytes)
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(maxSplits: 1) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let decimals = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1)
    let written = Array(decimals.joined().drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "0") })
    digits = Array(written.reversed().drop { $0 == UInt8(ascii: "0") }.reversed())
    // Zero has neither a sign nor an exponent.
    guard !digits.isEmpty else {
      isNegative = false
      exponent = 0
      return
    }
    isNegative = bytes.first == UInt8(ascii: "-")
    var power = 0
    if parts.count > 1 {
      guard let written = Int(String(decoding: parts[1], as: UTF8.self)), written.magnitude < 1 << 60 else {
        return nil
      }
      power = written
    }
    let fraction = decimals.count > 1 ? decimals[1].count : 0
    exponent = power - fraction + (written.count - digits.count)
  }

  /// The digits of an integer, with its sign; `nil` for a fraction, and for an integer with more than 40 digits.
  var integerText: String? {
    guard exponent >= 0, digits.count <= 40, exponent <= 40 - digits.count else { return nil }
    return plainText
  }

  /// The number in plain digits, without an exponent; `nil` if there would be too many.
  package var plainText: String? {
    guard digits.count <= Self.maximumPlainDigits, exponent.magnitude <= Self.maximumPlainDigits else { return nil }
    var text = String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: max(0, exponent))
    if exponent < 0 {
      text = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: exponent))
    }
    return digits.isEmpty ? "0" : (isNegative ? "-" : "") + text
  }
}
