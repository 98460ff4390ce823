public import JSON

/// A value with members, such as an address: its JSON is read, written and described by one list of them.
///
/// ```swift
/// struct City: JSONRecord {
///   var name: String
///   var country: String?
///
///   static let record = Codec(City.init(name:country:), \.name, \.country)
/// }
/// ```
///
/// Members that the list does not have are ignored in what is read, so that another program may add some.
public protocol JSONRecord: JSONReadable, JSONWritable {
  /// The members, and how a value is made of them.
  static var record: Codec<Self> { get }
}

extension JSONRecord {
  public static var shape: Shape { record.shape }

  public static var example: Self { parts.makeExample() }
  public static var hasPrivateFields: Bool { parts.hasPrivateMembers }

  /// The value with the placeholder of every private member, also inside of others. Where the placeholders make no value, it is the
  /// example.
  public var hidingPrivateFields: Self { Self.parts.hidingPrivateMembers(self) }

  private static var parts: Codec<Self>.RecordParts {
    guard let parts = record.parts else { preconditionFailure("The record of \(Self.self) is made of no members.") }
    return parts
  }

  public init?(_ json: JSONText) {
    guard let value = Self.record.read(json) else { return nil }
    self = value
  }

  /// Writes the members, sorted by name, without those that are secret.
  public func write(to writer: inout JSONWriter) {
    Self.record.write(self, to: &writer, includingSecrets: false)
  }

  /// Writes the changes of each member that is not secret.
  public func writeChanges(from old: Self, to patch: inout JSONPatchWriter) {
    Self.parts.writeChanges(self, old, &patch)
  }
}

extension Codec {
  private struct AnyMember: Sendable {
    let member: Shape.Member
    let secret: (@Sendable (Value) -> String)?
    let write: @Sendable (Value, inout JSONWriter) -> Void
    let writeHidden: @Sendable (Value, inout JSONWriter) -> Void
    let writeChanges: @Sendable (Value, Value, inout JSONPatchWriter) -> Void

    init<Part>(_ member: Member<Value, Part>) {
      self.member = member.member
      secret = member.secret
      write = member.write
      writeHidden = member.writeHidden
      writeChanges = member.writeChanges
    }
  }

  /// Describes a record by its members.
  ///
  /// - Parameters:
  ///   - title: the name of the type, unique in the app.
  ///   - make: makes a value of the members in their order, or `nil` if they make none.
  ///   - members: the members, each with a name of its own.
  public init<each Part>(
    title: String = "\(Value.self)", _ make: @escaping @Sendable (repeat each Part) -> Value?,
    _ members: repeat Member<Value, each Part>
  ) {
    // NB: no key path here. One that is formed where the generic parameters are a pack crashes (Swift 6.3).
    var list: [AnyMember] = []
    for member in repeat each members { list.append(AnyMember(member)) }
    self.init(
      title, list, read: { json in make(repeat try (each members).value(in: json)) },
      example: { make(repeat (each members).example()) })
  }

  /// Describes a record by stored properties, each of which is a member with its name.
  ///
  /// ```swift
  /// struct Station: JSONRecord {
  ///   var name: String
  ///   var platforms: Int
  ///
  ///   static let record = Codec(Station.init(name:platforms:), \.name, \.platforms)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: the name of the type, unique in the app.
  ///   - make: makes a value of the properties in their order, or `nil` if they make none.
  ///   - properties: the properties. A secret, a member with another name and one of which something is said is a ``Member``, and so are
  ///     the others beside it: `Member(\.name)`.
  public init<each Part: JSONReadable & JSONWritable>(
    title: String = "\(Value.self)", _ make: @escaping @Sendable (repeat each Part) -> Value?,
    _ properties: repeat any KeyPath<Value, each Part> & Sendable
  ) {
    self.init(title: title, make, repeat Member(each properties))
  }

  private init(
    _ title: String, _ members: [AnyMember], read: @escaping @Sendable (JSONText) throws -> Value?,
    example: @escaping @Sendable () -> Value?
  ) {
    precondition(
      Set(members.map(\.member.name)).count == members.count, "Two members of \(title) have the same name.")
    let shape = Shape.record(title, members.map(\.member))
    let sorted = members.sorted { $0.member.name.utf8.lexicographicallyPrecedes($1.member.name.utf8) }
    @Sendable func makeExample() -> Value {
      guard let example = example() else {
        preconditionFailure("The examples of its members make no \(title). Give the members examples that do.")
      }
      return example
    }
    let readValue: @Sendable (JSONText) -> Value? = { $0.kind == .object ? (try? read($0)) ?? nil : nil }
    let hasPrivateMembers = !shape.privatePaths.isEmpty
    let parts = RecordParts(hasPrivateMembers: hasPrivateMembers) { value, old, patch in
      for member in sorted where member.secret == nil {
        patch.member(member.member.name) { member.writeChanges(value, old, &$0) }
      }
    } makeExample: {
      makeExample()
    } hidingPrivateMembers: { value in
      guard hasPrivateMembers else { return value }
      var writer = JSONWriter(isExact: true)
      writer.object { writer in
        for member in sorted {
          writer.name(member.member.name)
          if let placeholder = member.member.placeholder {
            writer.write(placeholder)
          } else {
            member.writeHidden(value, &writer)
          }
        }
      }
      return readValue(JSONText(scanned: writer.bytes[...])) ?? makeExample()
    }
    self.init(
      shape: { shape }, read: readValue,
      write: { value, writer, includingSecrets in
        writer.object { writer in
          for member in sorted where includingSecrets || member.secret == nil {
            writer.name(member.member.name)
            member.write(value, &writer)
          }
        }
      }, secrets: { value in sorted.compactMap { $0.secret?(value) } }, parts: parts)
  }
}
