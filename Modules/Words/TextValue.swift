import Foundation

/// A value of a text, and the plural form that goes with it.
struct TextValue {
  let argument: LocalizedText.Argument

  init(_ argument: LocalizedText.Argument) { self.argument = argument }

  var kind: ArgumentKind { argument.kind }

  /// The value as the plural rules see it; `nil` for a text.
  var operands: PluralOperands? {
    switch argument {
    case .text, .bytes: nil
    case .integer(let number, _): PluralOperands(number)
    case .number(let number, let fractionDigits):
      PluralOperands(
        number.formatted(.number.locale(Self.plain).grouping(.never).precision(.fractionLength(fractionDigits))))
    }
  }

  private static let plain = Locale(identifier: "en_US_POSIX")

  /// The value as it is shown.
  ///
  /// - Parameters:
  ///   - specifier: How a catalogue writes it; `nil` for the way of the code.
  ///   - words: The language and the locale.
  func string(_ specifier: FormatSpecifier?, in words: Words) -> String {
    let text = string(specifier ?? .plain(kind), words)
    return specifier?.padded(text) ?? text
  }

  private func string(_ specifier: FormatSpecifier, _ words: Words) -> String {
    switch argument {
    case .text(let text):
      let text = words.string(text)
      return specifier.precision.map { String(text.prefix($0)) } ?? text
    case .bytes(let count): return words.numbers.bytes(count)
    case .integer(let number, let isGrouped):
      if let text = specifier.notation(of: number) { return text }
      let digits = specifier.precision ?? specifier.zeros
      var style = IntegerFormatStyle<Int>.number.locale(words.locale)
        .grouping(isGrouped && digits == nil ? .automatic : .never)
      if let digits { style = style.precision(.integerLength(digits...)) }
      if specifier.flags.contains("+") { style = style.sign(strategy: .always()) }
      return number.formatted(style)
    case .number(let number, let fractionDigits):
      var style = Decimal.FormatStyle.number.locale(words.locale)
        .precision(.fractionLength(specifier.precision ?? fractionDigits))
      if specifier.flags.contains("+") { style = style.sign(strategy: .always()) }
      return number.formatted(style)
    }
  }
}
