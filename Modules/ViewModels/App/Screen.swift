public import JSON

/// A screen, as the app's one list of screens knows it: its name, what opens it, and its view model.
///
///     public enum CounterScreen: Screen {
///       public static let name = "counter"
///       public static let about = "A random number in a circle."
///       public static func open(_: NoParameters, in environment: Environment) -> CounterViewModel {
///         CounterViewModel(environment)
///       }
///     }
@MainActor public protocol Screen {
  /// What must be known to open the screen.
  associatedtype Parameters: ScreenParameters
  /// The screen's view model.
  associatedtype Model: ViewModel

  /// The screen's name, unique in the app.
  static var name: String { get }
  /// The screen in a sentence, for people.
  static var about: String { get }
  /// The event that says the screen appeared; `nil`, the default, if the screen does not care.
  static var appearance: Model.Event? { get }
  /// Makes a view model.
  static func open(_ parameters: Parameters, in environment: Environment) -> Model
}

extension Screen {
  public static var appearance: Model.Event? { nil }

  /// What a front that knows no screen must know of this one.
  public static var description: ScreenDescription {
    ScreenDescription(
      name: name, about: about, parameters: Parameters.schema, state: Model.State.schema, events: Model.Event.schema)
  }
}

/// A screen in words and schemas. As JSON: `{"about":…,"events":…,"params":…,"screen":…,"state":…}`.
public struct ScreenDescription: Hashable, Sendable, Encodable {
  /// The screen's name.
  public let name: String
  /// The screen in a sentence.
  public let about: String
  /// The JSON Schema (2020-12) of the parameters.
  public let parameters: JSON
  /// The JSON Schema (2020-12) of the state.
  public let state: JSON
  /// The JSON Schema (2020-12) of the events.
  public let events: JSON

  private enum CodingKeys: String, CodingKey {
    case name = "screen"
    case about
    case parameters = "params"
    case state, events
  }
}
