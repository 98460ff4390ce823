import JSON
import ViewModels

/// An event of each kind that a schema of events has, with every text, word, number and switch filled in.
func eventSamples(_ schema: JSON, text: String) -> [String] {
  guard case .array(let kinds)? = schema["oneOf"] else { return [] }
  return kinds.map { kind in
    guard case .object(let properties)? = kind["properties"] else { return "{}" }
    let members = properties.mapValues { property -> JSON in
      if let name = property["const"] { return name }
      if case .array(let words)? = property["enum"], let word = words.first { return word }
      return switch property["type"] {
      case "boolean": true
      case "integer": 1
      default: .string(text)
      }
    }
    return String(decoding: JSON.object(members).json, as: UTF8.self)
  }
}
