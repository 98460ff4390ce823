public import JSON

/// One property of a state in JSON: its name, its schema, and how it is written.
public struct Field<Owner>: Sendable {
  /// The property's name, which is the member's name in JSON.
  public let name: String
  let schema: JSON
  let write: @Sendable (Owner, inout JSONWriter) -> Void

  /// Describes a property.
  ///
  /// - Parameters:
  ///   - property: A stored property of the state.
  ///   - about: The property in a sentence, for people.
  public init<Value: JSONWritable & Described>(_ property: any KeyPath<Owner, Value> & Sendable, _ about: String) {
    // NB: a key path describes itself as `\State.name`, from the type's reflection metadata.
    name = String("\(property)".split(separator: ".").last ?? "")
    schema = Value.schema.with(["description": .string(about)])
    write = { $0[keyPath: property].write(to: &$1) }
  }
}

/// The fields of a state, sorted by name.
///
///     public static let fields: Fields<CounterState> = [
///       Field(\.number, "The number, 0 to 50."),
///       Field(\.character, "The number in a circle as one character."),
///     ]
public struct Fields<Owner>: ExpressibleByArrayLiteral, Sendable {
  /// The fields, sorted by name.
  public let sorted: [Field<Owner>]

  public init(arrayLiteral fields: Field<Owner>...) {
    sorted = fields.sorted { $0.name < $1.name }
  }
}

/// What a front shows of a screen: a value that is written to JSON by the fields from which its schema is made.
public protocol ScreenState: Equatable, Sendable, JSONWritable, Described {
  /// The properties that a front sees.
  static var fields: Fields<Self> { get }
  /// Whether a request is in flight whose answer will change the state.
  var isBusy: Bool { get }
}

extension ScreenState {
  /// Writes every property, sorted by name. A property that is `nil` is written as `null`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for field in Self.fields.sorted {
        writer.name(field.name)
        field.write(self, &writer)
      }
    }
  }

  public static var schema: JSON {
    .openObject("\(Self.self)", Dictionary(fields.sorted.map { ($0.name, $0.schema) }) { _, last in last })
  }
  public static var expectation: String { "a state" }
}
