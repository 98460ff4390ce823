/// A text whose values have their indices, which count from 0.
struct FormatText: Hashable, Sendable {
  /// A part of the text.
  enum Part: Hashable, Sendable {
    case literal(String)
    /// The value at an index, as the specifier writes it; as the code writes it, if there is none.
    case argument(Int, FormatSpecifier?)
  }

  let parts: [Part]

  /// Whether each value of the text is there, and of its kind.
  func fits(_ values: [ArgumentKind]) -> Bool {
    parts.allSatisfy { part in
      guard case .argument(let index, let specifier) = part else { return true }
      return values.indices.contains(index) && (specifier == nil || specifier?.kind == values[index])
    }
  }
}

/// What a value in a text is.
enum ArgumentKind: Hashable, Sendable {
  case text
  case integer
  case number
}
