public import JSON

/// What a front shows of a screen: a value that is written to JSON by the fields from which its schema is made.
///
/// A stored property is in a field, or `.leftOut(\.property)` says that it is in none on purpose.
public protocol ScreenState: Equatable, Sendable, JSONWritable, Described {
  /// The properties that a front sees.
  static var fields: Fields<Self> { get }
  /// States that ``check(_:)`` compares with the fields; by default, none. One is enough for a state without optional
  /// parts.
  static var samples: [Self] { get }
  /// Whether a request is in flight whose answer will change the state.
  var isBusy: Bool { get }
}

extension ScreenState {
  /// Writes every property, sorted by name. A property that is `nil` is written as `null`.
  public func write(to writer: inout JSONWriter) {
    Self.fields.write(self, to: &writer)
  }

  /// The state with every private property replaced by its placeholder: what is shown while the application does not have
  /// the user's attention.
  public var hidingPrivateFields: Self { Self.fields.hidingPrivateFields(self) }

  public static var samples: [Self] { [] }
  public static var schema: JSON { .openObject("\(Self.self)", fields.schemas) }
  public static var expectation: String { "a state" }
}
