public import Descriptions
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
  /// How many screens may be open when a screen opens another one.
  public let instanceLimit: Int

  let onAction: (@MainActor (AppAction) -> Void)?
  private let busyEnded = PassthroughSubject<Void, Never>()
  private let idleSubject = PassthroughSubject<Void, Never>()
  private let busySubject = PassthroughSubject<Void, Never>()
  private var reportsBusyChanges = false
  private var idleCancellable: AnyCancellable?
  private var wasBusy = false
  private let navigationSubject = PassthroughSubject<NavigationEvent, Never>()
  /// The navigations that wait until the current one is done.
  private var commands: [() -> Void] = []
  private var isNavigating = false
  /// The screens that are to be opened, and those that the current chain of navigations has opened.
  private var openings = Openings()

  /// Whether pending work makes a screen busy. It did not when older recordings were made.
  package var countsPendingWork = true

  /// Creates an app without open screens.
  ///
  /// - Parameters:
  ///   - environment: The surroundings of the screens.
  ///   - screens: The screens that can be opened by name, each with a name of its own. A screen that is opened by value
  ///     need not be among them.
  ///   - instanceLimit: How many screens may be open when a screen opens another one.
  ///   - onAction: Sees what happens to the screens, for example to record it.
  public init(
    _ environment: AppEnvironment, screens: [AnyScreen], instanceLimit: Int = 256,
    onAction: (@MainActor (AppAction) -> Void)? = nil
  ) {
    if let name = Self.repeatedName(screens) { preconditionFailure("Two screens of an app have the name \(name).") }
    assert(Self.isDescribed(screens))
    self.environment = environment
    offeredScreens = screens
    self.instanceLimit = instanceLimit
    self.onAction = onAction
    // One subscription, so that the jobs of the main scheduler do not depend on who subscribes to `idle`.
    idleCancellable = busyEnded.receive(on: environment.main).sink { [weak self] in
      if let self, !isBusy { idleSubject.send() }
    }
  }

  /// A name that two screens have.
  private static func repeatedName(_ screens: [AnyScreen]) -> String? {
    var names: Set<String> = []
    return screens.map(\.name).first { !names.insert($0).inserted }
  }

  /// Stops a debug build, naming each mistake in the descriptions of the screens.
  private static func isDescribed(_ screens: [AnyScreen]) -> Bool {
    let mistakes = check(screens)
    precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
    return true
  }

  /// Opens a screen without parameters. The app retains the instance until it is closed.
  public func open<Model: ViewModel>(_ screen: Screen<Model>) -> ScreenInstance<Model>
  where Model.Parameters: OptionalParameters {
    open(screen, Model.Parameters())
  }

  /// Opens a screen. The app retains the instance until it is closed.
  public func open<Model: ViewModel>(_ screen: Screen<Model>, _ parameters: Model.Parameters) -> ScreenInstance<Model> {
    let instance = add(screen, parameters)
    onAction?(.open(instance, parameters))
    updateBusy()
    instance.navigator.didOpen()
    return instance
  }

  private func add<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters
  ) -> ScreenInstance<Model> {
    var environment = environment
    let context = ScreenContext(navigator: Navigator(self, outcome: Model.Outcome.self), pendingWork: PendingWork())
    environment.screen = context
    // While it is made, it may ask for another one.
    openings.waiting += 1
    let instance = ScreenInstance(screen, screen.makeModel(parameters, environment), context, in: self)
    openings.waiting -= 1
    instances.append(instance)
    return instance
  }

  /// Opens the screen with a name. The parameters are a JSON object, `{…}`; `null` and `[]` are none.
  ///
  /// - Throws: an `InputError`; no screen is opened in that case.
  public func open(_ name: String, parameters: JSONText? = nil) throws(InputError) -> AnyScreenInstance {
    guard let screen = offeredScreens.first(where: { $0.name.hasSameBytes(as: name) }) else {
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

  /// Whether any screen has a request in flight, or other work that the user waits for.
  public var isBusy: Bool { instances.contains(where: \.isBusy) }

  /// Publishes each time the app becomes idle, on the main scheduler, after every subscriber has received the state
  /// that made it idle. Check `isBusy` before you wait for it: nothing is published by an app that is idle and stays so. A
  /// test waits by `untilIdle` of AppTesting, which does both.
  public var idle: AnyPublisher<Void, Never> { idleSubject.eraseToAnyPublisher() }

  /// Publishes, on the main actor, each time the work of a screen may have begun or ended: ``AnyScreenInstance/isBusy`` of
  /// each instance says which has some. It is published while the state changes; put `receive(on:)` before a subscriber
  /// that acts on it.
  public var busyChanges: AnyPublisher<Void, Never> {
    reportsBusyChanges = true
    return busySubject.eraseToAnyPublisher()
  }

  func updateBusy() {
    let isBusy = isBusy
    if wasBusy, !isBusy { busyEnded.send() }
    wasBusy = isBusy
    if reportsBusyChanges { busySubject.send() }
  }
}

// MARK: - Navigation

extension AppCore {
  /// What the app opens and closes of its own accord: what screens open and close, and what is closed with its opener. It
  /// is published on the main actor, as soon as it has happened.
  public var navigation: AnyPublisher<NavigationEvent, Never> { navigationSubject.eraseToAnyPublisher() }

  /// Performs a navigation, or lets it wait for the current one.
  func navigate(_ command: @escaping () -> Void) {
    commands.append(command)
    guard !isNavigating else { return }
    isNavigating = true
    while !commands.isEmpty {
      let next = commands
      commands = []
      for command in next { command() }
    }
    isNavigating = false
    openings.inChain = 0
  }

  /// Counts a screen that a screen asks for.
  ///
  /// - Parameter replaces: Whether it takes the place of another one.
  func reserveOpening(replaces: Bool) throws(NavigationError) {
    let isFull = !replaces && instances.count + openings.waiting >= instanceLimit
    // A chain of navigations, each of which causes the next, has an end.
    guard !isFull, openings.inChain < instanceLimit else { throw .tooManyScreens(limit: instanceLimit) }
    openings.inChain += 1
    if !replaces { openings.waiting += 1 }
  }

  /// A screen that was asked for is opened, or is not to be opened any more.
  func endReservation() { openings.waiting -= 1 }

  /// Opens a screen for another one.
  ///
  /// - Parameters:
  ///   - opener: The owner.
  ///   - cause: The screen that asks for it.
  ///   - handler: Receives the result.
  func openNavigated<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, opener: AnyScreenInstance?, by cause: AnyScreenInstance,
    handler: (((any ScreenOutcome)?) -> Void)?
  ) {
    let instance = add(screen, parameters)
    instance.setOpener(opener, handler)
    onAction?(.opened(instance, parameters, by: cause))
    updateBusy()
    navigationSubject.send(.opened(instance))
    instance.navigator.didOpen()
  }

  /// Closes an instance: first all that it has opened, the innermost first, then itself. Then its result handler runs.
  ///
  /// - Parameters:
  ///   - reason: The reason; `nil` if the front closes it.
  ///   - outcome: The result.
  ///   - cause: The screen that asks for it, or that the front closes.
  func close(
    _ instance: AnyScreenInstance, _ reason: CloseReason?, _ outcome: (any ScreenOutcome)? = nil,
    by cause: AnyScreenInstance
  ) {
    let opened = allOpened(by: instance)
    for instance in [instance] + opened { instance.beginClosing() }
    for instance in opened.reversed() {
      _ = instance.removeResultHandler()
      finish(instance, .openerClosed, nil, by: cause)
    }
    let handler = instance.removeResultHandler()
    finish(instance, reason, outcome, by: cause)
    guard let handler, let opener = instance.opener else { return }
    navigate { if !opener.isClosing { handler(outcome) } }
  }

  /// Closes all that an instance has opened, the newest first.
  func closeOpened(by instance: AnyScreenInstance, cause: AnyScreenInstance) {
    for opened in instances.reversed() where opened.opener === instance && !opened.isClosing {
      close(opened, .closedByApp, by: cause)
    }
  }

  /// All open screens that an instance has opened, and what those have opened; an opener before what it has opened, older ones first.
  func allOpened(by instance: AnyScreenInstance) -> [AnyScreenInstance] {
    var result: [AnyScreenInstance] = []
    // An instance is newer than its opener.
    var openers: Set<ObjectIdentifier> = [ObjectIdentifier(instance)]
    for instance in instances where !instance.isClosing {
      guard let opener = instance.opener, openers.contains(ObjectIdentifier(opener)) else { continue }
      openers.insert(ObjectIdentifier(instance))
      result.append(instance)
    }
    return result
  }

  private func finish(
    _ instance: AnyScreenInstance, _ reason: CloseReason?, _ outcome: (any ScreenOutcome)?, by cause: AnyScreenInstance
  ) {
    instance.complete(byApp: reason != nil)
    instances.removeAll { $0 === instance }
    if let reason {
      onAction?(.closed(instance, reason: reason, outcome: outcome, by: cause))
      navigationSubject.send(.closed(instance, reason: reason, outcome: outcome))
    } else {
      onAction?(.close(instance))
    }
    updateBusy()
  }
}

/// Counts the screens that screens ask for.
private struct Openings {
  /// Those that are being made, and those that are not opened yet and do not take the place of another one.
  var waiting = 0
  /// Those since the last time that no navigation was going on.
  var inChain = 0
}
