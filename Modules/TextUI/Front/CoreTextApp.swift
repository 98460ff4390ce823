public import Screens
public import Streams

/// A ``TextApp`` that shows the screens of an app core.
///
/// It adds the commands `background` and `foreground`, and waits until the core is idle:
///
///     struct LibraryFront: CoreTextApp {
///       let core: AppCore
///       var screens: [TextScreen] { [TextScreen(.shelf, of: core, ShelfView.init)] }
///     }
@MainActor public protocol CoreTextApp: TextApp {
  /// The app.
  var core: AppCore { get }
}

extension CoreTextApp {
  /// The commands that send the application to the background and back.
  public var commands: [Command] {
    [
      Command("background", "send the app to the background, where it hides private values") {
        _, _ throws(CommandError) in
        guard core.isActive else { throw CommandError("The app is already in the background.") }
        core.send(.willResignActive)
      },
      Command("foreground", "bring the app back to the foreground") { _, _ throws(CommandError) in
        guard !core.isActive else { throw CommandError("The app is already in the foreground.") }
        core.send(.didBecomeActive)
      },
    ]
  }

  public var status: String? { core.isActive ? nil : "background" }
  public var isBusy: Bool { core.isBusy }
  public var idle: AnyPublisher<Void, Never> { core.idle }
}

extension TextScreen {
  /// A screen of an app core, with a view of its own.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - core: the app that opens it.
  ///   - argument: what may follow the name in `open`, as the help text calls it; `nil` if nothing may.
  ///   - view: makes a view of the view model.
  ///   - parameters: the parameters for the word after the name, or for none.
  public init<Model: ViewModel>(
    _ screen: Screen<Model>, of core: AppCore, argument: String? = nil,
    _ view: @escaping @MainActor (Model) -> any ScreenView,
    parameters: @escaping (String?) -> Model.Parameters = { _ in Model.Parameters() }
  ) {
    self.init(screen.name, screen.about, argument: argument) { argument in
      let instance = core.open(screen, parameters(argument))
      return TextScreenInstance(view(instance.model), appear: instance.viewDidAppear, close: instance.close)
    }
  }
}
