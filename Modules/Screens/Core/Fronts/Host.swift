public import Descriptions
public import Streams

// What code in the process does that has attached no front: the front of the host does it.
extension AppCore {
  /// What happens in the app, on the main actor, in the order in which it happens. What a command causes is
  /// reported when it is done, before the call returns, and the rest at once. What a subscriber does to the app while it receives a report is
  /// reported after that.
  public var reports: AnyPublisher<AppReport, Never> { host.reports }

  /// The open screens, oldest first. That of the app's own view model is the first one; see ``appInstance``.
  public var instances: [AnyScreenInstance] { host.views }

  /// The open screen with an id; `nil` if there is none.
  public func instance(_ id: String) -> AnyScreenInstance? { host.screen(id) }

  /// Opens a screen without parameters. The app retains it until it is closed.
  public func open<Model: ViewModel>(_ screen: Screen<Model>) -> ScreenInstance<Model>
  where Model.Parameters: OptionalParameters {
    open(screen, .defaults)
  }

  /// Opens a screen. The app retains it until it is closed.
  public func open<Model: ViewModel>(_ screen: Screen<Model>, _ parameters: Model.Parameters) -> ScreenInstance<Model> {
    open(screen, parameters, by: host)
  }

  /// Opens the screen with a name; see ``AppFront/open(_:parameters:)``.
  public func open(_ name: String, parameters: JSONText? = nil) throws(AppCommandError) -> AnyScreenInstance {
    try host.open(name, parameters: parameters)
  }

  /// Performs a command; see ``AppFront/perform(_:)``.
  @discardableResult public func perform(_ command: AppCommand) throws(AppCommandError) -> AnyScreenInstance? {
    try host.perform(command)
  }

  /// Whether the application has the user's attention.
  public var isActive: Bool { environment.isActive }

  /// Publishes an application event to every screen, including those that open later. It is what the host says of the whole
  /// application: it counts also for the fronts that are attached.
  public func send(_ event: ApplicationEvent) { host.send(event) }

  /// The questions that are open, oldest first. None of them makes the app busy.
  public var openQuestions: [OpenQuestion] { questions.open }

  /// Whether any screen has a request in flight, or other work that the user waits for.
  public var isBusy: Bool { host.isBusy }

  /// Publishes each time the app becomes idle, as ``AppReport/Event/idle`` reports it. Check `isBusy` before you wait for
  /// it: nothing is published by an app that is idle and stays so. A test waits by `untilIdle` of AppTesting, which does
  /// both.
  public var idle: AnyPublisher<Void, Never> {
    reports.compactMap { if case .idle = $0.event { () } else { nil } }.eraseToAnyPublisher()
  }
}

// What an app is defined by, for those who show it.
extension AppCore {
  /// The screens that can be opened by name.
  public var offeredScreens: [AnyScreen] { definition.screens }
  /// The questions of the app's own, as it describes them.
  public var questionDescriptions: [QuestionDescription] { definition.questions }
  /// The app's own view model as a screen; `nil` if it has none. See ``AppDefinition/app``.
  public var appScreen: AnyScreen? { definition.app }
  /// What people call the app; `nil` if it says nothing of it.
  public var title: AppTitle? { definition.title }
  /// How the screens stand.
  public var layout: AppLayout { definition.layout }
  /// The links to screens.
  public var links: AppLinks { definition.links }
}
