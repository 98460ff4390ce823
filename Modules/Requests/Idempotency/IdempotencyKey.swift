public import Descriptions

/// Identifies one request of the user, such as a purchase, so that retries do not carry it out again.
///
/// Create a key when the user taps, and keep it for every retry until the backend's answer is definite. Its text fits an
/// `Idempotency-Key` header: 1 to 255 visible ASCII characters.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
  /// The text of the header.
  public let rawValue: String

  /// Creates a key from a text; `nil` unless the text is 1 to 255 visible ASCII characters.
  public init?(rawValue: String) {
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    guard (1...255).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(visible.contains) else { return nil }
    self.rawValue = rawValue
  }

  /// Returns a key of 122 random bits, in the form of a version 4 UUID (RFC 9562).
  public static func random(using source: inout some RandomNumberGenerator) -> IdempotencyKey {
    var high = source.next() as UInt64
    var low = source.next() as UInt64
    high = high & ~0xF000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return IdempotencyKey(checked: text)
  }

  /// Returns a key of 122 bits from the system's random source.
  public static func random() -> IdempotencyKey {
    var source = SystemRandomNumberGenerator()
    return random(using: &source)
  }

  private init(checked text: String) {
    rawValue = text
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension IdempotencyKey: CustomStringConvertible {
  public var description: String { rawValue }
}

extension IdempotencyKey: JSONReadable, JSONWritable {
  /// HTTP sends the member as a header.
  public static var shape: Shape { .idempotencyKey }
  public static var expectation: String { "1 to 255 visible ASCII characters" }
  public static var example: IdempotencyKey { IdempotencyKey(checked: "key") }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}
