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

/// A screen in words and shapes, for fronts that open screens by name.
public struct AnyScreen: Sendable {
  /// The screen's name.
  public let name: String
  /// The screen in a sentence.
  public let about: String

  private let shapes: @Sendable () -> (parameters: Shape, state: Shape, events: Shape)
  private let outcome: any ScreenOutcome.Type
  let open: @MainActor @Sendable (AppCore, AppFront, JSONText?) throws(InputError) -> AnyScreenInstance
  /// Opens it as the app's own view model.
  let start: @MainActor @Sendable (AppCore) -> Void
  let check: @Sendable (inout DescriptionCheck) -> Void

  /// Erases the view model of a screen.
  public init<Model>(_ screen: Screen<Model>) {
    name = screen.name
    about = screen.about
    outcome = Model.Outcome.self
    let appearance = screen.appearance
    shapes = {
      (
        Model.Parameters.shape, Model.State.shape,
        Model.Event.shape(for: Model.State.self, appearance: appearance)
      )
    }
    open = { app, front, json throws(InputError) in
      let parameters = try json.map { json throws(InputError) in
        try front.reading(json) { (Model.Parameters.shape, fields: []) }
      }
      return app.open(screen, try Model.Parameters(try Members(orNone: parameters)), by: front)
    }
    start = { $0.start(screen) }
    check = { check in
      check.add(Model.Parameters.self)
      check.add(Model.State.self)
      check.add(Model.Event.self, for: Model.State.self)
      check.add(outcome: Model.Outcome.self)
    }
  }

  /// What the parameters are: a record.
  public var parameters: Shape { shapes().parameters }
  /// What the state is: a record.
  public var state: Shape { shapes().state }
  /// What the events are.
  public var events: Shape { shapes().events }
  /// What the result is with which the screen closes itself; `nil` if it has none.
  public var result: Shape? { outcome == NoOutcome.self ? nil : outcome.shape }
}
