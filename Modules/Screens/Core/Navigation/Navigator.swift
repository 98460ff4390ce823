public import Streams
import StreamsExtras

/// Opens other screens for a view model, and closes its own. Each open screen has one, in its environment.
///
/// ```swift
/// @MainActor func edit(_ environment: AppEnvironment) throws {
///   try environment.navigator.open(.title, TitleParameters(title: "Emma")) { result in
///     if let result { print(result.title) }
///   }
/// }
/// ```
///
/// A screen owns what it opens: when it is closed, that is closed first. Fronts follow by ``AppCore/reports``.
///
/// A navigation is performed before the call returns. One that a view model asks for while it is made is performed when its
/// screen has opened; one that is asked for during another one, for example by a result handler, follows when that is done.
/// A view model without an ``AppCore``, as in a unit test, has a navigator that opens nothing.
///
/// A part has a navigator of its own: what it opens belongs to the screen of its owner, and is closed when the part ends. To close
/// the part is to end it; see ``Part``.
@MainActor public final class Navigator {
  private weak var app: AppCore?
  private let outcomeType: (any ScreenOutcome.Type)?
  private let hasInstance: Bool
  /// Whether it is that of the app's own view model.
  private let isApps: Bool
  /// What the view model asked for while it was made.
  private var commands: [() -> Void]? = []
  /// Whether the screen is closed or replaced as soon as what was asked for is performed.
  private var isLeaving = false
  /// What it does for a part; `nil` for a screen.
  private let part: PartNavigation?
  /// The question whether to discard what was entered; see ``AppEnvironment/canLeave(discarding:_:)``.
  weak var discarding: HeldQuestion?
  /// The number of the screen; `nil` before it has opened.
  var number: Int?

  /// The navigator of a view model without an app.
  nonisolated init() {
    outcomeType = nil
    hasInstance = false
    isApps = false
    part = nil
  }

  init(_ app: AppCore, outcome: any ScreenOutcome.Type, isApps: Bool) {
    self.app = app
    outcomeType = outcome
    hasInstance = true
    self.isApps = isApps
    part = nil
  }

  init(_ part: PartNavigation, outcome: any ScreenOutcome.Type) {
    self.part = part
    isApps = false
    outcomeType = outcome
    hasInstance = false
  }

  // MARK: - Opening

