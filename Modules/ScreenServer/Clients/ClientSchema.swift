import JSON
import Screens

/// The screens and their types as a generator of clients needs them, read from the schemas of the types.
struct ClientSchema {
  /// A type.
  indirect enum ValueType: Equatable {
    case string, boolean, integer, decimal, date, any
    case optional(ValueType)
    case array(ValueType)
    /// A type with a declaration, by its name.
    case declared(String)

    /// The type with `null`.
    var optional: ValueType { if case .optional = self { self } else { .optional(self) } }
  }

  /// A type with a name.
  struct Declaration {
    enum Kind {
      case record([Member])
      /// A choice between words.
      case words([String])
      /// A choice between records, by their names. `tag` is the member that tells them apart.
      case union([String], tag: String)
    }

    let name: String
    let kind: Kind
  }

  /// A member of an object.
  struct Member {
    let name: String
    let about: String
    let type: ValueType
    /// The only value, if there is one.
    let constant: String?
    let isRequired: Bool
    let isSecret: Bool
  }

  /// A kind of event. Its members do not include its type.
  struct Event {
    let name: String
    let about: String
    let members: [Member]
  }

  struct Screen {
    let name: String
    let about: String
    let parameters: [Member]
    let state: String
    let events: [Event]
  }

  /// The declared types that states show. A type comes after those that it uses.
  private(set) var declarations: [Declaration] = []
  private(set) var screens: [Screen] = []
  let applicationEvents: [Event]

  /// The description of an app.
  ///
  /// - Parameters:
  ///   - screens: the app's screens.
  ///   - applicationEvents: the schema of the events of the whole application.
  init(_ screens: [AnyScreen], applicationEvents: JSON) {
    var declarations: [Declaration] = []
    func events(_ schema: JSON) -> [Event] {
      schema.list("oneOf").map { variant in
        let members = Self.members(variant, &declarations)
        let type = members.first { $0.name == "type" }?.constant ?? ""
        return Event(name: type, about: variant.text("description"), members: members.filter { $0.name != "type" })
      }
    }
    self.screens = screens.map { screen in
      guard case .declared(let state) = Self.type(screen.state, &declarations) else {
        preconditionFailure("The state of \(screen.name) is not an object with a title.")
      }
      return Screen(
        name: screen.name, about: screen.about, parameters: Self.members(screen.parameters, &declarations),
        state: state, events: events(screen.events))
    }
    self.applicationEvents = events(applicationEvents)
    self.declarations = declarations
  }

  /// The names of the records that clients send: in events and parameters, and inside of those.
  var sentNames: Set<String> {
    var names: Set<String> = []
    func visit(_ type: ValueType) {
      switch type {
      case .string, .boolean, .integer, .decimal, .date, .any: break
      case .optional(let wrapped), .array(let wrapped): visit(wrapped)
      case .declared(let name):
        switch declarations.first(where: { $0.name == name })?.kind {
        case .record(let members):
          guard names.insert(name).inserted else { return }
          for member in members { visit(member.type) }
        case .union(let records, _):
          names.insert(name)
          for record in records { visit(.declared(record)) }
        case .words, nil: break
        }
      }
    }
    for screen in screens {
      for member in screen.parameters + screen.events.flatMap(\.members) { visit(member.type) }
    }
    return names
  }

  private static func members(_ schema: JSON, _ declarations: inout [Declaration]) -> [Member] {
    guard case .object(let properties)? = schema["properties"] else { return [] }
    let required = schema.list("required")
    return properties.sorted { $0.key < $1.key }.map { name, schema in
      Member(
        name: name, about: schema.text("description"), type: type(schema, &declarations),
        constant: schema["const"]?.text, isRequired: required.contains(.string(name)),
        isSecret: schema["x-secret"] == true)
    }
  }

  private static func type(_ schema: JSON, _ declarations: inout [Declaration]) -> ValueType {
    let choices = schema.list("anyOf")
    if let wrapped = choices.first, choices.dropFirst() == [["type": "null"]] {
      return .optional(type(wrapped, &declarations))
    }
    if let kind = declaredKind(schema, &declarations), let name = schema["title"]?.text {
      if !declarations.contains(where: { $0.name == name }) { declarations.append(Declaration(name: name, kind: kind)) }
      return .declared(name)
    }
    return switch schema.text("type") {
    case "string":
      schema["format"] == "date-time" ? .date : schema["x-decimal"] == true ? .decimal : .string
    case "boolean": .boolean
    case "integer": .integer
    case "array": .array(type(schema["items"] ?? [:], &declarations))
    default: .any
    }
  }

  private static func declaredKind(_ schema: JSON, _ declarations: inout [Declaration]) -> Declaration.Kind? {
    if schema["properties"] != nil { return .record(members(schema, &declarations)) }
    let words = schema.list("enum")
    if !words.isEmpty { return .words(words.compactMap(\.text)) }
    let variants = schema.list("oneOf")
    guard !variants.isEmpty else { return nil }
    let names = variants.compactMap { variant -> String? in
      guard case .declared(let name) = type(variant, &declarations) else { return nil }
      return name
    }
    return .union(names, tag: "type")
  }
}

extension JSON {
  /// The text of a string.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The text of a member; empty if there is none.
  fileprivate func text(_ member: String) -> String { self[member]?.text ?? "" }

  /// The elements of a member; none if it is not an array.
  fileprivate func list(_ member: String) -> [JSON] {
    if case .array(let elements)? = self[member] { elements } else { [] }
  }
}

extension String {
  /// The name of a type: `Shelf` for `shelf`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
