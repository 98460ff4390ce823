import Descriptions
import ScreenDescriptions

@testable import ClientGenerator

/// A screen that exists as a description only. What a generator makes of a shape is tried with shapes that no type of an app
/// would have.
protocol ShapeScreen {
  static var name: String { get }
  static var about: String { get }
  static var parameters: Shape { get }
  static var state: Shape { get }
  static var events: [Shape.Event] { get }
  static var result: Shape? { get }
}

extension ShapeScreen {
  static var about: String { "A screen." }
  static var parameters: Shape { .record("Parameters", [], isClosed: true) }
  static var events: [Shape.Event] { [] }
  static var result: Shape? { nil }

  static var shapes: ScreenDescription {
    ScreenDescription(
      name: name, about: about, parameters: parameters, state: state, events: .events(Shape.Events("Event", events)),
      result: result)
  }
}
