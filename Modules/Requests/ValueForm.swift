public import JSON

/// How the inputs or the answers of an operation are read from JSON, written to it, and described.
public struct ValueForm<Value>: Sendable {
  private let makeSchema: @Sendable () -> JSON
  private let readValue: @Sendable (JSONText) -> Value?
  private let writeValue: @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void
  private let findSecrets: @Sendable (Value) -> [String]
  private let findPrivateMembers: @Sendable () -> [String: JSON]

  /// A form that closures make up, for a type that does not describe itself, and for values of which JSON has a part only.
  ///
  /// - Parameters:
  ///   - schema: the JSON Schema (2020-12) of the values.
  ///   - read: the value of a JSON text; `nil` if it has none.
  ///   - write: writes a value, with its secrets only if it is asked to.
  ///   - secrets: the texts in a value that are secret.
  ///   - privateMembers: the members that a recording leaves out until a state has shown them, with what stands in for
  ///     each in a replay. One inside of another member has a path, as in `Described.privateMembers`.
  public init(
    schema: @autoclosure @escaping @Sendable () -> JSON, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void,
    secrets: @escaping @Sendable (Value) -> [String] = { _ in [] },
    privateMembers: @autoclosure @escaping @Sendable () -> [String: JSON] = [:]
  ) {
    makeSchema = schema
    readValue = read
    writeValue = write
    findSecrets = secrets
    findPrivateMembers = privateMembers
  }

  /// The JSON Schema (2020-12) of the values.
  public var schema: JSON { makeSchema() }

  /// The value of a JSON text; `nil` if it has none.
  public func read(_ json: JSONText) -> Value? { readValue(json) }

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

  /// The members that a recording leaves out until a state has shown them, with what stands in for each in a replay.
  public var privateMembers: [String: JSON] { findPrivateMembers() }

  /// The secrets in a value, which no text for people may repeat.
  public func secrets(in value: Value) -> [String] { findSecrets(value) }
}

extension ValueForm where Value: JSONReadable & JSONWritable {
  /// The form that the type describes.
  public static var described: ValueForm {
    ValueForm(
      schema: Value.schema, read: { Value($0) }, write: { value, writer, _ in value.write(to: &writer) },
      privateMembers: Value.privateMembers)
  }
}

extension ValueForm where Value: JSONRecord {
  /// The form that the type's record describes, with its secret members.
  public static var record: ValueForm {
    ValueForm(
      schema: Value.schema, read: { Value($0) },
      write: { Value.record.write($0, to: &$1, includingSecrets: $2) }, secrets: { Value.record.secrets(in: $0) },
      privateMembers: Value.privateMembers)
  }
}

extension ValueForm<Void> {
  /// The form of no value: `null`. Any JSON is read as it.
  public static var nothing: ValueForm {
    ValueForm(schema: ["type": "null"], read: { _ in () }, write: { _, writer, _ in writer.null() })
  }
}
