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

  /// A required member.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  ///   - shape: what the member is; by default, what its type is.
  ///   - example: a value that other members go with; by default, that of the type.
  // NB: disfavoured, because an optional value is readable as well, and its member may be absent.
  @_disfavoredOverload public init(
    _ name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String = "", shape: Shape? = nil,
    example: @autoclosure @escaping @Sendable () -> Value = Value.example
  ) where Value: JSONReadable & JSONWritable {
    self.init(
      Shape.Member(name, shape ?? Value.shape, about), example: example,
      read: { json in json.flatMap { Value($0) } }, write: { $0[keyPath: property].write(to: &$1) },
      writeHidden: { $0[keyPath: property].hidingPrivateFields.write(to: &$1) },
      writeChanges: { $0[keyPath: property].writeChanges(from: $1[keyPath: property], to: &$2) })
  }

  /// A member that may be absent or `null`.
  ///
  /// - Parameters:
  ///   - name: the name in JSON.
  ///   - property: the property that it holds.
  ///   - about: the member in a sentence, for people.
  public init<Wrapped: JSONReadable & JSONWritable>(
    _ name: String, _ property: any KeyPath<Owner, Value> & Sendable, _ about: String = ""
  ) where Value == Wrapped? {
    self.init(
      Shape.Member(name, Value.shape, about, isRequired: false), example: { nil },
      read: { json in
        guard let json, !json.isNull else { return .some(nil) }
        return Wrapped(json).map { .some($0) }
      },
      write: { $0[keyPath: property].write(to: &$1) },
      writeHidden: { $0[keyPath: property].hidingPrivateFields.write(to: &$1) },
      writeChanges: { $0[keyPath: property].writeChanges(from: $1[keyPath: property], to: &$2) })
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

  /// The same member, with a meaning beyond its type.
  ///
  ///     Member("email", \.email, "Where it is sent.").shown(as: .emailAddress)
  public func shown(as role: Role) -> Member {
    var member = self
    member.member.role = role
    return member
  }
}
