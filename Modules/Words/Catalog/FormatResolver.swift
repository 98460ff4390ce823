/// Gives the values of a text their indices, and puts in the parts that are chosen by a number.
///
/// A specifier without a position is the next value that no substitution of the text is about; within a substitution it is the
/// substitution's own, as in a stringsdict.
struct FormatResolver {
  private let substitutions: [String: Localization.Substitution]
  /// Chooses a text by the value at an index.
  private let choose: (Localization.Variant, Int) throws(CatalogProblem.Reason) -> FormatPattern
  private var parts: [FormatText.Part] = []
  /// The values that substitutions of the text are about, by their position or by `argNum`.
  private var taken: Set<Int> = []
  private var next = 0
  /// The values of substitutions that have taken the next one.
  private var numbered: [String: Int] = [:]
  /// The substitutions that are being put in, the innermost last.
  private var names: [String] = []

  /// The text of a pattern.
  ///
  /// - Throws: what leads to no text.
  static func text(
    of pattern: FormatPattern, _ substitutions: [String: Localization.Substitution],
    choose: @escaping (Localization.Variant, Int) throws(CatalogProblem.Reason) -> FormatPattern
  ) throws(CatalogProblem.Reason) -> FormatText {
    var resolver = FormatResolver(substitutions: substitutions, choose: choose)
    for case .substitution(let name, let position) in pattern.parts {
      if let index = substitutions[name]?.argument ?? position { resolver.taken.insert(index) }
    }
    try resolver.append(pattern, own: nil)
    return FormatText(parts: resolver.parts)
  }

  private init(
    substitutions: [String: Localization.Substitution],
    choose: @escaping (Localization.Variant, Int) throws(CatalogProblem.Reason) -> FormatPattern
  ) {
    self.substitutions = substitutions
    self.choose = choose
  }

  /// Appends a text; `own` is the value that it is about, and `specifier` how `%arg` writes it, if it is a substitution's.
  private mutating func append(
    _ pattern: FormatPattern, own: Int?, specifier: FormatSpecifier? = nil
  ) throws(CatalogProblem.Reason) {
    for part in pattern.parts {
      switch part {
      case .literal(let text): parts.append(.literal(text))
      case .argument(let position, let specifier):
        parts.append(.argument(position ?? own ?? takeNext(), specifier))
      case .substitutedArgument:
        guard let own else { throw .badSpecifier("%arg") }
        parts.append(.argument(own, specifier))
      case .substitution(let name, let position): try substitute(name, position)
      }
    }
  }

  private mutating func substitute(_ name: String, _ position: Int?) throws(CatalogProblem.Reason) {
    guard let substitution = substitutions[name] else { throw .unknownSubstitution(name) }
    guard !names.contains(name) else { throw .recursiveSubstitution(name) }
    let index = substitution.argument ?? position ?? numbered[name] ?? takeNext()
    numbered[name] = index
    names.append(name)
    try append(try choose(substitution.variant, index), own: index, specifier: substitution.specifier)
    names.removeLast()
  }

  private mutating func takeNext() -> Int {
    while taken.contains(next) { next += 1 }
    next += 1
    return next - 1
  }
}
