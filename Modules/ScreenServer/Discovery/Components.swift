import JSON

/// The schemas of a document that have a name. Each is written once, and the others refer to it.
///
/// Types with one title are a mistake that `check(_:)` finds. Here the second one gets another name, so that no type stands for
/// another.
struct Components {
  /// The schemas by their titles.
  private(set) var schemas: [String: JSON] = [:]
  /// Where the document has them: what precedes a name in a reference.
  let path: String

  /// Components without a schema.
  init(at path: String = "#/components/schemas/") { self.path = path }

  /// A schema that refers to its named parts, which are added to the components. A part is named if it has a title and
  /// is not only a number or a text.
  mutating func add(_ schema: JSON) -> JSON {
    guard case .object(var words) = schema else { return schema }
    if case .object(let properties)? = words["properties"] {
      words["properties"] = .object(properties.mapValues { property(&self, $0) })
    }
    for word in ["oneOf", "anyOf"] {
      if case .array(let choices)? = words[word] { words[word] = .array(choices.map { add($0) }) }
    }
    if let items = words["items"] { words["items"] = add(items) }
    guard case .string(let title)? = words["title"],
      ["properties", "oneOf", "anyOf", "enum"].contains(where: { words[$0] != nil })
    else { return .object(words) }
    let name = name(title, &words)
    schemas[name] = .object(words)
    return ["$ref": .string(path + name)]
  }

  /// The component's name: the title, or the title with a number if another schema has it. The number is part of the title
  /// as well.
  private func name(_ title: String, _ words: inout [String: JSON]) -> String {
    var name = title
    var number = 1
    while let other = schemas[name], other != .object(words) {
      number += 1
      name = "\(title)\(number)"
      words["title"] = .string(name)
    }
    return name
  }

  /// A property's description belongs to the property, not to its type.
  private func property(_ components: inout Components, _ schema: JSON) -> JSON {
    guard schema["title"] != nil, case .object(var words) = schema, let about = words.removeValue(forKey: "description")
    else { return components.add(schema) }
    return components.add(.object(words)).with(["description": about])
  }
}
