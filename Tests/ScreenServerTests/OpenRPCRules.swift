import ScreenServer

/// The rules of OpenRPC 1.3 and of its meta schema, for the objects that the document of a server has.
struct OpenRPCRules {
  /// What breaks a rule: a path and the rule; empty if the document is valid.
  private(set) var faults: [String] = []
  /// Every `$ref` of the document.
  private(set) var references: [String] = []

  /// Checks a document.
  init(_ document: JSON) {
    check(
      document, "", required: ["openrpc", "info", "methods"], ["openrpc", "info", "methods", "components", "servers"])
    require(document["openrpc"]?.text?.hasPrefix("1.3.") == true, "/openrpc", "is not 1.3")
    check(document["info"], "/info", required: ["title", "version"], ["title", "version", "description"])
    requireTexts(document["info"], "/info", ["title", "version", "description"])
    let methods = document["methods"]?.elements ?? []
    requireUnique(methods.map { $0["name"]?.text ?? "" }, "/methods")
    for method in methods { check(method: method, "/methods/\(method["name"]?.text ?? "")") }
    let components = document["components"]
    let kinds = ["schemas", "links", "errors", "examples", "examplePairings", "contentDescriptors", "tags"]
    check(components, "/components", required: [], Set(kinds))
    for (name, schema) in components?["schemas"]?.members ?? [:] {
      let path = "/components/schemas/\(name)"
      require(name.wholeMatch(of: /[a-zA-Z0-9.\-_]+/) != nil, path, "is not a component's name")
      check(schema: schema, path)
    }
    let known = components?["schemas"]?.members ?? [:]
    for reference in references {
      let prefix = "#/components/schemas/"
      require(
        reference.hasPrefix(prefix) && known[String(reference.dropFirst(prefix.count))] != nil, reference, "is nowhere")
    }
  }

  private mutating func check(method: JSON, _ path: String) {
    check(
      method, path, required: ["name", "params"],
      ["name", "params", "summary", "description", "paramStructure", "result", "errors", "deprecated", "examples"])
    requireTexts(method, path, ["name", "summary", "description"])
    require(method["name"]?.text?.isEmpty == false, path, "has an empty name")
    if let structure = method["paramStructure"] {
      require(["by-name", "by-position", "either"].contains(structure), path, "has an unknown paramStructure")
    }
    let parameters = method["params"]?.elements
    require(parameters != nil, path, "has params that are not an array")
    requireUnique((parameters ?? []).map { $0["name"]?.text ?? "" }, path + "/params")
    let required = (parameters ?? []).map { $0["required"] == true }
    require(required == required.sorted { $0 && !$1 }, path, "has an optional parameter before a required one")
    for parameter in parameters ?? [] { check(descriptor: parameter, "\(path)/\(parameter["name"]?.text ?? "")") }
    if let result = method["result"] { check(descriptor: result, path + "/result") }
    let errors = method["errors"]?.elements
    require(method["errors"] == nil || errors != nil, path, "has errors that are not an array")
    for error in errors ?? [] {
      check(error, path + "/errors", required: ["code", "message"], ["code", "message", "data"])
      require(error["code"]?.number != nil, path + "/errors", "has a code that is not an integer")
      requireTexts(error, path + "/errors", ["message"])
    }
    requireUnique((errors ?? []).compactMap { $0["code"]?.number.map(String.init) }, path + "/errors")
  }

  private mutating func check(descriptor: JSON, _ path: String) {
    check(
      descriptor, path, required: ["name", "schema"],
      ["name", "schema", "summary", "description", "required", "deprecated"])
    requireTexts(descriptor, path, ["name", "summary", "description"])
    require([nil, true, false].contains(descriptor["required"]), path, "has a `required` that is not a boolean")
    if let schema = descriptor["schema"] { check(schema: schema, path) }
  }

  /// The words that draft 7, which OpenRPC 1.3 names, and 2020-12 have in common.
  private mutating func check(schema: JSON, _ path: String) {
    if case .bool = schema { return }
    guard case .object(let words) = schema else { return require(false, path, "is not a schema") }
    for (word, rule) in words.sorted(by: { $0.key < $1.key }) {
      switch (word, rule) {
      case ("$schema", .string), ("title", .string), ("description", .string), ("format", .string), ("const", _): break
      case ("writeOnly", .bool), ("minimum", .integer): break
      case ("$ref", .string(let reference)): references.append(reference)
      case ("pattern", .string(let pattern)): require((try? Regex(pattern)) != nil, path, "has a bad pattern")
      case ("minLength", .integer(let length)): require(length >= 0, path, "has a negative minLength")
      case ("type", _):
        let types = rule.elements ?? [rule]
        let known = ["array", "boolean", "integer", "null", "number", "object", "string"]
        require(!types.isEmpty && types.allSatisfy { known.contains($0.text ?? "") }, path, "has an unknown type")
        requireUnique(types.compactMap(\.text), path)
      case ("enum", .array(let values)):
        require(!values.isEmpty && Set(values).count == values.count, path, "has an empty enum or an equal pair in it")
      case ("required", .array(let names)):
        require(names.allSatisfy { $0.text != nil }, path, "requires what is not a name")
        requireUnique(names.compactMap(\.text), path)
        for name in names.compactMap(\.text) { require(words["properties"]?[name] != nil, path, "has no \(name)") }
      case ("properties", .object(let properties)):
        for (name, property) in properties { check(schema: property, "\(path)/\(name)") }
      case ("anyOf", .array(let choices)), ("oneOf", .array(let choices)):
        require(!choices.isEmpty, path, "has an empty \(word)")
        for (index, choice) in choices.enumerated() { check(schema: choice, "\(path)/\(index)") }
      case ("items", _), ("additionalProperties", _): check(schema: rule, "\(path)/\(word)")
      default: require(word.hasPrefix("x-"), path, "has a \(word) that is not understood")
      }
    }
  }

  // MARK: - Rules

  /// An object with these members, and with extensions.
  private mutating func check(_ object: JSON?, _ path: String, required: [String], _ allowed: Set<String>) {
    guard case .object(let members)? = object else { return require(false, path, "is not an object") }
    for name in required { require(members[name] != nil, path, "has no \(name)") }
    for name in members.keys.sorted() {
      require(allowed.contains(name) || name.hasPrefix("x-"), path, "has a \(name), which OpenRPC does not know")
    }
  }

  private mutating func require(_ condition: Bool, _ path: String, _ fault: String) {
    if !condition { faults.append("\(path) \(fault)") }
  }

  private mutating func requireTexts(_ object: JSON?, _ path: String, _ names: [String]) {
    for name in names where object?[name] != nil {
      require(object?[name]?.text != nil, path, "has a \(name) that is not a text")
    }
  }

  private mutating func requireUnique(_ names: [String], _ path: String) {
    require(Set(names).count == names.count, path, "has a name twice")
  }
}

extension JSON {
  /// The text of a string.
  var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The number.
  var number: Int? { if case .integer(let number) = self { number } else { nil } }
  /// The elements of an array.
  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members of an object.
  var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
}
