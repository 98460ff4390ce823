import Foundation

/// How values of the app are written and read as JSON.
public enum JSONCoding {
  // NB: nobody sets them after they are made.
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// The value's JSON: one line, keys sorted, slashes as they are, dates as RFC 3339 in UTC.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    [UInt8](try encoder.encode(value))
  }

  /// The value that a JSON text stands for.
  ///
  /// The text must have passed a strict JSON scanner: Foundation's own is lax.
  ///
  /// - Throws: an `InputError`, which names a place and what was expected there, and repeats nothing of the text.
  static func decode<Value: Decodable>(_: Value.Type, from bytes: some Sequence<UInt8>) throws(InputError) -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(bytes))
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(.wrongType, expected: "an object")
    }
  }
}
