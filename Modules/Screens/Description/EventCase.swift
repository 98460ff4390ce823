public import JSON

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
    let read: @Sendable (Members) throws(InputError) -> Event
    let matches: @Sendable (Event) -> Bool
    /// Writes the event; `false` if it is of another kind.
    let write: @Sendable (Event, inout JSONWriter, _ mask: (any Secret) -> [UInt8]) -> Bool
    /// An event of this kind.
    let sample: @Sendable () -> Event
  }

  // NB: behind one reference. As properties of the structure, the closures are retained for each case that a search looks at.
  private final class Storage: Sendable {
    let parts: Parts
    let allowedNames: [String]

    init(_ parts: Parts) {
      self.parts = parts
      allowedNames = ["type"] + parts.memberNames
    }
  }

  private let storage: Storage

  private init(_ parts: Parts) { storage = Storage(parts) }

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
        memberNames: [member],
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
    .closedObject(eventTitle + name.prefix(1).uppercased() + name.dropFirst(), storage.parts.properties)
      .with(["description": .string(about)])
  }
}

/// The name and the value of an enumeration's case, as the runtime knows them.
struct EventShape {
  /// The name of the case.
  let name: String
  private let payload: Any?

  /// The shape of a value; `nil` if its type describes itself, so that the runtime's names cannot be told from the type's.
  init?(_ event: some Any) {
    if event is any CustomStringConvertible || event is any CustomDebugStringConvertible
      || event is any TextOutputStreamable || event is any CustomReflectable
    {
      return nil
    }
    let mirror = Mirror(reflecting: event)
    guard mirror.displayStyle == .enum else { return nil }
    if let payload = mirror.children.first {
      guard let name = payload.label else { return nil }
      self.name = name
      self.payload = payload.value
    } else {
      name = "\(event)"
      payload = nil
    }
  }

  /// The value of the case; `nil` if the event is of another case, or its value of another type.
  func value<Value>(of name: String) -> Value? {
    guard self.name == name, let payload else { return nil }
    if let value = payload as? Value { return value }
    // A value with a label is a tuple of one element.
    return Mirror(reflecting: payload).children.first?.value as? Value
  }
}

extension EventShape {
  /// The name of an event's case; the name of its type if the runtime cannot know it.
  static func name<Event>(of event: Event) -> String { EventShape(event)?.name ?? "of the type \(Event.self)" }
}
