/// The described properties of a type, sorted by name.
///
///     public static let fields: Fields<ShelfState> = [
///       Field(\.title, "What stands above the books."),
///       Field(\.count, "How many books there are."),
///     ]
public struct Fields<Owner>: ExpressibleByArrayLiteral, Sendable {
  /// The fields that are members of the JSON, sorted by name. One without a name is not among them.
  public let sorted: [Field<Owner>]
  /// Whether any field is private.
  public let hasPrivateFields: Bool

  let all: [Field<Owner>]

  /// What `write(_:to:)` needs of a field.
  // NB: a field has many parts, each of which is retained when a loop copies the field.
  private struct Writer: Sendable {
    let name: String
    let write: @Sendable (Owner, inout JSONWriter) -> Void
  }

  private let writers: [Writer]

  public init(arrayLiteral fields: Field<Owner>...) { self.init(fields) }

  /// The fields of a type.
  public init(_ fields: [Field<Owner>]) {
    all = fields
    sorted = fields.filter { !$0.isLeftOut && !$0.name.isEmpty }.sorted { $0.name < $1.name }
    hasPrivateFields = fields.contains(where: \.isPrivate)
    writers = sorted.map { Writer(name: $0.name, write: $0.write) }
  }

  /// The schemas of the properties, by name.
  public var schemas: [String: JSON] { Dictionary(sorted.map { ($0.name, $0.schema) }) { _, last in last } }

  /// Writes an object with a member for each property, sorted by name.
  public func write(_ owner: Owner, to writer: inout JSONWriter) {
    writer.object { writer in
      for field in writers {
        writer.name(field.name)
        field.write(owner, &writer)
      }
    }
  }

  /// Sets the properties that an object has; the others keep their values. Unknown members are refused, and so are those
  /// of properties that are only written.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public func read(_ members: Members, into owner: inout Owner) throws(InputError) {
    let readable = sorted.filter(\.isReadable)
    try members.requireOnly(readable.map(\.name))
    for field in readable {
      guard let read = field.read, let json = members[field.name] else { continue }
      guard read(&owner, json) else {
        throw InputError(.wrongType, at: JSONPointer(field.name), expected: field.expectation)
      }
    }
  }

  /// A value in which every private property is replaced by its placeholder.
  public func hidingPrivateFields(_ owner: Owner) -> Owner {
    var owner = owner
    for field in all { field.hide?(&owner) }
    return owner
  }
}
