import JSON

@testable import ClientGenerator

/// A screen that exists as a description only. What a generator makes of a schema is tried with schemas that no type of an
/// app would have.
protocol SchemaScreen {
  static var name: String { get }
  static var about: String { get }
  static var parameters: JSON { get }
  static var state: JSON { get }
  static var events: JSON { get }
  static var result: JSON? { get }
}

extension SchemaScreen {
  static var about: String { "A screen." }
  static var parameters: JSON { .closedObject("Parameters", [:]) }
  static var events: JSON { ["title": "Event", "oneOf": []] }
  static var result: JSON? { nil }

  static var schemas: ScreenSchemas {
    ScreenSchemas(name: name, about: about, parameters: parameters, state: state, events: events, result: result)
  }

  /// The schema of a kind of event.
  static func event(_ name: String, _ about: String = "An event.", _ members: [String: JSON] = [:]) -> JSON {
    .closedObject("Event\(name)", members.merging(["type": .discriminator(name)]) { $1 })
      .with(["description": .string(about)])
  }
}

extension JSON {
  static let text: JSON = ["type": "string"]
  static let flag: JSON = ["type": "boolean"]
  static let whole: JSON = ["type": "integer"]

  func orNull() -> JSON { ["anyOf": [self, ["type": "null"]]] }

  func about(_ text: String) -> JSON { with(["description": .string(text)]) }
}
