public import JSON

/// The described properties of a type, sorted by name.
///
///     public static let fields: Fields<ShelfState> = [
///       Field(\.title, "What stands above the books."),
///       Field(\.count, "How many books there are."),
///     ]
public struct Fields<Owner>: ExpressibleByArrayLiteral, Sendable {
  /// The fields that are members of the JSON, sorted by name. One without a name is not among them.
  package let sorted: [DescribedProperty<Owner>]
  /// Whether any field is private, or a value that has private fields.
  public let hasPrivateFields: Bool

  package let all: [DescribedProperty<Owner>]

  /// What `write(_:to:)` needs of a field.
  // NB: behind one reference. A field has many parts, each of which is retained when a loop copies the field.
  private final class Writer: Sendable {
    let name: String
    /// The bytes of a stored property; `nil` for a computed one.
    let memory: MemoryRanges?
    let write: DescribedProperty<Owner>.ValueWriter
    let writeChanges: DescribedProperty<Owner>.ChangeWriter

    init(_ field: DescribedProperty<Owner>) {
      name = field.name
      memory = field.range.map { MemoryRanges([$0]) }
      write = field.write
      writeChanges = field.writeChanges
    }
  }

  /// The fields that are not secrets.
  private let writers: [Writer]
  private let writersWithSecrets: [Writer]
  private let hiders: [@Sendable (inout Owner) -> Void]
  /// The positions in ``sorted``, by name.
  let indices: [String: Int]
  private let memory: MemoryRanges

  public init(arrayLiteral fields: Field<Owner, Any>...) { self.init(fields) }

  /// The fields of a type.
  public init(_ fields: [Field<Owner, Any>]) { self.init(fields.map(\.property)) }

  init(_ fields: [DescribedProperty<Owner>]) {
    let fields = fields.flatMap { field in (field.parts ?? []) + [field] }
    all = fields
    declared = fields.filter { !$0.isLeftOut && !$0.name.isEmpty }
    sorted = declared.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    hiders = fields.compactMap(\.hide)
    hasPrivateFields = fields.contains(where: \.isHidden)
    indices = Dictionary(zip(sorted.map(\.name), sorted.indices)) { first, _ in first }
    writersWithSecrets = sorted.map(Writer.init)
    writers = zip(sorted, writersWithSecrets).filter { $0.0.reveal == nil }.map(\.1)
    let ranges = sorted.compactMap(\.range)
    // A computed property may be made of any byte.
    memory = MemoryRanges(ranges.count == sorted.count ? ranges : [0..<MemoryLayout<Owner>.size])
  }

  /// The fields that are members of the JSON, as they are declared.
  package let declared: [DescribedProperty<Owner>]

  /// What the members of an object are, as they are declared.
  public var members: [Shape.Member] { declared.map(\.member) }

  /// The name of the field of a property; `nil` if none has it.
  package func name(of property: AnyKeyPath) -> String? {
    declared.first { field in field.keyPath.map { $0 as AnyKeyPath } == property }?.name
  }

  /// What the members of an object are from which ``read(_:into:)`` reads: only those of required fields must be present.
  public var membersToRead: [Shape.Member] {
    declared.map { field in
      var member = field.member
      member.isRequired = field.isRequired
      return member
    }
  }

  /// Writes an object with a member for each property, sorted by name.
  public func write(_ owner: Owner, to writer: inout JSONWriter) { Self.write(owner, writers, to: &writer) }

  /// Writes an object with a member for each property, sorted by name.
  ///
  /// - Parameter includingSecrets: whether secrets are written: for the transport of a request alone.
  func write(_ owner: Owner, to writer: inout JSONWriter, includingSecrets: Bool) {
    Self.write(owner, includingSecrets ? writersWithSecrets : writers, to: &writer)
  }

  private static func write(_ owner: Owner, _ fields: [Writer], to writer: inout JSONWriter) {
    withUnsafePointer(to: owner) { owner in
      writer.object { writer in
        for field in fields {
          writer.name(field.name)
          field.write(owner, &writer)
        }
      }
    }
  }

  /// Writes the changes of each property.
  func writeChanges(of owner: Owner, from old: Owner, to patch: inout JSONPatchWriter) {
    withUnsafePointer(to: owner) { owner in
      withUnsafePointer(to: old) { old in writeChanges(of: owner, from: old, to: &patch) }
    }
  }

  /// Writes the changes of each property.
  func writeChanges(of owner: UnsafePointer<Owner>, from old: UnsafePointer<Owner>, to patch: inout JSONPatchWriter) {
    for field in writers where !patch.isOverLimit {
      if let memory = field.memory, memory.areEqual(owner, old) { continue }
      patch.member(field.name) { field.writeChanges(owner, old, &$0) }
    }
  }

  /// How many pairs of owners are copies of each other, from the first on, in order or backwards.
  func countOfEqualOwners(
    _ one: UnsafePointer<Owner>, _ other: UnsafePointer<Owner>, count: Int, isBackwards: Bool = false
  ) -> Int {
    let stride = MemoryLayout<Owner>.stride
    return memory.countOfEqualValues(one, other, stride: isBackwards ? -stride : stride, count: count)
  }

  /// Sets the properties that an object has; the others keep their values, unless they are required. Unknown members are
  /// refused, and so are those of properties that are only written.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public func read(_ members: Members, into owner: inout Owner) throws(InputError) {
    let readable = sorted.filter(\.isReadable)
    try members.requireOnly(readable.map(\.name))
    for field in readable {
      guard let json = members[field.name] else {
        guard !field.isRequired else {
          throw InputError(.missingMember, at: JSONPointer(field.name), expected: field.expectation)
        }
        continue
      }
      guard let read = field.read else { continue }
      guard read(&owner, json) else {
        throw InputError(.wrongType, at: JSONPointer(field.name), expected: field.expectation)
      }
      try field.member.checkBounds(in: members)
    }
  }

  /// A value in which every private property is replaced by its placeholder, also inside of rows and nested values.
  package func hidingPrivateFields(_ owner: Owner) -> Owner {
    var owner = owner
    for hide in hiders { hide(&owner) }
    return owner
  }

  /// The secrets in a value.
  func secrets(in owner: Owner) -> [String] { sorted.compactMap { $0.reveal?(owner) } }
}
