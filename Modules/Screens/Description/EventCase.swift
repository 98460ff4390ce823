public import Descriptions

/// One kind of event: `{"type":"usernameChanged","text":"…"}`.
///
/// Its name is that of the enumeration's case. The runtime knows that name unless the enumeration describes itself, by a
/// conformance to `CustomStringConvertible` or one of its kin: such an event is given a name here, and one with a value also
/// an `extract` closure.
public struct EventCase<Event: ScreenEvent>: Sendable {
  /// What describes the event.
  struct Parts: Sendable {
    let name: String
    let about: String
    let properties: [String: JSON]
    /// The members beside `type`.
    let memberNames: [String]
    /// The types of the values.
    var valueTypes: [Any.Type] = []
    /// The first value of an event of this kind.
    var value: @Sendable (Event) -> Any? = { _ in nil }
    let read: @Sendable (Members) throws(InputError) -> Event
    let matches: @Sendable (Event) -> Bool
    /// Writes the event; `false` if it is of another kind.
    let write: @Sendable (Event, inout JSONWriter, _ mask: (any Secret) -> [UInt8]) -> Bool
    /// An event of this kind.
    let sample: @Sendable () -> Event
    /// What is wrong with the types of the values, in sentences.
    var mistakes: [String] = []
    /// The state's text that says why the event is refused.
    var disabledReason: String?
    /// The state's list of rows of which the first value names one.
    var rows: String?
    /// The state's field that shows what was entered.
    var field: String?
  }

  // NB: behind one reference. As properties of the structure, the closures are retained for each case that a search looks at.
  private final class Storage: Sendable {
    let parts: Parts
    let allowedNames: [String]
    let isConditional: Bool

    init(_ parts: Parts) {
      self.parts = parts
      isConditional = parts.disabledReason != nil || parts.rows != nil
      allowedNames = ["type"] + parts.memberNames
    }
  }

  private let storage: Storage

  init(_ parts: Parts) { storage = Storage(parts) }

  /// What describes the event.
  var parts: Parts { storage.parts }

  /// The case's name, which is the value of `type`; empty if the runtime cannot know it and none was given.
  public var name: String { storage.parts.name }
  /// The event in a sentence, for people.
  public var about: String { storage.parts.about }

  var memberNames: [String] { storage.parts.memberNames }

  /// Describes an event without a value.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The event in a sentence, for people.
  public init(_ event: Event, name: String? = nil, _ about: String) {
    let name = name ?? EventShape(event)?.name ?? ""
    self.init(
      Parts(
        name: name, about: about, properties: ["type": .discriminator(name)], memberNames: [],
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
  ///   - about: The event in a sentence, for people.
  ///   - extract: The value of an event of this kind, and `nil` of another. By default, the runtime takes it from the case.
  public init<Value: JSONReadable & JSONWritable>(
    _ event: @escaping @Sendable (Value) -> Event, _ member: String, name: String? = nil, _ about: String,
    extract: (@Sendable (Event) -> Value?)? = nil
  ) {
    self.init(event, member, name, about, extract) { value, writer, _ in writer.write(value) }
  }

  /// Describes an event with a secret, such as a password. A recording has a marker in its place.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - member: The name of the member that holds the secret.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The event in a sentence, for people.
  ///   - extract: The secret of an event of this kind, and `nil` of another. By default, the runtime takes it from the case.
  public init<Value: Secret>(
    _ event: @escaping @Sendable (Value) -> Event, _ member: String, name: String? = nil, _ about: String,
    extract: (@Sendable (Event) -> Value?)? = nil
  ) {
    self.init(event, member, name, about, extract) { value, writer, mask in writer.raw(mask(value)) }
  }

  private init<Value: JSONReadable>(
    _ event: @escaping @Sendable (Value) -> Event, _ member: String, _ name: String?, _ about: String,
    _ extract: (@Sendable (Event) -> Value?)?,
    writeValue: @escaping @Sendable (Value, inout JSONWriter, (any Secret) -> [UInt8]) -> Void
  ) {
    let caseName = EventShape(event(Value.example))?.name ?? ""
    let name = name ?? caseName
    let extract = extract ?? { EventShape($0)?.value(of: caseName) }
    self.init(
      Parts(
        name: name, about: about, properties: [member: Value.schema, "type": .discriminator(name)],
        memberNames: [member], valueTypes: [Value.self], value: { extract($0) },
        read: { (members: Members) throws(InputError) in event(try members.require(member, Value.self)) },
        matches: { extract($0) != nil },
        write: { event, writer, mask in
          guard let value = extract(event) else { return false }
          writer.object { writer in
            writer.name(member)
            writeValue(value, &writer, mask)
            writer.member("type", name)
          }
          return true
        },
        sample: { event(Value.example) }))
  }

  /// Reads an event of this kind.
  func read(_ members: Members) throws(InputError) -> Event {
    try members.requireOnly(storage.allowedNames)
    return try storage.parts.read(members)
  }

  /// Whether an event is of this kind.
  func matches(_ event: Event) -> Bool { storage.parts.matches(event) }

  /// Writes the event.
  ///
  /// - Returns: `false` if it is of another kind.
  func write(_ event: Event, _ writer: inout JSONWriter, _ mask: (any Secret) -> [UInt8]) -> Bool {
    storage.parts.write(event, &writer, mask)
  }

  /// An event of this kind.
  func sample() -> Event { storage.parts.sample() }

  /// The schema of the variant, whose title follows that of the event.
  func schema(_ eventTitle: String) -> JSON {
    var words: [String: JSON] = ["description": .string(about)]
    words["x-disabled-reason"] = parts.disabledReason.map(JSON.string)
    words["x-rows"] = parts.rows.map(JSON.string)
    words["x-field"] = parts.field.map(JSON.string)
    // The first value is the identity of a row.
    if parts.memberNames.count > 1 { words["x-order"] = .array(parts.memberNames.map(JSON.string)) }
    return .closedObject(eventTitle + name.prefix(1).uppercased() + name.dropFirst(), parts.properties).with(words)
  }

  /// Whether a state can refuse the event by its description.
  var isConditional: Bool { storage.isConditional }
}
