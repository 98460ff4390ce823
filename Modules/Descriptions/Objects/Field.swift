public import JSON

/// A property of a type in JSON: what it is, and how it is written, read and hidden.
///
///     static let fields: Fields<LibraryCard> = [
///       Field(\.owner, "The owner's name."),
///       Field(\.isOverdrawn, name: "isOverdrawn", "Whether the amount is below zero."),
///       Field(\.amountText, "The amount.", .isPrivate(as: "••••••")),
///       .leftOut(\.cache),
///     ]
public struct Field<Owner>: Sendable {
  /// What the property is in JSON: its name, which is empty if the property needs one and was given none, its shape, and what
  /// people read of it.
  public private(set) var member: Shape.Member
  /// The stored property; `nil` for a computed one.
  let property: String?
  /// Whether an object that is read needs the member.
  package let isRequired: Bool

  /// The member's name in JSON; empty if the property needs a name and was given none.
  public var name: String { member.name }
  /// Whether the property can be set from JSON.
  package var isReadable: Bool { read != nil }

  /// The fields in place of this one, each of a part of the property; `nil` for a field of its own.
  let parts: [Field]?

  /// Writes the property.
  typealias ValueWriter = @Sendable (UnsafePointer<Owner>, inout JSONWriter) -> Void
  /// Writes the changes of the property to a patch.
  typealias ChangeWriter = @Sendable (UnsafePointer<Owner>, UnsafePointer<Owner>, inout JSONPatchWriter) -> Void

  /// The property; `nil` if it is left out.
  let keyPath: (AnyKeyPath & Sendable)?
  let isLeftOut: Bool
  /// The type of the property's values.
  package let valueType: Any.Type
  /// Whether the value has private fields of its own.
  let hasPrivateParts: Bool
  /// The bytes of the owner that hold a stored property; `nil` for a computed one.
  let range: Range<Int>?
  let expectation: String
  let write: ValueWriter
  let writeChanges: ChangeWriter
  let read: (@Sendable (inout Owner, JSONText) -> Bool)?
  let hide: (@Sendable (inout Owner) -> Void)?
  let survivesRoundTrip: @Sendable (Owner) -> Bool
  package let value: @Sendable (Owner) -> Any

  /// Describes a property that is written.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - role: What the value means beyond its type, such as `.title`.
  public init<Value: JSONWritable & Described>(
    _ property: any KeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String,
    as role: Role<Value.RoleValue>? = nil
  ) {
    self.init(property, name, about, role)
  }

  /// Describes a property that is written, and hidden while the application does not have the user's attention.
  ///
  /// - Parameters:
  ///   - property: The property, a variable.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - privacy: What takes the place of the value.
  ///   - role: What the value means beyond its type.
  public init<Value: JSONWritable & Described>(
    _ property: any WritableKeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String,
    _ privacy: Privacy<Value>, as role: Role<Value.RoleValue>? = nil
  ) {
    self.init(
      property, name, about, role, hide: { $0[keyPath: property] = privacy.placeholder($0[keyPath: property]) },
      isPrivate: privacy.isPrivate)
  }

  /// Describes a property that is written and read, such as a parameter of a screen.
  ///
  /// - Parameters:
  ///   - property: The property, a variable.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - role: What the value means beyond its type.
  public init<Value: JSONWritable & JSONReadable>(
    _ property: any WritableKeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String,
    as role: Role<Value.RoleValue>? = nil
  ) {
    self.init(property, name, about, role, read: Self.reader(of: property))
  }

  /// Describes a property that an object that is read must have, such as a parameter without which a screen cannot open.
  ///
  /// - Parameters:
  ///   - property: The property, a variable.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - role: What the value means beyond its type.
  public init<Value: JSONWritable & JSONReadable>(
    required property: any WritableKeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String,
    as role: Role<Value.RoleValue>? = nil
  ) {
    self.init(property, name, about, role, isRequired: true, read: Self.reader(of: property))
  }

  /// The property with a label for people. Without one, fronts make words of the name:
  /// "Due date" of `dueDate`.
  ///
  ///     Field(\.dueDate, "When the book must be back.").labelled("Back by")
  public func labelled(_ label: String) -> Field { with { $0.label = label } }

  /// The property as a status, whose tone another property has.
  ///
  ///     Field(\.status, "Whether the book is here.").shownAsStatus(tone: \.statusTone)
  public func shownAsStatus(tone: KeyPath<Owner, Tone>) -> Field {
    with { member in
      member.role = .status
      member.tone = Self.storedProperty(tone) ?? ""
    }
  }

  /// The property as a status, whose tone follows from another property.
  ///
  ///     Field(\.status, "Whether the book is here.").shownAsStatus(by: \.lending, [.here: .positive, .lost: .negative])
  ///
  /// - Parameters:
  ///   - choice: The other property, of a type with a few words.
  ///   - tones: The tone of each of its values; neutral for those that are left out.
  public func shownAsStatus<Value: RawRepresentable<String> & Hashable>(
    by choice: KeyPath<Owner, Value>, _ tones: [Value: Tone]
  ) -> Field {
    with { member in
      member.role = .status
      member.tone = Self.storedProperty(choice) ?? ""
      member.tones = Dictionary(tones.map { ($0.rawValue, $1) }) { first, _ in first }
    }
  }

