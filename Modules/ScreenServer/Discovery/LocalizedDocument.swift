import JSON
import Words

extension JSON {
  /// The members of schemas that people read: labels, headings, what an empty list says, examples of what to enter.
  private static let texts: Set<String> = ["x-label", "x-labels", "x-section", "x-empty-text", "x-prompt"]

  /// A document with what people read in the language of the app. What developers read stays in English.
  func said(in words: Words) -> JSON {
    switch self {
    case .object(let members):
      var said: [String: JSON] = [:]
      for (name, value) in members {
        said[name] = Self.texts.contains(name) ? value.looked(upIn: words) : value.said(in: words)
      }
      return .object(said)
    case .array(let elements): return .array(elements.map { $0.said(in: words) })
    default: return self
    }
  }

  /// The texts of a value in the language of the app.
  private func looked(upIn words: Words) -> JSON {
    switch self {
    case .string(let text): .string(words.string(LocalizedText(english: text)))
    case .array(let elements): .array(elements.map { $0.looked(upIn: words) })
    case .object(let members): .object(members.mapValues { $0.looked(upIn: words) })
    default: self
    }
  }
}
