/// A text of numbers in a fixed layout, such as `2026-11-21`.
struct DigitText {
  private let bytes: [UInt8]

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  /// The numbers of a text; `nil` if it does not have the layout.
  ///
  /// - Parameter layout: a `d` for each digit, and every other character as it is.
  func numbers(_ layout: StaticString) -> [Int]? {
    let layout = layout.withUTF8Buffer { Array($0) }
    guard layout.count == bytes.count else { return nil }
    var numbers: [Int] = []
    var isInNumber = false
    for (byte, expected) in zip(bytes, layout) {
      guard expected == UInt8(ascii: "d") else {
        guard byte == expected else { return nil }
        isInNumber = false
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      if !isInNumber { numbers.append(0) }
      isInNumber = true
      numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return numbers
  }
}