  /// The numbers that a person may enter. A parameter of a screen with another one is refused.
  ///
  ///     Field(\.copies, "How many copies.").bounded(from: 1, to: 10)
  public func bounded(from minimum: Double? = nil, to maximum: Double? = nil, step: Double? = nil) -> Field {
    with { $0.bounds = Bounds(from: minimum, to: maximum, step: step) }
  }

  /// The property is for programs, and for views made by hand: a view that is made of the description does not show it.
  public func forPrograms() -> Field { with { $0.isForPeople = false } }

  /// The property in a group with a heading. Properties of one group are declared one behind the other.
  ///
  ///     Field(\.street, "Street and number.").inSection("Address")
  public func inSection(_ heading: String) -> Field { with { $0.section = heading } }

  /// The property with an example of what to enter, which an empty field shows.
  public func prompting(_ example: String) -> Field { with { $0.prompt = example } }

  /// The property, whose absence says something: a front shows it also when it is empty, or `nil`.
  public func shownWhenEmpty() -> Field { with { $0.isShownWhenEmpty = true } }

  /// The parameter of a screen as something private, which is in no link, and in no recording of a screen that the app opens.
  ///
  ///     Field(\.pin, "The PIN of the card.").keptPrivate()
  ///
  /// A state does not keep anything private in this way: it needs a placeholder; see ``Privacy/isPrivate(as:)-(Value)``.
  public func keptPrivate() -> Field {
    with {
      $0.isPrivate = true
      $0.placeholder = .null
    }
  }

  func with(_ change: (inout Shape.Member) -> Void) -> Field {
    var field = self
    change(&field.member)
    return field
  }

  /// Leaves a stored property out of the JSON on purpose.
  public static func leftOut<Value>(_ property: KeyPath<Owner, Value>) -> Field { Field(leftOut: property) }

  private init<Value: JSONWritable & Described>(
    _ keyPath: any KeyPath<Owner, Value> & Sendable, _ name: String?, _ about: String,
    _ role: Role<Value.RoleValue>?, isRequired: Bool = false, read: (@Sendable (inout Owner, JSONText) -> Bool)? = nil,
    hide: (@Sendable (inout Owner) -> Void)? = nil,
    isPrivate: Bool = false
  ) {
    parts = nil
    property = Self.storedProperty(keyPath)
    member = Shape.Member(name ?? property ?? "", Value.shape, about, isPrivate: isPrivate)
    member.role = role?.role
    expectation = Value.expectation
    self.keyPath = keyPath
    isLeftOut = false
    self.isRequired = isRequired
    valueType = Value.self
    value = { $0[keyPath: keyPath] }
    let range = Self.range(of: keyPath)
    self.range = range
    write = Self.valueWriter(of: keyPath, range)
    writeChanges = Self.changeWriter(of: keyPath, range)
    self.read = read
    hasPrivateParts = hide == nil && Value.hasPrivateFields
    self.hide = hide ?? Self.hidingParts(of: keyPath)
    survivesRoundTrip = { Self.survivesRoundTrip($0[keyPath: keyPath]) }
  }
}

// MARK: - Names and checks

extension Field {
  /// A property whose parts are members of the JSON in its place.
  package init<Value>(_ keyPath: KeyPath<Owner, Value>, property: String, parts: [Field]) {
    self.init(leftOut: keyPath, property, parts)
  }

  private init<Value>(leftOut keyPath: KeyPath<Owner, Value>, _ property: String? = nil, _ parts: [Field]? = nil) {
    let property = property ?? Self.storedProperty(keyPath)
    self.parts = parts
    self.property = property
    member = Shape.Member(property ?? "", .nothing)
    expectation = ""
    self.keyPath = nil
    isLeftOut = true
    isRequired = false
    valueType = Value.self
    value = { _ in () }
    hasPrivateParts = false
    range = nil
    write = { _, _ in }
    writeChanges = { _, _, _ in }
    read = nil
    hide = nil
    survivesRoundTrip = { _ in true }
  }

  /// The name of the stored property that a key path leads to; `nil` for another property.
  private static func storedProperty<Value>(_ keyPath: KeyPath<Owner, Value>) -> String? {
    // NB: a property without a size lies where another one begins, and its key path would have that one's name.
    MemoryLayout<Value>.size > 0 ? nameOfStoredProperty(keyPath) : nil
  }

  /// The name of the stored property with a size that a key path leads to; `nil` for another property.
  static func nameOfStoredProperty(_ keyPath: PartialKeyPath<Owner>) -> String? {
    // NB: not an interpolation, which a conformance of the owner's package could change. A key path of the standard library
    // reflects itself as `\Owner.property`, and a computed property as an address.
    let text = String(reflecting: keyPath)
    let prefix = "\\\(Owner.self)."
    guard text.hasPrefix(prefix) else { return nil }
    let name = String(text.dropFirst(prefix.count))
    return isPlainIdentifier(name) && name != "self" ? name : nil
  }

