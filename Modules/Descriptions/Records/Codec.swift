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
  private var makeShape: @Sendable () -> Shape
  private let readValue: @Sendable (JSONText) -> Value?
  private let writeValue: @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void
  private let findSecrets: @Sendable (Value) -> [String]
  /// A value without what is private in it; `nil` if nothing is.
  private let hide: (@Sendable (Value) -> Value)?
  /// The fields of a record, and what its initializer makes of examples; `nil` for another value.
  let record: Record?

  struct Record: Sendable {
    let fields: Fields<Value>
    let makeExample: @Sendable () -> Value
  }

  /// A codec of closures, for values that no recording and no other program has to read.
  package init(
    shape: @autoclosure @escaping @Sendable () -> Shape, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void
  ) {
    self.init(shape: shape, read: read, write: write, secrets: { _ in [] }, hide: nil, record: nil)
  }

  init(
    shape: @escaping @Sendable () -> Shape, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter, _ includingSecrets: Bool) -> Void,
    secrets: @escaping @Sendable (Value) -> [String], hide: (@Sendable (Value) -> Value)?, record: Record?
  ) {
    makeShape = shape
    readValue = read
    writeValue = write
    findSecrets = secrets
    self.hide = hide
    self.record = record
  }

  /// Describes a record by its fields.
  ///
  /// ```swift
  /// struct Station: JSONRecord {
  ///   var name: String
  ///   var platforms: Int
  ///
  ///   static let record = Codec(
  ///     Station.init(name:platforms:), Field(\.name, "Its name.", as: .title), Field(\.platforms).bounded(from: 1))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: the name of the type, unique in the app.
  ///   - make: makes a value of the fields in their order, or `nil` if they make none.
  ///   - fields: the fields, each with a name of its own.
  public init<each Part: JSONReadable>(
    title: String = "\(Value.self)", _ make: @escaping @Sendable (repeat each Part) -> Value?,
    _ fields: repeat Field<Value, each Part>
  ) {
    // NB: no key path here. One that is formed where the generic parameters are a pack crashes (Swift 6.3).
    var properties: [DescribedProperty<Value>] = []
    for field in repeat each fields { properties.append(field.property) }
    self.init(
      title, Fields(properties), read: { json in make(repeat try (each fields).value(in: json)) },
      example: { make(repeat (each fields).makeExample()) },
      hiding: { value in make(repeat (each fields).hidden(value)) })
  }

  /// Describes a record by properties, each of which is a member with its name.
  ///
  /// ```swift
  /// struct Town: JSONRecord {
  ///   var name: String
  ///   var inhabitants: Int?
  ///
  ///   static let record = Codec(Town.init(name:inhabitants:), \.name, \.inhabitants)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: the name of the type, unique in the app.
  ///   - make: makes a value of the properties in their order, or `nil` if they make none.
  ///   - properties: the properties. A secret, a member with another name and one of which something is said is a ``Field``, and so are
  ///     the others beside it: `Field(\.name)`.
  public init<each Part: JSONReadable & JSONWritable>(
    title: String = "\(Value.self)", _ make: @escaping @Sendable (repeat each Part) -> Value?,
    _ properties: repeat any KeyPath<Value, each Part> & Sendable
  ) {
    self.init(title: title, make, repeat Field<Value, each Part>(each properties))
  }

  private init(
    _ title: String, _ fields: Fields<Value>, read: @escaping @Sendable (JSONText) throws -> Value?,
    example: @escaping @Sendable () -> Value?, hiding: @escaping @Sendable (Value) -> Value?
  ) {
    let mistakes = fields.missingNames + fields.repeatedNames
    precondition(mistakes.isEmpty, "In the record of \(title), \(mistakes.first ?? "")")
    let shape = Shape.record(title, fields.members)
    @Sendable func makeExample() -> Value {
      guard let example = example() else {
        preconditionFailure("The examples of its fields make no \(title). Give the fields examples that do.")
      }
      return example
    }
    @Sendable func hide(_ value: Value) -> Value { hiding(value) ?? makeExample() }
    self.init(
      shape: { shape }, read: { $0.kind == .object ? (try? read($0)) ?? nil : nil },
      write: { value, writer, includingSecrets in
        fields.write(value, to: &writer, includingSecrets: includingSecrets)
      }, secrets: { fields.secrets(in: $0) }, hide: fields.hasPrivateFields ? hide : nil,
      record: Record(fields: fields, makeExample: makeExample))
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
  package var hasPrivateMembers: Bool { (Value.self as? any Described.Type)?.hasPrivateFields ?? (hide != nil) }

  /// A value without what is private in it.
  package func hidingPrivateMembers(_ value: Value) -> Value {
    if let described = value as? any Described { return described.hidingPrivateFields as? Value ?? value }
    return hidingByFields(value)
  }

  /// The same by the fields of the record alone, whatever its type says.
  func hidingByFields(_ value: Value) -> Value { hide?(value) ?? value }

  /// The private members of the values; see `Shape.privateMembers`.
  package var privateMembers: [String: [UInt8]] { shape.privateMembers }

  /// The secrets in a value, which no text for people may repeat.
  public func secrets(in value: Value) -> [String] { findSecrets(value) }

  /// The codec of amounts of money: records with the members `amount` and `currency`, which fronts show as one text.
  public var asMoney: Codec {
    let shape = shape.asMoney
    var codec = self
    codec.makeShape = { shape }
    return codec
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
