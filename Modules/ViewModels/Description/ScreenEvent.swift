public import JSON

/// One kind of event: `{"type":"usernameChanged","text":"…"}`.
public struct EventCase<Event>: Sendable {
  /// The case's name, which is the value of `type`.
  public let name: String
  private let about: String
  private let properties: [String: JSON]
  let memberNames: [String]
  let read: @Sendable (Members) throws(InputError) -> Event

  /// Describes an event without a value.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - about: The event in a sentence, for people.
  public init(_ event: Event, _ about: String) where Event: Sendable {
    self.init("\(event)", about, [:]) { (_: Members) throws(InputError) in event }
  }

  /// Describes an event with a value.
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - member: The name of the member that holds the value.
  ///   - about: The event in a sentence, for people.
  public init<Value: JSONReadable>(_ event: @escaping @Sendable (Value) -> Event, _ member: String, _ about: String) {
    let name = Mirror(reflecting: event(Value.example)).children.first?.label ?? ""
    self.init(name, about, [member: Value.schema]) { (members: Members) throws(InputError) in
      event(try members.require(member, Value.self))
    }
  }

  private init(
    _ name: String, _ about: String, _ members: [String: JSON],
    _ read: @escaping @Sendable (Members) throws(InputError) -> Event
  ) {
    self.name = name
    self.about = about
    memberNames = ["type"] + members.keys
    properties = members.merging(["type": .discriminator(name)]) { $1 }
    self.read = read
  }

  /// The schema of the variant, whose title follows that of the event.
  func schema(_ eventTitle: String) -> JSON {
    .closedObject(eventTitle + name.prefix(1).uppercased() + name.dropFirst(), properties)
      .with(["description": .string(about)])
  }
}

/// What a front reports to a screen: what the user did, not what to do (seed 000).
public protocol ScreenEvent: Equatable, Sendable, Described {
  /// The title of the schema; by default, the name of the type.
  static var title: String { get }
  /// Every kind of event.
  static var cases: [EventCase<Self>] { get }
}

extension ScreenEvent {
  /// Reads `{"type":…}` and the members that belong to it. Unknown members are refused.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public init(_ json: JSONText) throws(InputError) {
    let members = try Members(json)
    let type = try members.require("type", String.self)
    guard let event = Self.cases.first(where: { $0.name == type }) else {
      let names = Self.cases.map(\.name).joined(separator: ", ")
      throw InputError(.unknownEvent, at: JSONPointer("type"), expected: "one of " + names)
    }
    try members.requireOnly(event.memberNames)
    self = try event.read(members)
  }

  public static var title: String { "\(Self.self)" }
  public static var schema: JSON { ["title": .string(title), "oneOf": .array(cases.map { $0.schema(title) })] }
  public static var expectation: String { "an event" }
}
