import JSON

/// A property as its field describes it, without the type of its values: how it is written, compared, read and hidden.
package struct DescribedProperty<Owner>: Sendable {
  /// What the property is in JSON: its name, which is empty if the property needs one and was given none, its shape, and what
  /// people read of it.
  package internal(set) var member: Shape.Member
  /// The stored property; `nil` for a computed one.
  let property: String?
  /// The property; `nil` if it is left out.
  let keyPath: (AnyKeyPath & Sendable)?
  /// The type of the property's values.
  package let valueType: Any.Type
  package let value: @Sendable (Owner) -> Any
  /// The bytes of the owner that hold a stored property; `nil` for a computed one.
  let range: Range<Int>?
  let expectation: String

  /// Writes the property.
  typealias ValueWriter = @Sendable (UnsafePointer<Owner>, inout JSONWriter) -> Void
  /// Writes the changes of the property to a patch.
  typealias ChangeWriter = @Sendable (UnsafePointer<Owner>, UnsafePointer<Owner>, inout JSONPatchWriter) -> Void

  private(set) var write: ValueWriter = { _, _ in }
  private(set) var writeChanges: ChangeWriter = { _, _, _ in }
  /// Sets the property, if the JSON is one of its values; `nil` for a property that cannot be set, or read.
  private(set) var read: (@Sendable (inout Owner, JSONText) -> Bool)?
  /// Whether the value has a placeholder, or private fields of its own.
  private(set) var isHidden = false
  /// Replaces what is private in the value; `nil` if nothing is, or the property cannot be set.
  private(set) var hide: (@Sendable (inout Owner) -> Void)?
  /// The characters of a secret; `nil` for another property.
  private(set) var reveal: (@Sendable (Owner) -> String)?
  private(set) var survivesRoundTrip: @Sendable (Owner) -> Bool = { _ in true }
  /// The properties in place of this one, each of a part of it; `nil` for a property of its own.
  private(set) var parts: [DescribedProperty]?
  private(set) var isLeftOut = false
  /// Whether an object that is read needs the member.
  package internal(set) var isRequired = false

  /// The member's name in JSON; empty if the property needs a name and was given none.
  package var name: String { member.name }
  /// Whether the property can be set from JSON.
  package var isReadable: Bool { read != nil }

  /// A property that is written.
  init<Value: JSONWritable & Described>(
    _ keyPath: any KeyPath<Owner, Value> & Sendable, _ name: String?, _ about: String,
    _ role: Role<Value.RoleValue>?, _ privacy: Privacy<Value>? = nil
  ) {
    self.init(keyPath, name, about)
    member.role = role?.role
    if let privacy, privacy.isPrivate {
      member.isPrivate = true
      member.placeholder = privacy.constant?().exactJSON ?? JSON.null.json
    }
    write = Self.valueWriter(of: keyPath, range)
    writeChanges = Self.changeWriter(of: keyPath, range)
    read = (Value.self as? any JSONReadable.Type).flatMap { Self.reader(of: keyPath, $0) }
    isHidden = privacy != nil || Value.hasPrivateFields
    hide = isHidden ? Self.hider(of: keyPath, privacy) : nil
    survivesRoundTrip = { Self.survivesRoundTrip($0[keyPath: keyPath]) }
  }

  /// A property that goes in and never comes out, but for a transport.
  init<Value: Secret>(secret keyPath: any KeyPath<Owner, Value> & Sendable, _ name: String?, _ about: String) {
    self.init(keyPath, name, about)
    let reveal: @Sendable (Owner) -> String = { owner in owner[keyPath: keyPath].withRevealedText { $0 } }
    self.reveal = reveal
    write = { $1.write(reveal($0.pointee)) }
  }

  private init<Value: Described>(
    _ keyPath: any KeyPath<Owner, Value> & Sendable, _ name: String?, _ about: String
  ) {
    property = Self.storedProperty(keyPath)
    member = Shape.Member(name ?? property ?? "", Value.shape, about)
    self.keyPath = keyPath
    valueType = Value.self
    value = { $0[keyPath: keyPath] }
    range = MemoryLayout<Owner>.offset(of: keyPath).map { $0..<$0 + MemoryLayout<Value>.size }
    expectation = Value.expectation
  }

  /// A property without a member in JSON, or one whose parts have members instead.
  init<Value>(leftOut keyPath: KeyPath<Owner, Value>, _ property: String? = nil, parts: [DescribedProperty]? = nil) {
    self.property = property ?? Self.storedProperty(keyPath)
    member = Shape.Member(self.property ?? "", .nothing)
    self.keyPath = nil
    valueType = Value.self
    value = { _ in () }
    range = nil
    expectation = ""
    isLeftOut = true
    self.parts = parts
  }
}

// MARK: - Names

extension DescribedProperty {
  /// The name of the stored property that a key path leads to; `nil` for another property.
  static func storedProperty<Value>(_ keyPath: KeyPath<Owner, Value>) -> String? {
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

// MARK: - Reading and writing

extension DescribedProperty {
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

  private static func reader<Value: JSONReadable>(
    of keyPath: AnyKeyPath, _: Value.Type
  ) -> (@Sendable (inout Owner, JSONText) -> Bool)? {
    guard let writable = keyPath as? WritableKeyPath<Owner, Value> else { return nil }
    // NB: `unsafe`, because a cast cannot say that a key path is sendable, as that of a field is.
    nonisolated(unsafe) let property = writable
    return { owner, json in
      guard let value = Value(json) else { return false }
      owner[keyPath: property] = value
      return true
    }
  }

  private static func hider<Value: Described>(
    of keyPath: KeyPath<Owner, Value>, _ privacy: Privacy<Value>?
  ) -> (@Sendable (inout Owner) -> Void)? {
    guard let writable = keyPath as? WritableKeyPath<Owner, Value> else { return nil }
    // NB: as in `reader(of:_:)`.
    nonisolated(unsafe) let property = writable
    return { $0[keyPath: property] = privacy.hiding($0[keyPath: property]) }
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
