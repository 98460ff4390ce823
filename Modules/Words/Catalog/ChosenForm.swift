// Which text of an entry goes with values.
extension Localization {
  /// The text for values, with the parts that are chosen by a number put in; `nil` if it does not fit the values.
  func format(for values: [TextValue], in language: Language) -> FormatText? {
    let choice = FormChoice(values: values, language: language)
    guard let pattern = try? choice.text(of: variant, number: values.firstIndex { $0.operands != nil }),
      let text = try? FormatResolver.text(of: pattern, substitutions, choose: choice.text)
    else { return nil }
    return text.fits(values.map(\.kind)) ? text : nil
  }
}

/// Chooses a text by numbers.
private struct FormChoice {
  let values: [TextValue]
  let language: Language

  func text(of variant: Localization.Variant, number: Int?) throws(CatalogProblem.Reason) -> FormatPattern {
    switch variant {
    case .text(let text, _): return text
    case .device(let devices):
      // A text for a computer fits best where none is for all other devices.
      guard let variant = devices["other"] ?? devices["mac"] ?? devices.min(by: { $0.key < $1.key })?.value else {
        throw .noOtherDevice
      }
      return try text(of: variant, number: number)
    case .plural(let forms):
      guard let number, values.indices.contains(number), let operands = values[number].operands else {
        throw .noNumber
      }
      let isZero = operands.integer == 0 && operands.isInteger
      // As in Foundation, a form for zero is used for 0 in each language, also where the grammar needs none.
      let form = isZero && forms[.zero] != nil ? .zero : PluralRules.category(of: operands, in: language)
      guard let variant = forms[form] ?? forms[.other] else { throw .noOtherForm }
      return try text(of: variant, number: number)
    }
  }
}
