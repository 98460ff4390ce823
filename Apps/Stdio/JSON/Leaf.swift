import Foundation
import JSONRPC

extension [UInt8] {
  /// Appends a value that JSON has no parts for: a text, a number, a switch, a date, or one of these that is missing.
  ///
  /// - Returns: False for any other value; nothing was appended then.
  mutating func append<Value: Encodable>(leaf value: Value) throws -> Bool {
    // NB: the types are compared, so the value is what it is taken for; a cast would ask the runtime.
    if Value.self == String.self {
      append(jsonString: unsafeBitCast(value, to: String.self))
    } else if Value.self == Bool.self {
      append(contentsOf: unsafeBitCast(value, to: Bool.self) ? "true".utf8 : "false".utf8)
    } else if Value.self == Int.self {
      append(integer: unsafeBitCast(value, to: Int.self))
    } else if Value.self == String?.self {
      append(unsafeBitCast(value, to: String?.self)) { $0.append(jsonString: $1) }
    } else if Value.self == Date.self {
      append(date: unsafeBitCast(value, to: Date.self))
    } else if Value.self == Date?.self {
      append(unsafeBitCast(value, to: Date?.self)) { $0.append(date: $1) }
    } else if Value.self == Double.self {
      try append(number: unsafeBitCast(value, to: Double.self))
    } else {
      return false
    }
    return true
  }

  /// Appends an integer; one that JSON cannot carry exactly as a string.
  mutating func append(integer value: some BinaryInteger) {
    if value.magnitude < 1 << 53 { return append(decimal: Int(value)) }
    append(contentsOf: "\"\(value)\"".utf8)
  }

  private mutating func append(number value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has finite numbers alone."))
    }
    append(contentsOf: String(value).utf8)
  }

  private mutating func append<Value>(_ value: Value?, _ body: (inout [UInt8], Value) -> Void) {
    if let value { body(&self, value) } else { append(contentsOf: "null".utf8) }
  }
}
