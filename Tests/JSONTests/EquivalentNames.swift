import Foundation
import Testing

/// Two names that Unicode calls canonically equivalent, and Swift equal, and JSON does not.
struct EquivalentNames: CustomTestStringConvertible, Sendable {
  var one: String
  var other: String

  var testDescription: String { one.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }

  /// The letters below U+2200 and some of Hangul that have another spelling. Each is a name of its own, and a part of one.
  static let all = ((0xC0...0x21FF).map { $0 } + stride(from: 0xAC00, to: 0xD7A3, by: 997)).compactMap {
    (value: UInt32) -> EquivalentNames? in
    guard let scalar = Unicode.Scalar(value) else { return nil }
    let letter = String(scalar)
    let other = letter.decomposedStringWithCanonicalMapping
    guard !letter.utf8.elementsEqual(other.utf8) else { return nil }
    return value.isMultiple(of: 2) ? Self(one: letter, other: other) : Self(one: "a\(other)/~b", other: "a\(letter)/~b")
  }
}
