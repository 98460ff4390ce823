public import JSON

/// A value whose JSON is an object that its fields describe: a state, a row of a list, a value inside of one.
///
/// ```swift
/// struct Author: DescribedObject {
///   var name = ""
///   var isAlive = false
///
///   static let fields: Fields<Author> = [
///     Field(\.name, "The name."),
///     Field(\.isAlive, "Whether the author is alive."),
///   ]
/// }
/// ```
///
/// A stored property is in a field, or `.leftOut(\.property)` says that it is in none on purpose.
public protocol DescribedObject: Equatable, Sendable, JSONWritable, Described {
  /// The properties that are members of the JSON.
  static var fields: Fields<Self> { get }
}

extension DescribedObject {
  public static var shape: Shape { .record("\(Self.self)", fields.members) }
  public static var hasPrivateFields: Bool { fields.hasPrivateFields }

  /// Writes every property, sorted by name. A property that is `nil` is written as `null`.
  public func write(to writer: inout JSONWriter) {
    Self.fields.write(self, to: &writer)
  }

  /// Writes the changes of each property.
  public func writeChanges(from old: Self, to patch: inout JSONPatchWriter) {
    Self.fields.writeChanges(of: self, from: old, to: &patch)
  }

  /// The value with every private property replaced by its placeholder, also in rows and nested objects.
  public var hidingPrivateFields: Self { Self.fields.hidingPrivateFields(self) }

  /// The JSON Patch (RFC 6902) that turns the JSON of another value into that of this one, byte for byte: `[]` if they are
  /// the same. Properties are compared one by one and rows by their identity (``ListRow``), in linear time.
  ///
  /// - Parameters:
  ///   - old: the value from which the patch leads to this one.
  ///   - limit: the greatest length of the patch, in bytes.
  /// - Returns: the patch as a JSON text; `nil` if it would be longer than the limit.
  public func patch(from old: Self, limit: Int) -> [UInt8]? {
    var patch = JSONPatchWriter(limit: limit)
    writeChanges(from: old, to: &patch)
    return patch.finished()
  }

  /// The JSON Patch (RFC 6902) that turns the JSON of another value into that of this one.
  ///
  /// - Parameters:
  ///   - old: the value from which the patch leads to this one.
  ///   - limit: the greatest length of the patch, in bytes.
  /// - Returns: the patch as a JSON text; `nil` if it would be longer than the limit, or the values have different types.
  public func patch(from old: any DescribedObject, limit: Int) -> [UInt8]? {
    guard let old = old as? Self else { return nil }
    return patch(from: old, limit: limit)
  }
}
