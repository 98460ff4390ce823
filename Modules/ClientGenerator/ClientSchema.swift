import JSON
import Requests
import Screens

/// A screen in words and schemas.
struct ScreenSchemas {
  let name: String
  let about: String
  let parameters: JSON
  let state: JSON
  let events: JSON
  let result: JSON?
}

extension ScreenSchemas {
  init(_ screen: AnyScreen) {
    self.init(
      name: screen.name, about: screen.about, parameters: screen.parameters, state: screen.state,
      events: screen.events, result: screen.result)
  }
}

/// The screens and their types as a generator of clients needs them, read from the schemas of the types.
struct ClientSchema {
  /// A type.
  indirect enum ValueType: Equatable {
    case string, boolean, integer, number, decimal, date, any
    case optional(ValueType)
    /// A list. `identity` is the member that tells its elements apart, if there is one.
    case array(ValueType, identity: String?)
    /// A type with a declaration, by its name.
    case declared(String)

    /// The type with `null`.
    var optional: ValueType { if case .optional = self { self } else { .optional(self) } }
  }

  /// A type with a name.
  struct Declaration {
    enum Kind: Equatable {
      case record([Member])
      /// A choice between words. `labels` are their texts for people, if these are others.
      case words([String], labels: [String])
      /// A choice between records, by their names. `tag` is the member that tells them apart.
      case union([String], tag: String)
    }

    let name: String
    let kind: Kind
  }

  /// A member of an object.
  struct Member: Equatable {
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
    /// The member of the state that holds the reason for which the event is refused, if the description names one.
    let disabledReason: String?
    /// The list of the state whose rows the event is about, if the description names one.
    let rows: String?
  }

  struct Screen {
    let name: String
    /// The name as part of the names of types.
    let typeName: String
    let about: String
    let parameters: [Member]
    let state: String
    /// The result with which the screen closes itself, if it has one.
    let result: ValueType?
    let events: [Event]

    /// Whether the screen cannot be opened without parameters.
    var needsParameters: Bool { parameters.contains(where: \.isRequired) }
  }

  /// The screen that an example opens: the first one that needs no parameters if there is one.
  var exampleScreen: Screen? { screens.first { !$0.needsParameters } ?? screens.first }

  /// An operation of a service that a client may answer.
  struct Service {
    let name: String
    /// The input; `nil` for an operation without one.
    let input: ValueType?
    /// The answer; `nil` for an operation that is answered by its success alone.
    let answer: ValueType?
  }

  /// The declared types that states show. A type comes after those that it uses.
  private(set) var declarations: [Declaration] = []
  private(set) var screens: [Screen] = []
  private(set) var applicationEvents: [Event] = []
  private(set) var services: [Service] = []

  private var typeNames: NamePool
  private var namesByTitle: [String: [String]] = [:]

  /// The description of an app.
  ///
  /// - Parameters:
  ///   - screens: the app's screens.
  ///   - services: the operations that a client may answer.
  ///   - reserved: the names that no type can have.
  ///   - ownTypes: the names of the types that belong to a screen of a name, such as its class.
  init(
    _ screens: [ScreenSchemas], services: [ServiceDescription] = [], reserved: Set<String> = [],
    ownTypes: (String) -> [String] = { [$0] }
  ) {
    var ownNames = reserved
    let screenNames = screens.map { screen in
      let wanted = screen.name.typeName
      let candidates = (1...).lazy.map { $0 == 1 ? wanted : "\(wanted)\($0)" }
      let name = candidates.first { ownNames.isDisjoint(with: ownTypes($0)) } ?? wanted
      ownNames.formUnion(ownTypes(name))
      return name
    }
    typeNames = NamePool(reserved: ownNames)
    self.screens = zip(screens, screenNames).map { screen, typeName in
      guard case .declared(let state) = type(screen.state) else {
        preconditionFailure("The state of \(screen.name) is not an object with a title.")
      }
      return Screen(
        name: screen.name, typeName: typeName, about: screen.about, parameters: members(screen.parameters),
        state: state, result: screen.result.map { type($0) }, events: events(screen.events))
    }
    applicationEvents = events(ApplicationEvent.schema)
    self.services = services.map { service in
      let form = { (schema: JSON) in schema["type"] == "null" ? nil : schema }
      return Service(
        name: service.name, input: form(service.input).map { type($0) }, answer: form(service.answer).map { type($0) })
    }
  }

