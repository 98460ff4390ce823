import Formatting
import Models

/// What a front may show of the counter.
public struct CounterState: ScreenState {
  /// The number.
  public let number: Int
  /// The name of the number's symbol: "15.circle".
  public let symbolName: String
  /// The number in a circle as one character, from ⓪ to ㊿.
  public let character: String

  public var isBusy: Bool { false }

  /// What a number looks like.
  init(_ number: CircledNumber) {
    self.number = number.value
    symbolName = number.symbolName
    character = String(number.character)
  }

  public static let fields: [Field<CounterState>] = [
    Field("number", "The number, 0 to 50.", \.number),
    Field("symbolName", "The name of the number's symbol.", \.symbolName),
    Field("character", "The number in a circle as one character.", \.character),
  ]
}

extension CircledNumber {
  /// Where a counter starts, as in the seed. NB: 0 is in the range.
  static let zero = CircledNumber(0)!
}
