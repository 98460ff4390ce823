public import JSON
public import Streams

/// The app: the list of its screens, and the instances that are open.
///
/// A front with views of its own opens a screen by value and gets its view model. A front that knows no screen opens it
/// by name and exchanges JSON with it.
///
///     let app = AppCore(environment, screens: [AnyScreen(.shelf), AnyScreen(.book)])
///     let shelf = app.open(.shelf)
///     shelf.model.eventSubject.send(.viewDidAppear)
///
///     let book = try app.open("book", parameters: JSONText(scanning: #"{"title":"Emma"}"#.utf8))
///     try book.send(JSONText(scanning: #"{"type":"lendButtonWasTapped"}"#.utf8))
///
/// A debug build stops when the description of a screen has a mistake; see ``check(_:)``.
@preconcurrency @MainActor public final class AppCore {
  /// The surroundings of the screens.
  public let environment: AppEnvironment
  /// The screens that can be opened by name.
  public let offeredScreens: [AnyScreen]
  /// The open instances, oldest first.
  public private(set) var instances: [AnyScreenInstance] = []

  let onAction: (@MainActor (AppAction) -> Void)?
  private let busyEnded = PassthroughSubject<Void, Never>()
  private let idleSubject = PassthroughSubject<Void, Never>()
  private var idleCancellable: AnyCancellable?
  private var wasBusy = false

  /// Creates an app without open screens.
  ///
  /// - Parameters:
  ///   - environment: The surroundings of the screens.
  ///   - screens: The screens that can be opened by name, each with a name of its own. A screen that is opened by value
  ///     need not be among them.
  ///   - onAction: Sees what a front does, for example to record it. The action has taken effect when it runs.
  public init(
    _ environment: AppEnvironment, screens: [AnyScreen],
    onAction: (@MainActor (AppAction) -> Void)? = nil
  ) {
    precondition(Set(screens.map(\.name)).count == screens.count, "Two screens of an app have the same name.")
    assert(Self.isDescribed(screens))
    self.environment = environment
    offeredScreens = screens
    self.onAction = onAction
    // One subscription, so that the jobs of the main scheduler do not depend on who subscribes to `idle`.
    idleCancellable = busyEnded.receive(on: environment.main).sink { [weak self] in
      if let self, !isBusy { idleSubject.send() }
    }
  }

  /// Stops a debug build, naming each mistake in the descriptions of the screens.
  private static func isDescribed(_ screens: [AnyScreen]) -> Bool {
    let mistakes = check(screens)
    precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
    return true
  }

  /// Opens a screen. The app retains the instance until it is closed.
  public func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters = Model.Parameters()
  ) -> ScreenInstance<Model> {
    let instance = ScreenInstance(screen, screen.makeModel(parameters, environment), in: self)
    instances.append(instance)
    onAction?(.open(instance, parameters))
    updateBusy()
    return instance
  }

  /// Opens the screen with a name. The parameters are a JSON object, `{…}`.
  ///
  /// - Throws: an `InputError`; no screen is opened in that case.
  public func open(_ name: String, parameters: JSONText? = nil) throws(InputError) -> AnyScreenInstance {
    guard let screen = offeredScreens.first(where: { $0.name == name }) else {
      throw InputError(.unknownScreen, expected: "one of " + offeredScreens.map(\.name).joined(separator: ", "))
    }
    return try screen.open(self, parameters)
  }

  /// Whether the application has the user's attention.
  public var isActive: Bool { environment.application.value == .didBecomeActive }

  /// Publishes an application event to every screen, including those that open later.
  public func send(_ event: ApplicationEvent) {
    environment.application.send(event)
  }

  /// Publishes an application event, `{"type":…}`, to every screen.
  ///
  /// - Throws: an `InputError`; no event is published in that case.
  public func send(_ event: JSONText) throws(InputError) {
    send(try ApplicationEvent(event))
  }

  /// Whether any screen has a request in flight.
  public var isBusy: Bool { instances.contains(where: \.isBusy) }

  /// Publishes each time the app becomes idle, on the main scheduler, after every subscriber has received the state
  /// that made it idle. Check `isBusy` before you wait for it.
  public var idle: AnyPublisher<Void, Never> { idleSubject.eraseToAnyPublisher() }

  func updateBusy() {
    let isBusy = isBusy
    if wasBusy, !isBusy { busyEnded.send() }
    wasBusy = isBusy
  }

  func remove(_ instance: AnyScreenInstance) {
    instances.removeAll { $0 === instance }
    onAction?(.close(instance))
    updateBusy()
  }
}
