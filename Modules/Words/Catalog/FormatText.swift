/// A text whose values have their indices, which count from 0.
struct FormatText: Hashable, Sendable {
  /// A part of the text.
  enum Part: Hashable, Sendable {
    case literal(String)
    /// The value at an index; it is of the kind, unless that is `nil`.
    case argument(Int, ArgumentKind?)
  }

  let parts: [Part]

  /// Whether each value of the text is there, and of its kind.
  func fits(_ values: [ArgumentKind]) -> Bool {
    parts.allSatisfy { part in
      guard case .argument(let index, let kind) = part else { return true }
      return values.indices.contains(index) && (kind == nil || kind == values[index])
    }
  }
}

/// What a value in a text is.
enum ArgumentKind: Hashable, Sendable {
  case text
  case integer
  case number

  /// The kind for the letter that ends a specifier, such as the `d` of `%lld`.
  init?(conversion: Character) {
    switch conversion {
    case "@", "s", "S": self = .text
    case "d", "D", "i", "u", "U": self = .integer
    case "f", "F", "g", "G", "e", "E": self = .number
    default: return nil
    }
  }
}
