import Descriptions
import JSON
import Words

extension JSON {
  /// The members of schemas that people read: labels, headings, what an empty list says, examples of what to enter.
  private static let texts: Set<String> = ["x-label", "x-labels", "x-section", "x-empty-text", "x-prompt"]

  /// The members of a screen and of a tab that people read.
  private static let plainTexts: Set<String> = ["about", "label"]

  /// A document with what people read in the language of the app. What developers read stays in English.
  func said(in words: Words) -> JSON {
    switch self {
    case .object(let members):
      var said: [String: JSON] = [:]
      for (name, value) in members {
        // NB: a property of a schema may have such a name, and is an object.
        let isText = Self.texts.contains(name) || Self.plainTexts.contains(name) && value.string != nil
        said[name] = isText ? value.looked(upIn: words) : value.said(in: words)
      }
      return .object(said).labelled(in: words)
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

  /// A screen, or a schema with properties or choices, with labels where there are none, and a catalogue has one for the name in words
  /// or for the choice.
  private func labelled(in words: Words) -> JSON {
    if let screen = self["screen"]?.string, self["about"] != nil { return labelled(screen, words) }
    if let values = self["enum"]?.elements, self["x-labels"] == nil {
      let labels = values.map { $0.looked(upIn: words) }
      return labels == values ? self : with(["x-labels": .array(labels)])
    }
    guard case .object(let properties)? = self["properties"] else { return self }
    let event = properties["type"]?["const"]?.string
    var named: [String: JSON] = [:]
    for (name, property) in properties {
      named[name] = event != nil && name == "type" ? property : property.labelled(name, words)
    }
    let schema = with(["properties": .object(named)])
    return event.map { schema.labelled($0.withoutTap, words) } ?? schema
  }

  /// This object with a label, unless it has one, or no catalogue has one for the name in words.
  private func labelled(_ name: String, _ words: Words) -> JSON {
    let label = words.string(LocalizedText(english: name.asLabel))
    return self["x-label"] != nil || label == name.asLabel ? self : with(["x-label": .string(label)])
  }
}
