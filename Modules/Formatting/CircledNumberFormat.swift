public import Models

extension CircledNumber {
  /// The name of the number's symbol in seed 004: "15.circle".
  public var symbolName: String { "\(value).circle" }

  /// The circled number as one character, from ⓪ to ㊿.
  ///
  /// Unicode has them at U+24EA, U+2460…2473, U+3251…325F and U+32B1…32BF.
  public var character: Character {
    let scalar: Int =
      switch value {
      case 0: 0x24EA
      case ...20: 0x2460 + value - 1
      case ...35: 0x3251 + value - 21
      default: 0x32B1 + value - 36
      }
    return Character(Unicode.Scalar(UInt32(scalar)) ?? "\u{FFFD}")
  }
}
