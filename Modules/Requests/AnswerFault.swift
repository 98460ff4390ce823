import Descriptions
import Foundation
import JSON

/// Where the answer of a program outside does not fit its operation, for a log: it has no value of the answer.
package struct AnswerFault: Sendable, Equatable {
  /// The first place that does not fit, in the answer; `nil` if it cannot be told from the description.
  package let pointer: JSONPointer?
}

extension Shape {
  /// The first place where a value is missing or of another kind than the shape says; `nil` if there is none. It has the names of the
  /// description and numbers alone.
  func firstMisfit(in json: JSONText, at place: JSONPointer = JSONPointer()) -> JSONPointer? {
    switch self {
    case .nothing, .events, .json: return nil
    case .optional(let wrapped): return json.isNull ? nil : wrapped.firstMisfit(in: json, at: place)
    case .text, .secret, .idempotencyKey, .entityTag: return json.kind == .string ? nil : place
    case .integer: return json.integer(as: Int.self) == nil ? place : nil
    case .number: return json.kind == .number ? nil : place
    case .decimal: return Decimal(json) == nil ? place : nil
    case .boolean: return json.kind == .boolean ? nil : place
    case .date: return Date(json) == nil ? place : nil
    case .choice(let choice): return choice.words.contains(where: json.isString) ? nil : place
    case .list(let element), .rows(let element, _):
      guard json.kind == .array else { return place }
      for (index, item) in json.elements.enumerated() {
        if let misfit = element.firstMisfit(in: item, at: place.appending(index)) { return misfit }
      }
      return nil
    case .record(let record), .money(let record): return Self.firstMisfit(of: record.members, in: json, at: place)
    case .variants(let variants):
      guard json.kind == .object else { return place }
      let variant = variants.variants.first { json["type"]?.isString($0.name) == true }
      guard let variant else { return place.appending("type") }
      return Self.firstMisfit(of: variant.members, in: json, at: place)
    case .anyOf(_, let shapes): return shapes.contains { $0.firstMisfit(in: json) == nil } ? nil : place
    }
  }

  private static func firstMisfit(of members: [Member], in json: JSONText, at place: JSONPointer) -> JSONPointer? {
    guard json.kind == .object else { return place }
    for member in members {
      let inner = place.appending(member.name)
      if let value = json[member.name] {
        if let misfit = member.shape.firstMisfit(in: value, at: inner) { return misfit }
      } else if member.isRequired, !member.shape.isOptional {
        return inner
      }
    }
    return nil
  }
}
