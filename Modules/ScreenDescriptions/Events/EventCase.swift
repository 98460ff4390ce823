public import Descriptions

/// One kind of event: `{"type":"usernameChanged","text":"…"}`.
///
/// Its name is that of the enumeration's case. The runtime knows that name unless the enumeration describes itself, by a
/// conformance to `CustomStringConvertible` or one of its kin: such an event is given a name here, and one with a value also
/// an `extract` closure.
public struct EventCase<Event: ScreenEvent>: Sendable {
  /// What describes the event.
  package struct Parts: Sendable {
    /// What the event is.
    var shape: Shape.Event
    /// The types of the values.
    var valueTypes: [Any.Type] = []
    /// The first value of an event of this kind.
    var value: @Sendable (Event) -> Any? = { _ in nil }
    let read: @Sendable (Members) throws(InputError) -> Event
    let matches: @Sendable (Event) -> Bool
    /// Writes the event; `false` if it is of another kind.
    let write: @Sendable (Event, inout JSONWriter, SecretPlaceholder) -> Bool
    /// An event of this kind.
    let sample: @Sendable () -> Event
    /// What is wrong with the types of the values, in sentences.
    var mistakes: [String] = []
    /// What a person is asked before the event is applied.
    var question: (@Sendable (any ScreenState, Event) -> EventQuestion?)?
    /// The part whose events these are; `nil` for events of the screen itself.
    package var part: PartCase<Event>?
  }

  /// The placeholder of a secret, and the name of the event that carries it: after those of the parts around it.
  typealias SecretPlaceholder = (any Secret, _ event: String) -> [UInt8]

  // NB: behind one reference. As properties of the structure, the closures are retained for each case that a search looks at.
  private final class Storage: Sendable {
    let parts: Parts
    let name: String
    let allowedNames: [String]
    let isConditional: Bool
    let hasBounds: Bool

    init(_ parts: Parts) {
      self.parts = parts
      name = parts.shape.name
      isConditional = parts.shape.disabledReason != nil || parts.shape.rows != nil || parts.shape.hidden != nil
      hasBounds = parts.shape.members.contains { $0.bounds != nil }
      allowedNames = ["type"] + parts.shape.members.map(\.name)
    }
  }

  private let storage: Storage

  init(_ parts: Parts) { storage = Storage(parts) }

  /// What describes the event.
  package var parts: Parts { storage.parts }

  /// The case's name, which is the value of `type`; empty if the runtime cannot know it and none was given.
  public var name: String { storage.name }
  /// The event in a sentence, for people.
  public var about: String { storage.parts.shape.about }
  /// What the event is: its members, and what the state says of it.
  public var shape: Shape.Event { storage.parts.shape }

  var memberNames: [String] { shape.members.map(\.name) }

  /// Describes an event without a value.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: What the event does, in a sentence for who sends it, such as "Choose the currency."
  public init(_ event: Event, name: String? = nil, _ about: String) {
    let name = name ?? EventShape(event)?.name ?? ""
    self.init(
      Parts(
        shape: Shape.Event(name, about: about),
        read: { (_: Members) throws(InputError) in event },
        matches: { $0 == event },
        write: { other, writer, _ in
          guard other == event else { return false }
          writer.object { $0.member("type", name) }
          return true
        },
        sample: { event }))
  }

  /// Describes an event with a value.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - member: The name of the member that holds the value.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: What the event does, in a sentence for who sends it, such as "Choose the currency."
  ///   - role: What the value means beyond its type.
  ///   - extract: The value of an event of this kind, and `nil` of another. By default, the runtime takes it from the case.
  public init<Value: JSONReadable & JSONWritable>(
    _ event: @escaping @Sendable (Value) -> Event, member: String, name: String? = nil, _ about: String,
    as role: Role<Value.RoleValue>? = nil, extract: (@Sendable (Event) -> Value?)? = nil
  ) {
    self.init(event, member, name, about, role, extract) { value, writer, _ in writer.write(value) }
  }

  /// Describes an event with a secret, such as a password. A recording has a placeholder in its place.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - member: The name of the member that holds the secret.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: What the event does, in a sentence for who sends it, such as "Choose the currency."
  ///   - role: What the secret means beyond its type, such as `.newSecret`.
  ///   - extract: The secret of an event of this kind, and `nil` of another. By default, the runtime takes it from the case.
  public init<Value: Secret>(
    _ event: @escaping @Sendable (Value) -> Event, member: String, name: String? = nil, _ about: String,
    as role: Role<Value.RoleValue>? = nil, extract: (@Sendable (Event) -> Value?)? = nil
  ) {
    self.init(event, member, name, about, role, extract) { value, writer, placeholder in writer.raw(placeholder(value))
    }
  }

  @available(*, unavailable, message: "The events of a part are described by EventCase(part:_:_:).")
  public init<Part: ScreenEvent>(
    _ event: @escaping @Sendable (Part) -> Event, member: String, name: String? = nil, _ about: String
  ) { fatalError() }

  private init<Value: JSONReadable>(
    _ event: @escaping @Sendable (Value) -> Event, _ member: String, _ name: String?, _ about: String,
    _ role: Role<Value.RoleValue>?, _ extract: (@Sendable (Event) -> Value?)?,
    writeValue: @escaping @Sendable (Value, inout JSONWriter, (any Secret) -> [UInt8]) -> Void
  ) {
    let caseName = EventShape(event(Value.example))?.name ?? ""
    let name = name ?? caseName
    let extract = extract ?? { EventShape($0)?.value(of: caseName) }
    var shape = Shape.Member(member, Value.shape)
    shape.role = role?.role
    self.init(
      Parts(
        shape: Shape.Event(name, about: about, [shape]), valueTypes: [Value.self],
        value: { extract($0) },
        read: { (members: Members) throws(InputError) in event(try members.require(member, Value.self)) },
        matches: { extract($0) != nil },
        write: { event, writer, placeholder in
          guard let value = extract(event) else { return false }
          writer.object { writer in
            writer.name(member)
            writeValue(value, &writer) { placeholder($0, name) }
            writer.member("type", name)
          }
          return true
        },
        sample: { event(Value.example) }))
  }

  /// Reads an event of this kind.
  ///
  /// - Parameter checksBounds: Whether a number has to lie between the bounds of its description.
  func read(_ members: Members, checksBounds: Bool = true) throws(InputError) -> Event {
    try members.requireOnly(storage.allowedNames)
    if storage.hasBounds, checksBounds { for member in shape.members { try member.checkBounds(in: members) } }
    return try storage.parts.read(members)
  }

  /// Whether an event is of this kind.
  package func matches(_ event: Event) -> Bool { storage.parts.matches(event) }

  /// Writes the event.
  ///
  /// - Returns: `false` if it is of another kind.
  func write(_ event: Event, _ writer: inout JSONWriter, _ placeholder: SecretPlaceholder) -> Bool {
    storage.parts.write(event, &writer, placeholder)
  }

  /// An event of this kind.
  package func sample() -> Event { storage.parts.sample() }

  /// Whether a state can refuse the event by its description.
  package var isConditional: Bool { storage.isConditional }
}
