// Which text of an entry goes with values.
extension Localization {
  /// The text for values, with the parts that are chosen by a number put in; `nil` if it does not fit the values.
  func format(for values: [TextValue], in language: Language) -> FormatText? {
    var choice = FormChoice(values: values, language: language)
    let number = values.firstIndex { $0.operands != nil }
    guard let text = choice.text(of: variant, number: number) else { return nil }
    var parts: [FormatText.Part] = []
    for part in text.parts {
      guard case .substitution(let name) = part else {
        parts.append(part)
        continue
      }
      guard let substitution = substitutions[name], values.indices.contains(substitution.argument),
        let text = choice.text(of: substitution.variant, number: substitution.argument)
      else { return nil }
      parts += text.parts.map { part in
        part == .substitutedArgument ? .argument(substitution.argument, values[substitution.argument].kind) : part
      }
    }
    let format = FormatText(parts: parts)
    let shown = format.arguments
    let fits =
      shown.allSatisfy { values.indices.contains($0.key) && values[$0.key].kind == $0.value }
      && values.indices.allSatisfy { shown[$0] != nil || choice.named.contains($0) }
    return fits ? format : nil
  }
}

/// Chooses a text by numbers.
private struct FormChoice {
  let values: [TextValue]
  let language: Language
  /// The numbers that a form names in words, such as "one file", so that the text need not show them.
  var named: Set<Int> = []

  mutating func text(of variant: Localization.Variant, number: Int?) -> FormatText? {
    switch variant {
    case .text(let text, _): return text
    case .device(let devices): return devices["other"].flatMap { text(of: $0, number: number) }
    case .plural(let forms):
      guard let number, let operands = values[number].operands else { return nil }
      let isZero = operands.integer == 0 && operands.isInteger
      // As in Foundation, a form for zero is used for 0 in each language, also where the grammar needs none.
      let form = isZero && forms[.zero] != nil ? .zero : PluralRules.category(of: operands, in: language)
      guard let variant = forms[form] else { return forms[.other].flatMap { text(of: $0, number: number) } }
      if form != .other { named.insert(number) }
      return text(of: variant, number: number)
    }
  }
}
