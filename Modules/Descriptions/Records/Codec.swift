public import JSON

/// How the values of a type are described, read from JSON and written to it: the inputs and the answers of an operation, and
/// records.
///
/// ```swift
/// struct City: JSONRecord {
///   var name: String
///   var country: String?
///
///   static let record = Codec(City.init(name:country:), \.name, \.country)
/// }
/// ```
public struct Codec<Value>: Sendable {
  private let makeShape: @Sendable () -> Shape
  private let readValue: @Sendable (JSONText) -> Value?
  private let writeValue: @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void
  private let findSecrets: @Sendable (Value) -> [String]
  /// What a record can do besides.
  let parts: RecordParts?

  /// What the members of a record make possible.
  struct RecordParts: Sendable {
    let hasPrivateMembers: Bool
    let writeChanges: @Sendable (_ value: Value, _ old: Value, inout JSONPatchWriter) -> Void
    let makeExample: @Sendable () -> Value
    let hidingPrivateMembers: @Sendable (Value) -> Value
  }

  /// A codec of closures, for values that no recording and no other program has to read.
  package init(
    shape: @autoclosure @escaping @Sendable () -> Shape, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void
  ) {
    self.init(shape: shape, read: read, write: write, secrets: { _ in [] }, parts: nil)
  }

  init(
    shape: @escaping @Sendable () -> Shape, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void,
    secrets: @escaping @Sendable (Value) -> [String], parts: RecordParts?
  ) {
    makeShape = shape
    readValue = read
    writeValue = write
    findSecrets = secrets
    self.parts = parts
  }

  /// What the values are.
  public var shape: Shape { makeShape() }

  /// The value of a JSON text; `nil` if it has none.
  public func read(_ json: JSONText) -> Value? { readValue(json) }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - writer: writes the value.
  ///   - includingSecrets: whether secret members are written: for the transport of a request alone.
  public func write(_ value: Value, to writer: inout JSONWriter, includingSecrets: Bool) {
    writeValue(value, &writer, includingSecrets)
  }

  /// The JSON of a value, with dates to their last digit.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - includingSecrets: whether it has the secrets too: for the transport of a request alone.
  public func json(_ value: Value, includingSecrets: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isExact: true)
    writeValue(value, &writer, includingSecrets)
    return writer.bytes
  }

  /// A value as a server reads it, with its secrets: an integer is a number with all its digits.
  package func json(forServer value: Value) -> [UInt8] {
    var writer = JSONWriter.forServer
    writeValue(value, &writer, true)
    return writer.bytes
  }

  /// Whether values have private members.
  package var hasPrivateMembers: Bool {
    (Value.self as? any Described.Type)?.hasPrivateFields ?? parts?.hasPrivateMembers ?? false
  }

  /// A value without what is private in it.
  package func hidingPrivateMembers(_ value: Value) -> Value {
    if let described = value as? any Described { return described.hidingPrivateFields as? Value ?? value }
    return parts?.hidingPrivateMembers(value) ?? value
  }

  /// The private members of the values; see `Shape.privateMembers`.
  package var privateMembers: [String: JSON] { shape.privateMembers }

  /// The secrets in a value, which no text for people may repeat.
  public func secrets(in value: Value) -> [String] { findSecrets(value) }

  /// The codec of amounts of money: records with the members `amount` and `currency`, which fronts show as one text.
  public var asMoney: Codec {
    let shape = shape.asMoney
    return Codec(shape: { shape }, read: readValue, write: writeValue, secrets: findSecrets, parts: parts)
  }
}

extension Codec where Value: JSONReadable & JSONWritable {
  /// The codec that the type describes.
  public static var described: Codec {
    Codec(shape: Value.shape, read: { Value($0) }, write: { value, writer, _ in value.write(to: &writer) })
  }
}

extension Codec where Value: JSONRecord {
  /// The codec that the type's record describes, with its secret members.
  public static var record: Codec { Value.record }
}

extension Codec<Void> {
  /// The codec of no value: `null`. Any JSON is read as it.
  public static var nothing: Codec {
    Codec(shape: .nothing, read: { _ in () }, write: { _, writer, _ in writer.null() })
  }
}
