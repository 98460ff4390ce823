public import JSON

/// A value with members, such as an address: its JSON is read, written and described by one list of them.
///
/// ```swift
/// struct City: JSONRecord {
///   var name: String
///   var country: String?
///
///   static let record = RecordForm(City.init(name:country:), Member("name", \.name), Member("country", \.country))
/// }
/// ```
///
/// Members that the list does not have are ignored in what is read, so that another program may add some.
public protocol JSONRecord: JSONReadable, JSONWritable {
  /// The members, and how a value is made of them.
  static var record: RecordForm<Self> { get }
}

extension JSONRecord {
  public static var schema: JSON { record.schema }
  public static var expectation: String { "an object" }
  public static var example: Self { record.makeExample() }
  public static var privateMembers: [String: JSON] { record.privateMembers }

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
    Self.record.writeChanges(of: self, from: old, to: &patch)
  }
}

/// The members of a ``JSONRecord``, and how a value is made of them.
public struct RecordForm<Owner>: Sendable {
  private struct AnyMember: Sendable {
    let name: String
    let schema: JSON
    let isOptional: Bool
    let secret: (@Sendable (Owner) -> String)?
    let privateMembers: [String: JSON]
    let write: @Sendable (Owner, inout JSONWriter) -> Void
    let writeChanges: @Sendable (Owner, Owner, inout JSONPatchWriter) -> Void

    init<Value>(_ member: Member<Owner, Value>) {
      name = member.name
      schema = member.schema
      isOptional = member.isOptional
      secret = member.secret
      privateMembers = member.privateMembers
      write = member.write
      writeChanges = member.writeChanges
    }
  }

  /// The JSON Schema (2020-12) of the values.
  public let schema: JSON
  /// The private members, also those inside of members, with what stands in for each in a replay; see
  /// ``Described/privateMembers``.
  public let privateMembers: [String: JSON]
  /// The names of the members, sorted.
  public var names: [String] { members.map(\.name) }

  private let members: [AnyMember]
  private let readMembers: @Sendable (JSONText) throws -> Owner?
  fileprivate let makeExample: @Sendable () -> Owner

  /// Describes a value by its members.
  ///
  /// - Parameters:
  ///   - title: the name of the type in schemas, unique in the app.
  ///   - make: makes a value of the members in their order, or `nil` if they make none.
  ///   - members: the members, each with a name of its own.
  public init<each Value>(
    title: String = "\(Owner.self)", _ make: @escaping @Sendable (repeat each Value) -> Owner?,
    _ members: repeat Member<Owner, each Value>
  ) {
    // NB: no key path here. One that is formed where the generic parameters are a pack crashes (Swift 6.3).
    var list: [AnyMember] = []
    for member in repeat each members { list.append(AnyMember(member)) }
    self.init(
      title, list, read: { json in make(repeat try (each members).value(in: json)) },
      example: { make(repeat (each members).example()) })
  }

  private init(
    _ title: String, _ list: [AnyMember], read: @escaping @Sendable (JSONText) throws -> Owner?,
    example: @escaping @Sendable () -> Owner?
  ) {
    members = list.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    precondition(Set(list.map(\.name)).count == list.count, "Two members of \(title) have the same name.")
    schema = .openObject(
      title, Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.schema) }),
      optional: Set(list.filter(\.isOptional).map(\.name))
    ).ordered(list.map(\.name))
    privateMembers = Dictionary(uniqueKeysWithValues: list.flatMap(\.privateMembers))
    readMembers = read
    makeExample = {
      guard let example = example() else {
        preconditionFailure("The examples of its members make no \(title). Give the members examples that do.")
      }
      return example
    }
  }

  /// The value of a JSON text; `nil` if it is not an object with these members.
  public func read(_ json: JSONText) -> Owner? {
    json.kind == .object ? (try? readMembers(json)) ?? nil : nil
  }

  /// Writes the members, sorted by name.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - writer: writes the object.
  ///   - includingSecrets: whether secret members are written: for the transport of a request alone.
  public func write(_ value: Owner, to writer: inout JSONWriter, includingSecrets: Bool) {
    writer.object { writer in
      for member in members where includingSecrets || member.secret == nil {
        writer.name(member.name)
        member.write(value, &writer)
      }
    }
  }

  /// Writes the changes of the members that are not secret.
  func writeChanges(of value: Owner, from old: Owner, to patch: inout JSONPatchWriter) {
    for member in members where member.secret == nil {
      patch.member(member.name) { member.writeChanges(value, old, &$0) }
    }
  }

  /// The texts of the secret members.
  public func secrets(in value: Owner) -> [String] { members.compactMap { $0.secret?(value) } }
}

