public import JSON

/// A value that is made of its fields, such as an address: its JSON is read, written and described by one list of them.
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
  /// The fields, and how a value is made of them.
  static var record: Codec<Self> { get }
}

extension JSONRecord {
  public static var shape: Shape { record.shape }

  public static var example: Self { parts.makeExample() }
  public static var hasPrivateFields: Bool { parts.fields.hasPrivateFields }

  /// The value with the placeholder of every private field, also inside of others. Where the placeholders make no value, it is the
  /// example.
  public var hidingPrivateFields: Self { Self.record.hidingByFields(self) }

  fileprivate static var parts: Codec<Self>.Record {
    guard let parts = record.record else { preconditionFailure("The record of \(Self.self) is made of no fields.") }
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
    Self.parts.fields.writeChanges(of: self, from: old, to: &patch)
  }
}

/// A record that is shown, too, such as a row of a list, has the fields of its record.
extension DescribedObject where Self: JSONRecord {
  public static var fields: Fields<Self> { parts.fields }
  public static var shape: Shape { record.shape }
  public static var hasPrivateFields: Bool { parts.fields.hasPrivateFields }
  public var hidingPrivateFields: Self { Self.record.hidingByFields(self) }

  /// Writes the members, sorted by name, without those that are secret.
  public func write(to writer: inout JSONWriter) {
    Self.record.write(self, to: &writer, includingSecrets: false)
  }

  /// Writes the changes of each member that is not secret.
  public func writeChanges(from old: Self, to patch: inout JSONPatchWriter) {
    Self.parts.fields.writeChanges(of: self, from: old, to: &patch)
  }
}
