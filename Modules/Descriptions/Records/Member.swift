public import JSON

/// A member of a ``JSONRecord``: its name, and the property of the value that it holds.
public struct Member<Owner, Value>: Sendable {
  fileprivate struct Unreadable: Error {}

  /// What the member is.
  public fileprivate(set) var member: Shape.Member

  let secret: (@Sendable (Owner) -> String)?
  let example: @Sendable () -> Value
  let write: @Sendable (Owner, inout JSONWriter) -> Void
  /// Writes the member without what is private in it.
  let writeHidden: @Sendable (Owner, inout JSONWriter) -> Void
  let writeChanges: @Sendable (Owner, Owner, inout JSONPatchWriter) -> Void
  private let read: @Sendable (JSONText?) -> Value?

  func value(in object: JSONText) throws -> Value {
    guard let value = read(object[member.name]) else { throw Unreadable() }
    return value
  }

  private init(
    _ member: Shape.Member, secret: (@Sendable (Owner) -> String)? = nil, example: @escaping @Sendable () -> Value,
    read: @escaping @Sendable (JSONText?) -> Value?,
    write: @escaping @Sendable (Owner, inout JSONWriter) -> Void,
    writeHidden: (@Sendable (Owner, inout JSONWriter) -> Void)? = nil,
    writeChanges: @escaping @Sendable (Owner, Owner, inout JSONPatchWriter) -> Void
  ) {
    self.member = member
    self.secret = secret
    self.example = example
    self.read = read
    self.write = write
    self.writeHidden = writeHidden ?? write
    self.writeChanges = writeChanges
  }

  /// A member. One whose property is optional may be absent or `null`.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  ///   - role: what the value means beyond its type, such as `.emailAddress`.
  ///   - shape: what the member is; by default, what its type is.
  ///   - example: a value that other members go with; by default, that of the type.
  public init(
    _ name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String = "",
    as role: Role<Value.RoleValue>? = nil, shape: Shape? = nil,
    example: @autoclosure @escaping @Sendable () -> Value = Value.example
  ) where Value: JSONReadable & JSONWritable {
    let isOptional = if case .optional = Value.shape { true } else { false }
    self.init(
      Shape.Member(name, shape ?? Value.shape, about, isRequired: !isOptional), example: example,
      read: { json in json.map { Value($0) } ?? (isOptional ? Value(Self.absent) : nil) },
      write: { $0[keyPath: property].write(to: &$1) },
      writeHidden: { $0[keyPath: property].hidingPrivateFields.write(to: &$1) },
      writeChanges: { $0[keyPath: property].writeChanges(from: $1[keyPath: property], to: &$2) })
    member.role = role?.role
  }

  /// A member with the name of its property.
  ///
  /// - Parameters:
  ///   - property: the stored property that it holds.
  ///   - about: the member in a sentence, for people.
  ///   - role: what the value means beyond its type.
  public init(
    _ property: any KeyPath<Owner, Value> & Sendable, _ about: String = "", as role: Role<Value.RoleValue>? = nil
  ) where Value: JSONReadable & JSONWritable {
    self.init(Self.name(of: property), property, about, as: role)
  }

  /// A secret member with the name of its property.
  ///
  /// - Parameters:
  ///   - property: the stored property that it holds.
  ///   - about: the member in a sentence, for people.
  public init(_ property: any KeyPath<Owner, Value> & Sendable, _ about: String = "") where Value: Secret {
    self.init(secret: Self.name(of: property), property, about)
  }

  private static var absent: JSONText { JSONText(scanned: JSON.null.json[...]) }

  private static func name(of property: KeyPath<Owner, Value>) -> String {
    guard let name = Field<Owner>.nameOfStoredProperty(property) else {
      preconditionFailure("A member of \(Owner.self) needs a name: its property is computed, or inside of another one.")
    }
    return name
  }

  /// A member that is a secret, such as a password. It goes to a transport, and to nothing that is kept or shown: no
  /// recording has it.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  public init(secret name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String = "")
  where Value: Secret {
    let reveal: @Sendable (Owner) -> String = { owner in owner[keyPath: property].withRevealedText { $0 } }
    self.init(
      Shape.Member(name, Value.shape, about), secret: reveal, example: { Value.example },
      read: { json in json.flatMap { Value($0) } }, write: { $1.write(reveal($0)) }, writeChanges: { _, _, _ in })
  }

  /// The same member as something private: a front from which that is hidden reads the placeholder, and a recording leaves the member
  /// out until a state has shown it, wherever in a service's answer the record is.
  ///
  /// - Parameter placeholder: what takes its place: a value of the member.
  public func hiddenInRecordings(as placeholder: JSON) -> Member {
    var member = self
    member.member.isPrivate = true
    member.member.placeholder = placeholder
    return member
  }
}
