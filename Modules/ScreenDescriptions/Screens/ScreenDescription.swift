public import Descriptions

/// A screen in words and shapes, for what knows no view model: a generator of clients, a schema.
public struct ScreenDescription: Sendable {
  /// The name of the instance that is the app itself.
  package static let appID = "app"

  /// The screen's name, unique in the app.
  public let name: String
  /// The screen in a sentence, for people.
  public let about: String
  /// What the parameters are: a record.
  public let parameters: Shape
  /// What the state is: a record.
  public let state: Shape
  /// What the events are.
  public let events: Shape
  /// What the result is with which the screen closes itself; `nil` if it has none.
  public let result: Shape?

  /// Describes a screen.
  ///
  /// - Parameters:
  ///   - name: The screen's name, unique in the app.
  ///   - about: The screen in a sentence, for people.
  ///   - parameters: What the parameters are: a record.
  ///   - state: What the state is: a record.
  ///   - events: What the events are.
  ///   - result: What the result is; `nil` if there is none.
  public init(
    name: String, about: String, parameters: Shape, state: Shape, events: Shape, result: Shape?
  ) {
    self.name = name
    self.about = about
    self.parameters = parameters
    self.state = state
    self.events = events
    self.result = result
  }
}