  /// Opens a screen, which this screen owns.
  ///
  /// - Parameters:
  ///   - screen: The screen. It need not be among those that fronts can open by name.
  ///   - parameters: What it needs to open.
  ///   - onClose: Runs once when the screen was closed, with its result, or with `nil` if it was closed without one: the
  ///     user left it, or it was closed from here. It does not run when this screen is closed.
  /// - Throws: `NavigationError`; nothing is opened in that case.
  public func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters,
    onClose: @escaping (Model.Outcome?) -> Void = { _ in }
  ) throws(NavigationError) {
    try open(screen, parameters, onOpen: { _ in }, onClose: onClose)
  }

  /// Opens a screen.
  ///
  /// - Parameter onOpen: Receives the instance.
  func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, onOpen: @escaping (RunningScreen) -> Void,
    onClose: @escaping (Model.Outcome?) -> Void
  ) throws(NavigationError) {
    if let part { return try part.open(screen, parameters, onOpen: onOpen, onClose: onClose) }
    let app = try reserve(replaces: false)
    perform {
      app.endReservation()
      let origin = RunningScreen.Origin(owner: $0) { onClose($0 as? Model.Outcome) }
      onOpen(app.add(screen, parameters, app.ownership(of: $0), origin, by: .instance($0.id)))
    } otherwise: {
      app.endReservation()
    }
  }

  /// Opens a screen that needs no parameters, which this screen owns.
  ///
  /// - Parameters:
  ///   - screen: The screen. It need not be among those that fronts can open by name.
  ///   - onClose: Runs once when the screen was closed, with its result, or with `nil` if it was closed without one.
  /// - Throws: `NavigationError`; nothing is opened in that case.
  public func open<Model: ViewModel>(
    _ screen: Screen<Model>, onClose: @escaping (Model.Outcome?) -> Void = { _ in }
  ) throws(NavigationError) where Model.Parameters: OptionalParameters {
    try open(screen, .defaults, onClose: onClose)
  }

  /// Opens a screen on each subscription and publishes its result. Completes without a value when the screen was closed
  /// without a result, and fails when it cannot be opened. Cancelling leaves the screen open.
  ///
  /// ```swift
  /// @MainActor func newTitles(_ navigator: Navigator) -> AnyPublisher<NewTitle, NavigationError> {
  ///   navigator.result(of: .title, TitleParameters(title: "Emma"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - parameters: What it needs to open.
  public func result<Model: ViewModel>(
    of screen: Screen<Model>, _ parameters: Model.Parameters
  ) -> AnyPublisher<Model.Outcome, NavigationError> {
    AnyPublisher.create { [self] subscriber in
      MainActor.assumeIsolated {
        do throws(NavigationError) {
          try open(screen, parameters) { outcome in
            if let outcome { subscriber.send(outcome) }
            subscriber.send(completion: .finished)
          }
        } catch {
          subscriber.send(completion: .failure(error))
        }
      }
      return AnyCancellable {}
    }
  }

  /// Opens a screen that needs no parameters on each subscription and publishes its result, as `result(of:_:)` does.
  ///
  /// - Parameter screen: The screen.
  public func result<Model: ViewModel>(
    of screen: Screen<Model>
  ) -> AnyPublisher<Model.Outcome, NavigationError> where Model.Parameters: OptionalParameters {
    result(of: screen, .defaults)
  }

  /// Closes this screen and opens another one in its stead, which inherits its opener and its result handler. A result of
  /// another type than this screen's is not delivered: the handler gets `nil`.
  ///
  /// The number of open screens does not grow, so it succeeds when as many are open as the app may open.
  ///
  /// A part ends, and the screen belongs to its owner's.
  ///
  /// - Throws: `NavigationError`; nothing is opened or closed in that case.
  public func replace<Model: ViewModel>(
    with screen: Screen<Model>, _ parameters: Model.Parameters
  ) throws(NavigationError) {
    guard !isApps else { throw .appStaysOpen }
    if let part { return try part.replace(with: screen, parameters) }
    let app = try reserve(replaces: true)
    isLeaving = true
    perform { instance in
      let (opener, presentation) = (instance.origin.owner, instance.origin.presentation)
      let handler = instance.origin.resultHandler.take()
      let ownership = app.ownership(of: instance)
      app.close(instance, .replaced, by: .instance(instance.id))
      // A front may have closed the opener meanwhile.
      guard opener?.isClosing != true else { return }
      let origin = RunningScreen.Origin(owner: opener, presentation: presentation, resultHandler: handler)
      app.add(screen, parameters, ownership, origin, by: .instance(instance.id))
      app.reportWaits()
    }
  }

  /// Presents a screen for the whole app: at the top, for every front, and once for all screens that ask. While it is open, another screen
  /// that presents it gets the same result.
  ///
  /// ```swift
  /// @MainActor func signIn(_ navigator: Navigator, retry: @escaping () -> Void) throws {
  ///   try navigator.present(.title, TitleParameters(title: "Sign in")) { result in
  ///     if result != nil { retry() }
  ///   }
  /// }
  /// ```
  ///
  /// The app owns it: a screen that has asked for it and closes only stops waiting. A front that closes it closes it for all, unless
  /// another front holds it; an assistant's lets go of it while a front of a person is attached.
  ///
  /// - Parameters:
  ///   - screen: The screen. While one with this name is presented, it is that one, with the parameters of the first request.
  ///   - parameters: What it needs to open.
  ///   - onClose: Runs once when the screen was closed, with its result, or with `nil` if it was closed without one.
  /// - Throws: `NavigationError`; nothing is opened in that case.
  public func present<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, onClose: @escaping (Model.Outcome?) -> Void = { _ in }
  ) throws(NavigationError) {
    try present(screen, parameters, Presentation.Wait { onClose($0 as? Model.Outcome) })
  }

  /// Presents a screen that needs no parameters for the whole app, once for all screens that ask.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - onClose: Runs once when the screen was closed, with its result, or with `nil` if it was closed without one.
  /// - Throws: `NavigationError`; nothing is opened in that case.
  public func present<Model: ViewModel>(
    _ screen: Screen<Model>, onClose: @escaping (Model.Outcome?) -> Void = { _ in }
  ) throws(NavigationError) where Model.Parameters: OptionalParameters {
    try present(screen, .defaults, onClose: onClose)
  }

  /// Presents a screen on each subscription, once for all screens that ask, and publishes its result. Completes without a value when the
  /// screen was closed without a result, and fails when it cannot be opened. Cancelling stops waiting, and leaves the screen open.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - parameters: What it needs to open.
  public func presented<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters
  ) -> AnyPublisher<Model.Outcome, NavigationError> {
    AnyPublisher.create { [self] subscriber in
      let wait = Presentation.Wait { outcome in
        if let outcome = outcome as? Model.Outcome { subscriber.send(outcome) }
        subscriber.send(completion: .finished)
      }
      MainActor.assumeIsolated {
        do throws(NavigationError) { try present(screen, parameters, wait) } catch {
          subscriber.send(completion: .failure(error))
        }
      }
      return AnyCancellable { onMain { wait.isCancelled = true } }
    }
  }

  /// Presents a screen that needs no parameters on each subscription and publishes its result, as `presented(_:_:)` does.
  ///
  /// - Parameter screen: The screen.
  public func presented<Model: ViewModel>(
    _ screen: Screen<Model>
  ) -> AnyPublisher<Model.Outcome, NavigationError> where Model.Parameters: OptionalParameters {
    presented(screen, .defaults)
  }

  func present<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, _ wait: Presentation.Wait
  ) throws(NavigationError) {
    if let part { return try part.present(screen, parameters, wait) }
    // One that is open takes no room.
    let isOpen = app?.presentations[screen.name] != nil
    let app = try reserve(replaces: isOpen, isHeld: false)
    perform {
      if !isOpen { app.endReservation() }
      wait.asker = $0
      app.present(screen, parameters, wait)
    } otherwise: {
      if !isOpen { app.endReservation() }
    }
  }

  // MARK: - Closing

  /// Closes this screen without a result. A screen that is closed, or about to be, ignores it.
  public func close() { close(nil) }

  /// Closes this screen with a result. A screen that is closed, or about to be, ignores it.
  ///
  /// A debug build stops if the result is not of the type ``ViewModel/Outcome``; another one closes without a result.
  public func close(with outcome: some ScreenOutcome) {
    let isOutcome = outcomeType.map { $0 == type(of: outcome) } ?? true
    assert(
      isOutcome,
      "\(instance?.name ?? "A screen") closes with \(type(of: outcome)), which is not its view model's Outcome.")
    close(isOutcome ? outcome : nil)
  }

  private func close(_ outcome: (any ScreenOutcome)?) {
    if let part { return part.close(outcome) }
    guard let app, isOpen else { return }
    guard !isApps else { return app.report(fault: "The app's own view model has closed itself; it stays open.") }
    isLeaving = true
    perform { app.close($0, .completed, outcome, by: .instance($0.id)) }
  }

  /// Closes all that this screen has opened. Their result handlers get `nil`.
  public func closeOpened() {
    if let part { return part.closeOpened() }
    guard let app, isOpen else { return }
    perform { app.closeOpened(by: $0, cause: $0) }
  }

  /// Goes back to the first screen of this chain of openers, which closes all that it has opened.
  public func returnToFirst() {
    if let part { return part.returnToFirst() }
    guard let app, isOpen else { return }
    perform { instance in
      var first = instance
      while let opener = first.opener { first = opener }
      app.closeOpened(by: first, cause: instance)
    }
  }

  /// Selects a tab of the app's layout: the front because of which this happens shows it, or each front if none is the cause.
  ///
  /// ```swift
  /// @MainActor func showMessages(_ navigator: Navigator) { navigator.select(tab: "messages") }
  /// ```
  ///
  /// A tab that the layout does not have is a mistake of the app, which is reported and ignored.
  public func select(tab name: String) {
    if let part { return part.select(tab: name) }
    guard let app, isOpen else { return }
    guard app.layout.tabs.contains(where: { $0.name == name }) else {
      return app.report(fault: "The layout of the app has no tab \"\(name)\".")
    }
    perform { app.reporter.report(.tabSelected(name, for: app.reporter.handled.sender), by: .instance($0.id)) }
  }

  // MARK: - The instance

  /// The screen of the navigator; `nil` before it has opened and after it was closed.
  // NB: not a weak reference, which would slow down each reference count of the instance.
  private var instance: RunningScreen? { number.flatMap { app?.running.numbered($0) } }

  /// The screen has opened: performs what the view model asked for while it was made.
  func didOpen() {
    let commands = commands ?? []
    self.commands = nil
    for command in commands { app?.navigate(command) }
  }

  /// Runs something with the screen: at once or, while the view model is made, when the screen has opened. A closed screen, and one
  /// that is about to close, is `nil`.
  func whenOpen(_ work: @escaping (RunningScreen?) -> Void) {
    if let part { return part.owner.whenOpen { work(part.isOver ? nil : $0) } }
    let work = { [weak self] in
      let instance = self?.instance
      work(instance?.isClosing == false ? instance : nil)
    }
    if hasInstance, commands != nil { commands?.append(work) } else { work() }
  }

  private var isOpen: Bool {
    guard hasInstance, !isLeaving else { return false }
    return commands != nil || instance?.isClosing == false
  }

  /// The navigator of the screen, of which it is one of a part.
  var ofScreen: Navigator { part?.owner.ofScreen ?? self }

  /// Whether it is that of a part.
  var isOfPart: Bool { part != nil }

  /// Closes a screen that this one, or a part of it, has opened.
  func close(_ opened: RunningScreen) {
    if let part { return part.owner.close(opened) }
    guard let app, let instance else { return }
    app.navigate { if !opened.isClosing { app.close(opened, .closedByApp, by: .instance(instance.id)) } }
  }

  /// Checks that a screen may be opened, and counts it.
  private func reserve(replaces: Bool, isHeld: Bool = true) throws(NavigationError) -> AppCore {
    guard let app, isOpen else { throw .closed }
    try app.reserveOpening(for: instance, replaces: replaces, isHeld: isHeld)
    return app
  }

  /// Performs a command when its turn has come, unless the screen is closed by then.
  private func perform(
    _ command: @escaping (RunningScreen) -> Void, otherwise: @escaping () -> Void = {}
  ) {
    let command = { [weak self] in
      guard let instance = self?.instance, !instance.isClosing else { return otherwise() }
      command(instance)
    }
    if commands == nil { app?.navigate(command) } else { commands?.append(command) }
  }
}

extension AppEnvironment {
  /// Opens other screens for the view model of this environment, and closes its screen.
  public var navigator: Navigator { self[ofScreen: Navigator.self] ?? Navigator() }

  /// The environment of a screen, or of a part of one.
  func ofScreen(_ navigator: Navigator, _ pendingWork: PendingWork, _ lifetime: Lifetime) -> AppEnvironment {
    var environment = self
    environment[ofScreen: Navigator.self] = navigator
    environment[ofScreen: PendingWork.self] = pendingWork
    environment[ofScreen: Lifetime.self] = lifetime
    return environment
  }
}

/// A question that is kept until it is answered or withdrawn.
@MainActor final class HeldQuestion {
  var cancellable: AnyCancellable?
}
