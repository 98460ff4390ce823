import Foundation

/// A value of a text, and the plural form that goes with it.
struct TextValue {
  let argument: LocalizedText.Argument

  init(_ argument: LocalizedText.Argument) { self.argument = argument }

  var kind: ArgumentKind { argument.kind }

  /// The value as the plural rules see it; `nil` for a text.
  var operands: PluralOperands? {
    switch argument {
    case .text: nil
    case .integer(let number, _): PluralOperands(number)
    case .number(let number, let fractionDigits):
      PluralOperands(
        number.formatted(.number.locale(Self.plain).grouping(.never).precision(.fractionLength(fractionDigits))))
    }
  }

  private static let plain = Locale(identifier: "en_US_POSIX")

  /// The value as it is shown.
  func string(in words: Words) -> String {
    switch argument {
    case .text(let text): words.string(text)
    case .integer(let number, let isGrouped):
      number.formatted(.number.locale(words.locale).grouping(isGrouped ? .automatic : .never))
    case .number(let number, let fractionDigits):
      number.formatted(.number.locale(words.locale).precision(.fractionLength(fractionDigits)))
    }
  }
}
