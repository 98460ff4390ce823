import Descriptions
import JSON
import Requests
import ScreenDescriptions

extension Shape {
  /// The member that tells the elements of a list apart.
  fileprivate var rowIdentity: String? { if case .rows(_, let identity) = unwrapped { identity } else { nil } }
}

/// The screens and their types as a generator of clients needs them: each type with a name of its own.
struct ClientSchema {
  /// A type.
  indirect enum ValueType: Equatable {
    case string, boolean, integer, number, decimal, date, any
    /// An integer that is a string in JSON beyond ±(2^53 - 1).
    case longInteger
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
    /// The name for people, if the description has one.
    var label: String?
    /// Whether what a person types may stand in its place, for the app to read.
    var isTyped = false
  }

  /// A kind of event. Its members do not include its type.
  struct Event {
    /// A part around an event.
    struct Owner {
      /// The type of the owner's event.
      let type: String
      /// The member of the event that is the part's identity; `nil` for a part that is not in a list.
      let identity: String?
    }

    /// The name, unique in the screen: of an event of a part after those of the parts around it.
    let name: String
    /// The value of `type`.
    let type: String
    /// The parts around the event, the outermost first.
    let owners: [Owner]
    let about: String
    let members: [Member]
    /// The member of the state that holds the reason for which the event is refused, if the description names one.
    let disabledReason: String?
    /// The list of the state whose rows the event is about, if the description names one.
    let rows: String?
    /// The event as its screen or part describes it.
    let shape: Shape.Event
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

  /// An operation or a feed of a service that a client may answer.
  struct Service {
    let name: String
    let isFeed: Bool
    /// The input; `nil` for an operation without one.
    let input: ValueType?
    /// The answer, or an element; `nil` for an operation that is answered by its success alone.
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
    _ screens: [ScreenDescription], services: [ServiceDescription] = [], reserved: Set<String> = [],
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
        name: screen.name, typeName: typeName, about: screen.about, parameters: members(screen.parameters.members),
        state: state, result: screen.result.map { type($0) }, events: events(screen.events, of: screen.state))
    }
    applicationEvents = events(ApplicationEvent.shape)
    self.services = services.map { service in
      Service(
        name: service.name, isFeed: service.isFeed, input: service.input == .nothing ? nil : type(service.input),
        answer: service.answer == .nothing ? nil : type(service.answer))
    }
  }

  private mutating func events(_ shape: Shape, of state: Shape? = nil) -> [Event] {
    shape.flatEvents.filter { $0.owners.isEmpty || !$0.event.isAppearance }.map { event in
      let rows = state?.members.first { $0.name == event.rows.first }?.shape
      let identities = event.ownerIdentities + [rows?.rowIdentity]
      return Event(
        name: event.path.joined(separator: "-"), type: event.event.name,
        owners: zip(event.owners, event.ownerIdentities).map { Event.Owner(type: $0.name, identity: $1) },
        about: (event.owners + [event.event]).map(\.about).joined(separator: " "),
        members: members(event.members).map { member in
          var member = member
          // NB: the identity of a row is not typed.
          if identities.contains(member.name) { member.isTyped = false }
          return member
        },
        disabledReason: event.owners.isEmpty ? event.event.disabledReason : nil, rows: event.rows.first,
        shape: event.event)
    }
  }

  /// A declaration by its name.
  subscript(name: String) -> Declaration? { declarations.first { $0.name == name } }

  /// The names of the records that clients send: in events, parameters and answers, and inside of those.
  var sentNames: Set<String> {
    var names: Set<String> = []
    func visit(_ type: ValueType) {
      switch type {
      case .string, .boolean, .integer, .longInteger, .number, .decimal, .date, .any: break
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

  /// The members of a record, and of a variant the one that tells it apart.
  private mutating func members(_ members: [Shape.Member], variant: String? = nil) -> [Member] {
    let all = members.sorted { $0.name < $1.name }.map { member in
      Member(
        name: member.name, about: member.about, type: type(member.shape), constant: nil, isRequired: member.isRequired,
        isSecret: member.isSecret, label: member.label, isTyped: TypedValue.isTyped(member.shape))
    }
    let tag = variant.map {
      Member(name: "type", about: "", type: .string, constant: $0, isRequired: true, isSecret: false)
    }
    return (all + [tag].compactMap(\.self)).sorted { $0.name < $1.name }
  }

  private mutating func type(_ shape: Shape) -> ValueType {
    switch shape {
    case .text, .secret, .idempotencyKey, .entityTag: return .string
    case .integer: return shape.isLongInteger ? .longInteger : .integer
    case .number: return .number
    case .decimal: return .decimal
    case .boolean: return .boolean
    case .date: return .date
    case .list(let element): return .array(type(element), identity: nil)
    case .rows(let row, let identity): return .array(type(row), identity: identity)
    case .optional(let wrapped): return .optional(type(wrapped))
    case .choice(let choice):
      guard let title = choice.title else { return .string }
      return .declared(
        declare(title, .words(choice.words, labels: choice.labels == choice.words ? [] : choice.labels)))
    case .record(let record), .money(let record):
      guard let title = record.title else { return .any }
      return .declared(declare(title, .record(members(record.members))))
    case .variants(let variants):
      let names = variants.variants.map { variant in
        declare(variants.title(of: variant.name), .record(members(variant.members, variant: variant.name)))
      }
      return .declared(declare(variants.title, .union(names, tag: "type")))
    case .nothing, .events, .anyOf, .json: return .any
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
}
