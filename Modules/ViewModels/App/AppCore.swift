public import JSON
public import Streams

/// The app: the list of its screens, and the instances that are open.
///
/// A front with views of its own opens a screen by value and gets its view model. A front that knows no screen opens it
/// by name and exchanges JSON with it.
///
///     let app = AppCore(.live(backend: .mock()))
///     let counter = app.open(.counter)
///     counter.model.eventSubject.send(.nextButtonWasTapped)
///
///     let balance = try app.open("balance")
///     try balance.send(JSONText(scanning: #"{"type":"viewDidAppear"}"#.utf8))
///
/// An app of another package lists its own screens, alone or with those of this one:
///
///     let app = AppCore(.live(backend: .mock()), screens: [AnyScreen(.counter), AnyScreen(.afford)])
///     let afford = try app.open("afford")
@preconcurrency @MainActor public final class AppCore {
  /// The screens of this package, which an app has by default. Fronts that open screens by name offer a screen as soon
  /// as it is in this list.
  public static let screens: [AnyScreen] = [
    AnyScreen(.balance),
    AnyScreen(.product),
    AnyScreen(.registration),
    AnyScreen(.terms),
    AnyScreen(.blog),
    AnyScreen(.counter),
  ]

  /// The surroundings of the screens.
  public let environment: AppEnvironment
  /// The screens that can be opened by name.
  public let screens: [AnyScreen]
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
    _ environment: AppEnvironment, screens: [AnyScreen] = AppCore.screens,
    onAction: (@MainActor (AppAction) -> Void)? = nil
  ) {
    precondition(Set(screens.map(\.name)).count == screens.count, "Two screens of an app have the same name.")
    self.environment = environment
    self.screens = screens
    self.onAction = onAction
    // One subscription, so that the jobs of the main scheduler do not depend on who subscribes to `idle`.
    idleCancellable = busyEnded.receive(on: environment.main).sink { [weak self] in
      if let self, !isBusy { idleSubject.send() }
    }
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
    guard let screen = screens.first(where: { $0.name == name }) else {
      throw InputError(.unknownScreen, expected: "one of " + screens.map(\.name).joined(separator: ", "))
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
