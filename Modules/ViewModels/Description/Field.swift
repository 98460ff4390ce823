public import JSON

/// The name of a member of a JSON object.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// One property of a state: its name in JSON, its schema, and how it is shown.
///
///     static let fields = [
///       Field("isRefreshing", "Whether a refresh is on its way.", \Self.isRefreshing)
///     ]
public struct Field<Owner>: Sendable {
  /// The member's name, which is the property's.
  public let name: String
  let schema: JSON
  let isSame: @Sendable (Owner, Owner) -> Bool
  let member: @Sendable (Owner) throws -> [UInt8]
  let encode: @Sendable (Owner, inout KeyedEncodingContainer<MemberName>) throws -> Void

  /// A property, described for people in `about`.
  public init<Value: Encodable & Equatable & Described>(
    _ name: String, _ about: String, _ value: @escaping @Sendable (Owner) -> Value
  ) {
    self.name = name
    schema = Value.schema.with(["description": .string(about)])
    isSame = { value($0) == value($1) }
    member = { try JSONCoding.encode(name) + ":".utf8 + JSONCoding.encode(value($0)) }
    // NB: `encode`, not `encodeIfPresent`: an empty property is there, as null.
    encode = { owner, members in try members.encode(value(owner), forKey: MemberName(name)) }
  }
}

/// What a front may show of a screen: a value, written to JSON by the same description that its schema is made of.
public protocol ScreenState: Equatable, Sendable, Encodable, Described {
  /// The properties, each one that a front gets to see.
  static var fields: [Field<Self>] { get }
  /// Whether something is on its way that will change the state without another event.
  var isBusy: Bool { get }
}

extension ScreenState {
  /// Writes every property, an empty one as null.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: MemberName.self)
    for field in Self.fields { try field.encode(self, &members) }
  }

  public static var schema: JSON {
    .closedObject(Dictionary(fields.map { ($0.name, $0.schema) }) { _, last in last })
  }
  public static var expectation: String { "a state" }
}
