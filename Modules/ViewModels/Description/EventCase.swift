public import JSON

/// One kind of event that a front may send: `{"type":"usernameChanged","text":"…"}`.
public struct EventCase<Event>: Sendable {
  /// What `type` says, which is the case's name.
  public let name: String
  let schema: JSON
  let memberNames: [String]
  let make: @Sendable (Members) throws(InputError) -> Event

  /// An event that carries nothing.
  public init(_ name: String, _ about: String, _ event: Event) where Event: Sendable {
    self.name = name
    memberNames = ["type"]
    schema = Self.schema(name, about, [:])
    make = { (_: Members) throws(InputError) in event }
  }

  /// An event that carries a value in the member `member`.
  public init<Value: Decodable & Described>(
    _ name: String, _ about: String, _ member: String, _ event: @escaping @Sendable (Value) -> Event
  ) {
    self.name = name
    memberNames = ["type", member]
    schema = Self.schema(name, about, [member: Value.schema])
    make = { (members: Members) throws(InputError) in event(try members.require(member, Value.self)) }
  }

  private static func schema(_ name: String, _ about: String, _ members: [String: JSON]) -> JSON {
    .closedObject(members.merging(["type": ["const": .string(name)]]) { _, type in type })
      .with(["description": .string(about)])
  }
}

/// What a front may tell a screen: what the user did, never what to do (seed 000).
public protocol ScreenEvent: Equatable, Sendable, Decodable, Described {
  /// Every kind of event, described.
  static var cases: [EventCase<Self>] { get }
}

extension ScreenEvent {
  /// Reads `{"type":…}` and what goes with it. Unknown members are refused.
  ///
  /// - Throws: `InputError`.
  public init(from decoder: any Decoder) throws {
    let members = try Members(decoder)
    let type = try members.require("type", String.self)
    guard let event = Self.cases.first(where: { $0.name == type }) else {
      let names = Self.cases.map(\.name).joined(separator: ", ")
      throw InputError(.unknownEvent, at: ["type"], expected: "one of " + names)
    }
    try members.requireOnly(event.memberNames)
    self = try event.make(members)
  }

  public static var schema: JSON { ["oneOf": .array(cases.map(\.schema))] }
  public static var expectation: String { "an event" }
}
