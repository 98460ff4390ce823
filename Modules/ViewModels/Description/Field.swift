/// The name of a member of a JSON object.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// Looks at the properties of a state, one after the other in the order of its fields.
public protocol FieldVisitor: AnyObject {
  /// Takes a property; an empty one is there too, as an `Optional` without a value.
  func visit<Value: Encodable>(_ name: String, _ value: Value) throws
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
  let show: @Sendable (Owner, any FieldVisitor) throws -> Void

  /// A property, described for people in `about`.
  public init<Value: Encodable & Described>(
    _ name: String, _ about: String, _ value: @escaping @Sendable (Owner) -> Value
  ) {
    self.name = name
    schema = Value.schema.with(["description": .string(about)])
    show = { owner, visitor in try visitor.visit(name, value(owner)) }
  }
}

/// What a front may show of a screen: a value, written to JSON by the same description that its schema is made of.
public protocol ScreenState: Equatable, Sendable, Encodable, Described {
  /// The properties, each one that a front gets to see.
  static var fields: [Field<Self>] { get }
  /// Whether something is on its way that will change the state without another event.
  var isBusy: Bool { get }
  /// Shows every property to `visitor`. There is no need to write it: it goes through the fields.
  func visitFields(_ visitor: any FieldVisitor) throws
}

extension ScreenState {
  // NB: a requirement of the protocol, so that there is one for each type, which need not ask the runtime for its fields.
  public func visitFields(_ visitor: any FieldVisitor) throws {
    let fields = Self.fields
    for index in fields.indices { try fields[index].show(self, visitor) }
  }

  /// Writes every property, an empty one as null.
  public func encode(to encoder: any Encoder) throws {
    try visitFields(EncodingVisitor(encoder.container(keyedBy: MemberName.self)))
  }

  public static var schema: JSON {
    .closedObject(Dictionary(fields.map { ($0.name, $0.schema) }) { _, last in last })
  }
  public static var expectation: String { "a state" }
}

/// Writes properties to an encoder.
private final class EncodingVisitor: FieldVisitor {
  private var members: KeyedEncodingContainer<MemberName>

  init(_ members: KeyedEncodingContainer<MemberName>) { self.members = members }

  func visit<Value: Encodable>(_ name: String, _ value: Value) throws {
    // NB: `encode`, not `encodeIfPresent`: an empty property is there, as null.
    try members.encode(value, forKey: MemberName(name))
  }
}
