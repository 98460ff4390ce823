/// A number of any size: its digits without zeros around them, and the power of ten of the last.
struct ExactNumber: Equatable {
  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  /// The number of a text; `nil` if its exponent is too large to be compared.
  init?(_ text: JSONText) {
    let parts = text.bytes.split(maxSplits: 1) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let decimals = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1)
    let written = Array(decimals.joined().drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "0") })
    digits = Array(written.reversed().drop { $0 == UInt8(ascii: "0") }.reversed())
    // Zero has neither a sign nor an exponent.
    guard !digits.isEmpty else {
      isNegative = false
      exponent = 0
      return
    }
    isNegative = text.bytes.first == UInt8(ascii: "-")
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
    let number = String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: exponent)
    return digits.isEmpty ? "0" : (isNegative ? "-" : "") + number
  }
}
