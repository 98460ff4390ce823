public import Descriptions
import Foundation

/// What may be written in looser notation than the values of this module: by servers, and in old recordings.
enum LooseNotation {
  /// A decimal number may be a JSON number, and a date may have the form of seed 000, `2026-11-21 15:04:05 +0100`.
  case server
  /// A date may also be a number: seconds since 2001.
  case oldRecording

  /// The same JSON in the notation of its shape. What the shape does not know stays as it is.
  func strict(_ json: JSONText, _ shape: Shape) -> JSONText {
    var writer = JSONWriter(isExact: true)
    write(json, shape, to: &writer)
    return JSONText(scanned: writer.bytes[...])
  }

  private func write(_ json: JSONText, _ shape: Shape?, to writer: inout JSONWriter) {
    switch (json.kind, shape?.unwrapped) {
    case (.object, let shape):
      let described = shape.map { members(of: $0, json) } ?? []
      writer.object { writer in
        for member in json.members {
          guard let name = member.name.string else { continue }
          writer.name(name)
          write(member.value, described.first { $0.name.hasSameBytes(as: name) }?.shape, to: &writer)
        }
      }
    case (.array, .list(let element)?), (.array, .rows(let element, _)?):
      writer.array { writer in
        for value in json.elements { write(value, element, to: &writer) }
      }
    case (.number, .decimal?):
      if let text = Self.plainDecimal(json) { writer.write(text) } else { writer.write(json) }
    case (.number, .date?) where self == .oldRecording:
      if let seconds = json.double { writer.write(Date(timeIntervalSinceReferenceDate: seconds)) }
    case (.string, .date?):
      if let date = json.string.flatMap(DateText.init)?.date { writer.write(date) } else { writer.write(json) }
    default: writer.write(json)
    }
  }

  /// The members of a record, or of the variant that a value is.
  private func members(of shape: Shape, _ json: JSONText) -> [Shape.Member] {
    guard case .variants(let variants) = shape, let type = json["type"]?.string else { return shape.members }
    return variants.variants.first { $0.name.hasSameBytes(as: type) }?.members ?? []
  }

  /// The digits of a JSON number without an exponent; `nil` if there would be hundreds of them.
  static func plainDecimal(_ json: JSONText) -> String? {
    var text = String(decoding: json.bytes, as: UTF8.self).lowercased()
    let isNegative = text.hasPrefix("-")
    if isNegative { text.removeFirst() }
    let parts = text.split(separator: "e")
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, exponent.magnitude <= 400 else { return nil }
    let number = parts[0].split(separator: ".")
    let fraction = number.count > 1 ? String(number[1]) : ""
    var digits = String(number[0]) + fraction
    // The decimal point is so many digits before the end.
    let places = fraction.count - exponent
    if places < 0 { digits += String(repeating: "0", count: -places) }
    if digits.count <= places { digits = String(repeating: "0", count: places - digits.count + 1) + digits }
    let point = digits.index(digits.endIndex, offsetBy: -max(places, 0))
    let whole = String(digits[..<point].drop { $0 == "0" })
    let rest = digits[point...]
    return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (rest.isEmpty ? "" : "." + rest)
  }
}

extension Codec {
  /// The value of a JSON text from a server, which may write amounts and dates in looser notation.
  func readLoosely(_ json: JSONText) -> Value? { read(LooseNotation.server.strict(json, shape)) }

  /// The value of a JSON text in a recording that was made when answers were `Codable`: a date is a number there, the
  /// seconds since 2001.
  public func readOldRecording(_ json: JSONText) -> Value? { read(LooseNotation.oldRecording.strict(json, shape)) }
}
