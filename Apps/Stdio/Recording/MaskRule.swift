import JSON
import JSONRPC
import ViewModels

/// What of a value may be written down, by its JSON Schema: what the schema knows and does not call a secret.
enum MaskRule {
  /// A secret: nothing of it.
  case secret
  /// Values of these kinds, as they are.
  case values(Set<JSONText.Kind>)
  /// These words, as they are.
  case words(Set<String>)
  /// An object with these members.
  case object([String: MaskRule])
  /// An object whose members depend on its `type`.
  case cases([String: [String: MaskRule]])
  /// Nothing but the kind of the value: its content has no effect, or no schema.
  case kindAlone

  /// The rule of a schema. What it does not understand may not be written down.
  init(_ schema: JSON) {
    if schema["x-secret"] == true {
      self = .secret
    } else if let cases = schema["oneOf"]?.elements {
      self = .cases(Dictionary(cases.compactMap(Self.eventCase)) { _, last in last })
    } else if let choices = schema["anyOf"]?.elements {
      // NB: null may stand anywhere, so a choice beside null is the other one.
      let others = choices.filter { $0["type"] != "null" }
      self = others.count == 1 ? MaskRule(others[0]) : .kindAlone
    } else if let word = schema["const"]?.text {
      self = .words([word])
    } else if let words = schema["enum"]?.elements {
      self = .words(Set(words.compactMap(\.text)))
    } else if case .object(let properties)? = schema["properties"] {
      self = .object(properties.mapValues(MaskRule.init))
    } else {
      let names = schema["type"]?.elements ?? [schema["type"]].compactMap(\.self)
      self = .values(Set(names.compactMap { $0.text.flatMap(JSONText.Kind.init(schemaType:)) }))
    }
  }

  private static func eventCase(_ schema: JSON) -> (String, [String: MaskRule])? {
    guard case .object(let properties)? = schema["properties"], let name = properties["type"]?["const"]?.text else {
      return nil
    }
    return (name, properties.mapValues(MaskRule.init))
  }
}

extension JSONText.Kind {
  /// The kind that a schema's `type` names, if it is one of a value without parts.
  init?(schemaType name: String) {
    switch name {
    case "string": self = .string
    case "number", "integer": self = .number
    case "boolean": self = .boolean
    case "null": self = .null
    default: return nil
    }
  }

  /// A value of the kind that says nothing else.
  var standIn: StaticString {
    switch self {
    case .string: "\"\""
    case .number: "0"
    case .boolean: "false"
    case .null: "null"
    case .object: "{}"
    case .array: "[0]"
    }
  }
}

extension JSON {
  fileprivate var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
