/// Something that makes values of encoded input, such as a JSON decoder.
public protocol TopLevelDecoder<Input> {
  /// What it decodes.
  associatedtype Input

  /// Decodes a value.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

/// Something that encodes values, such as a JSON encoder.
public protocol TopLevelEncoder<Output> {
  /// What it encodes to.
  associatedtype Output

  /// Encodes a value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}
