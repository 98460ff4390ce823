public import Descriptions

/// A screen as a value, typed by its view model: its name, and how its view model is made.
///
///     extension Screen<ShelfViewModel> {
///       public static var shelf: Self {
///         Screen("shelf", about: "The books of the library.") { ShelfViewModel($1) }
///       }
///     }
public struct Screen<Model: ViewModel>: Sendable {
  /// The screen's name, unique in the app.
  public let name: String
  /// The screen in a sentence, for people.
  public let about: String

  let appearance: Model.Event?
  let makeModel: @MainActor @Sendable (Model.Parameters, AppEnvironment) -> Model

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - name: The screen's name, unique in the app.
  ///   - about: The screen in a sentence, for people.
  ///   - appearance: The event that reports that the screen appeared, if the view model has one.
  ///   - makeModel: Makes a view model.
  public init(
    _ name: String, about: String, appearance: Model.Event? = nil,
    makeModel: @escaping @MainActor @Sendable (Model.Parameters, AppEnvironment) -> Model
  ) {
    self.name = name
    self.about = about
    self.appearance = appearance
    self.makeModel = makeModel
  }
}

/// A screen of any view model, for code that learns its type when it opens the screen: a generic function takes one.
protocol TypedScreen: Sendable {
  associatedtype Model: ViewModel

  /// The screen with its type.
  var screen: Screen<Model> { get }
}

extension Screen: TypedScreen {
  var screen: Screen<Model> { self }
}

extension TypedScreen {
  fileprivate var parameters: Shape { Model.Parameters.shape }
  fileprivate var state: Shape { Model.State.shape }
  fileprivate var events: Shape { Model.Event.shape(for: Model.State.self, appearance: screen.appearance) }
  fileprivate var result: Shape? { Model.Outcome.self == NoOutcome.self ? nil : Model.Outcome.shape }
}

/// A screen in words and shapes, for fronts that open screens by name.
public struct AnyScreen: Sendable {
  /// The screen's name.
  public let name: String
  /// The screen in a sentence.
  public let about: String

  let typed: any TypedScreen

  /// Erases the view model of a screen.
  public init<Model>(_ screen: Screen<Model>) {
    name = screen.name
    about = screen.about
    typed = screen
  }

  /// What the parameters are: a record.
  public var parameters: Shape { typed.parameters }
  /// What the state is: a record.
  public var state: Shape { typed.state }
  /// What the events are.
  public var events: Shape { typed.events }
  /// What the result is with which the screen closes itself; `nil` if it has none.
  public var result: Shape? { typed.result }
}

extension ScreenDescription {
  /// What a screen is, without what it does.
  public init(_ screen: AnyScreen) {
    self.init(
      name: screen.name, about: screen.about, parameters: screen.parameters, state: screen.state,
      events: screen.events, result: screen.result)
  }
}