  /// Replaces the private fields of the value; `nil` if it has none, or cannot be set.
  private static func hidingParts<Value: Described>(
    of keyPath: any KeyPath<Owner, Value> & Sendable
  ) -> (@Sendable (inout Owner) -> Void)? {
    guard Value.hasPrivateFields, keyPath is WritableKeyPath<Owner, Value> else { return nil }
    return { owner in
      // NB: not captured, because a cast cannot say that it is sendable.
      guard let property = keyPath as? WritableKeyPath<Owner, Value> else { return }
      owner[keyPath: property] = owner[keyPath: property].hidingPrivateFields
    }
  }

  /// The bytes of the owner that hold a stored property; `nil` for a computed one.
  private static func range<Value>(of keyPath: KeyPath<Owner, Value>) -> Range<Int>? {
    MemoryLayout<Owner>.offset(of: keyPath).map { $0..<$0 + MemoryLayout<Value>.size }
  }

  private static func reader<Value: JSONReadable>(
    of property: any WritableKeyPath<Owner, Value> & Sendable
  ) -> @Sendable (inout Owner, JSONText) -> Bool {
    { owner, json in
      guard let value = Value(json) else { return false }
      owner[keyPath: property] = value
      return true
    }
  }

  private static func valueWriter<Value: JSONWritable & Described>(
    of keyPath: any KeyPath<Owner, Value> & Sendable, _ range: Range<Int>?
  ) -> ValueWriter {
    guard let offset = range?.lowerBound else { return { $0.pointee[keyPath: keyPath].write(to: &$1) } }
    // NB: without the key path, as in a change.
    return { owner, writer in
      UnsafeRawPointer(owner).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee.write(to: &writer)
    }
  }

  private static func changeWriter<Value: JSONWritable & Described>(
    of keyPath: any KeyPath<Owner, Value> & Sendable, _ range: Range<Int>?
  ) -> ChangeWriter {
    guard let offset = range?.lowerBound else {
      return { new, old, patch in
        new.pointee[keyPath: keyPath].writeChanges(from: old.pointee[keyPath: keyPath], to: &patch)
      }
    }
    // NB: without the key path, whose search costs more than all the rest.
    return { new, old, patch in
      let new = UnsafeRawPointer(new).advanced(by: offset).assumingMemoryBound(to: Value.self)
      let old = UnsafeRawPointer(old).advanced(by: offset).assumingMemoryBound(to: Value.self)
      new.pointee.writeChanges(from: old.pointee, to: &patch)
    }
  }

  /// Whether a value is the same after it was written and read. One that cannot be read loses only numbers that JSON does not
  /// have, and described objects answer for their own fields.
  private static func survivesRoundTrip<Value: JSONWritable>(_ value: Value) -> Bool {
    guard !(innermostType(of: Value.self) is any DescribedObject.Type) else { return true }
    var writer = JSONWriter()
    value.write(to: &writer)
    guard !writer.hasLoss, let text = try? JSONText(scanning: writer.bytes) else { return false }
    guard let type = Value.self as? any (JSONReadable & JSONWritable).Type else { return true }
    return type.rewritten(text) == writer.bytes
  }
}

extension JSONReadable where Self: JSONWritable {
  /// A text as it is written after it was read; `nil` if it cannot be read.
  fileprivate static func rewritten(_ text: JSONText) -> [UInt8]? { Self(text)?.json }
}

/// Whether a name is a plain identifier: an ASCII letter or an underscore, and then letters, digits and underscores.
///
/// Such a name is one in every language for which a client is generated.
package func isPlainIdentifier(_ name: String) -> Bool {
  guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
  return name.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

// MARK: - Privacy

/// What takes the place of a value while what is private is hidden.
public struct Privacy<Value>: Sendable {
  let placeholder: @Sendable (Value) -> Value
  /// Whether the value itself is private.
  var isPrivate = true

  /// The value is replaced by a placeholder.
  public static func isPrivate(as placeholder: Value) -> Privacy where Value: Sendable {
    Privacy { _ in placeholder }
  }

  /// The value is replaced by a placeholder, unless there is none.
  public static func isPrivate<Wrapped: Sendable>(as placeholder: Wrapped) -> Privacy where Value == Wrapped? {
    Privacy { $0 == nil ? nil : placeholder }
  }

  /// The value is replaced by one that is made of it, and that contains nothing private.
  public static func isPrivate(as placeholder: @escaping @Sendable (Value) -> Value) -> Privacy {
    Privacy(placeholder: placeholder)
  }
}

extension Privacy where Value == Bool {
  /// The value says whether what is private is hidden: it is false in the state, and true where that is hidden.
  ///
  ///     Field(\.isRedacted, "Show the overlay for hidden values.", .saysWhetherHidden)
  public static var saysWhetherHidden: Privacy { Privacy(placeholder: { _ in true }, isPrivate: false) }
}