  private mutating func events(_ schema: JSON) -> [Event] {
    schema.list("oneOf").map { variant in
      let all = members(variant)
      return Event(
        name: all.first { $0.name == "type" }?.constant ?? "", about: variant.text("description"),
        members: all.filter { $0.name != "type" }, disabledReason: variant["x-disabled-reason"]?.string,
        rows: variant["x-rows"]?.string)
    }
  }

  /// A declaration by its name.
  subscript(name: String) -> Declaration? { declarations.first { $0.name == name } }

  /// The names of the records that clients send: in events, parameters and answers, and inside of those.
  var sentNames: Set<String> {
    var names: Set<String> = []
    func visit(_ type: ValueType) {
      switch type {
      case .string, .boolean, .integer, .number, .decimal, .date, .any: break
      case .optional(let wrapped), .array(let wrapped, _): visit(wrapped)
      case .declared(let name):
        switch self[name]?.kind {
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
    for answer in services.compactMap(\.answer) { visit(answer) }
    return names
  }

  private mutating func members(_ schema: JSON) -> [Member] {
    guard case .object(let properties)? = schema["properties"] else { return [] }
    let required = schema.list("required")
    return properties.sorted { $0.key < $1.key }.map { name, schema in
      Member(
        name: name, about: schema.text("description"), type: type(schema),
        constant: schema["const"]?.string, isRequired: required.contains(.string(name)),
        isSecret: schema["x-secret"] == true)
    }
  }

  /// The type of a schema.
  ///
  /// - Parameter title: the name of a declared type whose schema has no title.
  private mutating func type(_ schema: JSON, title: String? = nil) -> ValueType {
    let choices = schema.list("anyOf")
    if let wrapped = choices.first, choices.dropFirst() == [["type": "null"]] {
      return .optional(type(wrapped))
    }
    if let title = schema["title"]?.string ?? title, let kind = declaredKind(schema, title) {
      return .declared(declare(title, kind))
    }
    switch schema.text("type") {
    case "string": return schema["format"] == "date-time" ? .date : schema["x-decimal"] == true ? .decimal : .string
    case "boolean": return .boolean
    case "integer": return .integer
    case "number": return .number
    case "array": return .array(type(schema["items"] ?? [:]), identity: schema["x-identity"]?.string)
    default: return .any
    }
  }

  /// The name of the declaration of a type. Two types of one title have two names.
  private mutating func declare(_ title: String, _ kind: Declaration.Kind) -> String {
    if let known = namesByTitle[title]?.first(where: { self[$0]?.kind == kind }) { return known }
    let name = typeNames.name(title.typeName, separator: "")
    namesByTitle[title, default: []].append(name)
    declarations.append(Declaration(name: name, kind: kind))
    return name
  }

  private mutating func declaredKind(_ schema: JSON, _ title: String) -> Declaration.Kind? {
    if schema["properties"] != nil { return .record(members(schema)) }
    let words = schema.list("enum").compactMap(\.string)
    if !words.isEmpty { return .words(words, labels: schema.list("x-labels").compactMap(\.string)) }
    let variants = schema.list("oneOf")
    guard !variants.isEmpty else { return nil }
    let tags = variants.map { $0["properties"]?["type"]?["const"]?.string }
    guard !tags.contains(nil) else { return nil }
    let names = zip(variants, tags).compactMap { variant, tag -> String? in
      guard case .declared(let name) = type(variant, title: title.typeName + (tag ?? "").typeName) else { return nil }
      return name
    }
    return .union(names, tag: "type")
  }
}

extension JSON {
  /// The text of a member; empty if there is none.
  fileprivate func text(_ member: String) -> String { self[member]?.string ?? "" }

  /// The elements of a member; none if it is not an array.
  fileprivate func list(_ member: String) -> [JSON] { self[member]?.elements ?? [] }
}