/// A member of a ``JSONRecord``: its name, and the property of the value that it holds.
public struct Member<Owner, Value>: Sendable {
  fileprivate struct Unreadable: Error {}

  /// The name in JSON.
  public let name: String

  fileprivate let schema: JSON
  fileprivate let isOptional: Bool
  fileprivate let secret: (@Sendable (Owner) -> String)?
  /// What stands in for the member if it is private, and else for the private members inside of it.
  fileprivate var privateMembers: [String: JSON]
  fileprivate let example: @Sendable () -> Value
  fileprivate let read: @Sendable (JSONText?) -> Value?
  fileprivate let write: @Sendable (Owner, inout JSONWriter) -> Void
  fileprivate let writeChanges: @Sendable (Owner, Owner, inout JSONPatchWriter) -> Void

  fileprivate func value(in object: JSONText) throws -> Value {
    guard let value = read(object[name]) else { throw Unreadable() }
    return value
  }

  private init(
    _ name: String, schema: JSON, isOptional: Bool, about: String?, secret: (@Sendable (Owner) -> String)? = nil,
    privateMembers: [String: JSON] = [:], example: @escaping @Sendable () -> Value,
    read: @escaping @Sendable (JSONText?) -> Value?,
    write: @escaping @Sendable (Owner, inout JSONWriter) -> Void,
    writeChanges: @escaping @Sendable (Owner, Owner, inout JSONPatchWriter) -> Void
  ) {
    self.name = name
    self.schema = about.map { schema.with(["description": .string($0)]) } ?? schema
    self.isOptional = isOptional
    self.secret = secret
    self.privateMembers = [:]
    self.example = example
    self.read = read
    self.write = write
    self.writeChanges = writeChanges
    for (inner, standIn) in privateMembers { self.privateMembers["\(path)/\(inner)"] = standIn }
  }

  /// The name as part of a path.
  private var path: Substring { JSONPointer(name).description.dropFirst() }

  /// A required member.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  ///   - schema: the JSON Schema of the member; by default, that of its type.
  ///   - example: a value that other members go with; by default, that of the type.
  // NB: disfavoured, because an optional value is readable as well, and its member may be absent.
  @_disfavoredOverload public init(
    _ name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String? = nil, schema: JSON? = nil,
    example: @autoclosure @escaping @Sendable () -> Value = Value.example
  ) where Value: JSONReadable & JSONWritable {
    self.init(
      name, schema: schema ?? Value.schema, isOptional: false, about: about,
      privateMembers: Value.privateMembers, example: example,
      read: { json in json.flatMap { Value($0) } }, write: { $0[keyPath: property].write(to: &$1) },
      writeChanges: { $0[keyPath: property].writeChanges(from: $1[keyPath: property], to: &$2) })
  }

  /// A member that may be absent or `null`.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  public init<Wrapped: JSONReadable & JSONWritable>(
    _ name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String? = nil
  ) where Value == Wrapped? {
    self.init(
      name, schema: Value.schema, isOptional: true, about: about, privateMembers: Value.privateMembers,
      example: { nil },
      read: { json in
        guard let json, !json.isNull else { return .some(nil) }
        return Wrapped(json).map { .some($0) }
      },
      write: { $0[keyPath: property].write(to: &$1) },
      writeChanges: { $0[keyPath: property].writeChanges(from: $1[keyPath: property], to: &$2) })
  }

  /// A member that is a secret, such as a password. It goes to a transport, and to nothing that is kept or shown: no
  /// recording has it.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  public init(secret name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String? = nil)
  where Value: Secret {
    let reveal: @Sendable (Owner) -> String = { owner in owner[keyPath: property].withRevealedText { $0 } }
    self.init(
      name, schema: Value.schema, isOptional: false, about: about, secret: reveal, example: { Value.example },
      read: { json in json.flatMap { Value($0) } }, write: { $1.write(reveal($0)) }, writeChanges: { _, _, _ in })
  }

  /// The same member, as a private one: a recording leaves it out until a state has shown it, wherever in a service's
  /// answer the record is.
  ///
  /// - Parameter standIn: what stands in for it in a replay as long as no state has shown it.
  public func isPrivate(as standIn: JSON) -> Member {
    var member = self
    member.privateMembers = [String(path): standIn]
    return member
  }
}
