import Formatting
import Models

/// What a front shows of the counter.
public struct CounterState: ScreenState {
  /// The number.
  public let number: Int
  /// The name of the number's symbol: "15.circle".
  public let symbolName: String
  /// The number in a circle as one character, from ⓪ to ㊿.
  public let character: String
  /// The character and the symbol's name: "⑮ (15.circle)".
  public let numberText: String

  public var isBusy: Bool { false }

  init(_ number: CircledNumber) {
    self.number = number.value
    symbolName = number.symbolName
    character = String(number.character)
    numberText = "\(number.character) (\(number.symbolName))"
  }

  public static let fields: Fields<CounterState> = [
    Field(\.number, "The number, 0 to 50."),
    Field(\.symbolName, "The name of the number's symbol."),
    Field(\.character, "The number in a circle as one character."),
    Field(\.numberText, "The character and the symbol's name."),
  ]
}

extension CircledNumber {
  /// The first number of a counter (seed 004).
  static let zero = CircledNumber(0)!
}
