import Descriptions
import Streams

/// The app: the list of its screens, and the instances that are open.
///
/// A front with views of its own opens a screen by value and gets its view model. A front that knows no screen opens it
/// by name and exchanges JSON with it. Code in the process that attaches no front uses that of the ``host``.
///
///     let app = AppCore(environment, AppDefinition(screens: [AnyScreen(.shelf), AnyScreen(.book)]))
///     let shelf = app.open(.shelf)
///     shelf.model.eventSubject.send(.viewDidAppear)
///
///     let book = try app.open("book", parameters: JSONText(scanning: #"{"title":"Emma"}"#.utf8))
///     try book.send(JSONText(scanning: #"{"type":"lendButtonWasTapped"}"#.utf8))
///
/// The process stops, in each build, when the description of a screen has a mistake, which it names; see ``AnyScreen/check(_:)``. An
/// app of a program or of the C library is refused before that.
@preconcurrency @MainActor public final class AppCore {
  /// The surroundings of the screens.
  public let environment: AppEnvironment
  /// What the app is defined by. The backends and the values are those of the ``environment``.
  package let definition: AppDefinition
  /// The front of code in the process that has attached none. It sees all that is open.
  public let host: AppFront
  /// How many screens may be open, and how long a front may be away.
  public var limits: AppLimits

  let reporter = Reporter()
  /// What was asked of the fronts.
  let questions: Questions
  /// The open screens, oldest first.
  private(set) var running = OrderedList<RunningScreen> { $0.number }
  /// Those that the app has opened of its own accord, and that each front sees.
  private(set) var appsOwn = OrderedList<RunningScreen> { $0.number }
  /// Whether the application's activity is being published.
  var isPublishingActivity = false
  /// The screens that a front has let go of, or that have lost one that they had opened, until those close that nothing keeps open.
  var maybeUnheld: [RunningScreen] = []
  /// How many fronts were attached.
  var frontCount = 0
  /// How many screens have been opened.
  private var openedCount = 0
  /// What screens have asked for, in order.
  private let navigations = NavigationQueue()
  /// What hooks onto the app.
  let features: [any AppFeature]
  /// Follows the account.
  private let account = AccountFollower()
  /// The screens that are presented, by name.
  var presentations: [String: Presentation] = [:]
  /// The question that offers a sign-in again that was closed.
  var signInOffer: String?
  /// What waits for a person, as it was reported last.
  var reportedWaits: [PersonWait] = []
  private var cancellables: Set<AnyCancellable> = []

  /// Creates an app without open screens, as it is defined: its screens, its own view model, its layout and its links. The backends
  /// and the values are those of the environment.
  ///
  ///     let app = AppCore(world.environment, .library)
  public convenience init(_ environment: AppEnvironment, _ definition: AppDefinition) {
    self.init(environment, definition, followedBy: nil)
  }

  /// Creates an app as it is defined. The backends and the values of the definition are in the environment already.
  ///
  /// - Parameter follower: A feature beside those of the definition, which receives each report before they do.
  package init(_ environment: AppEnvironment, _ definition: AppDefinition, followedBy follower: (any AppFeature)?) {
    if let sentence = definition.mistakeInNames { preconditionFailure(sentence) }
    Self.requireDescriptions(of: definition)
    self.definition = definition
    limits = definition.limits
    features = (follower.map { [$0] } ?? []) + definition.addedFeatures.map { $0() } + definition.features()
    var environment = environment
    environment.launchAccount()
    for feature in features { feature.prepare(&environment) }
    environment = environment.handled(by: reporter, definition.catalogs)
    // NB: without the questions, which retain it.
    let own = environment
    questions = Questions(reporter, main: environment.main, words: { own.words })
    environment.questions = questions
    self.environment = environment
    host = AppFront(.host, isShared: true, reports: reporter.queue.reports)
    host.isActive = environment.isActive
    reporter.hidesSomewhere = !host.isActive
    host.app = self
    // One subscription, so that the jobs of the main scheduler do not depend on who waits for the end of all work.
    reporter.busyEnded.receive(on: environment.main)
      .sink { [reporter, host] in
        if !host.isBusy { reporter.report(.idle, by: .front(.host)) }
        MainActor.assumeIsolated { for front in reporter.fronts.takeIdle() { front.reportIdle() } }
      }
      .store(in: &cancellables)
    environment.application.dropFirst()
      .sink { [weak self] event in MainActor.assumeIsolated { self?.didPublish(event) } }
      .store(in: &cancellables)
    account.begin(in: self)
    for feature in features { feature.launch(in: self) }
    if let screen = definition.app { start(screen.typed) }
  }

  deinit {
    // What a front sees and the screen retain each other.
    let (reporter, running, host) = (reporter, running, host)
    reporter.lifetime.finish()
    onMain {
      for screen in running {
        screen.lifetime.finish()
        screen.opened.removeAll()
        screen.releaseViews()
        if let instance = screen.hostInstance { host.forget(instance) }
        screen.releaseHostInstance()
      }
      reporter.fronts.removeAll()
    }
  }

  /// Stops, naming each mistake in the descriptions of the screens. Those of the same types are looked at once.
  private static func requireDescriptions(of definition: AppDefinition) {
    let mistakes = definition.hasCheckedScreens ? definition.mistakesInApp : definition.mistakes
    // NB: a precondition of a release build stops without its sentence.
    guard mistakes.isEmpty else { fatalError(mistakes.map { "\n  " + $0.description }.joined()) }
  }

  /// Whether as many screens are open as may be.
  private var isFull: Bool {
    running.count - (appInstance == nil ? 0 : 1) + navigations.waitingCount >= limits.screens
  }

  /// Whether a front may open another screen.
  func hasRoom(for front: AppFront) -> Bool {
    !isFull && front.heldCount + navigations.waitingCount < limits.screensOfFront
  }

  /// Throws if a front may not open another screen.
  func requireRoom(for front: AppFront) throws(AppCommandError) {
    guard front.heldCount + navigations.waitingCount < limits.screensOfFront else {
      throw .tooManyScreens(limit: limits.screensOfFront)
    }
    guard !isFull else { throw .tooManyScreens(limit: limits.screens) }
  }

  /// Opens a screen for a front.
  func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, by front: AppFront
  ) -> ScreenInstance<Model> {
    let ownership = ownership(ofScreenOpenedBy: front)
    let running = reporter.run(by: front.id) {
      add(screen, parameters, ownership, RunningScreen.Origin(), by: .front(front.id))
    }
    // It may be closed already.
    let instance = running.view(for: front) ?? running.runner.view(of: running, for: front, isOpening: true)
    guard let instance = instance as? ScreenInstance<Model> else {
      preconditionFailure("The screen \(screen.name) has another view model.")
    }
    return instance
  }

  /// Opens a screen, and performs what its view model has asked for while it was made.
  ///
  /// - Parameters:
  ///   - cause: The screen that asks for it, or the front that opens it.
  ///   - isApps: Whether it is the screen of the app's own view model.
  @discardableResult func add<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, _ ownership: Ownership, _ origin: RunningScreen.Origin,
    by cause: AppReport.Cause, isApps: Bool = false
  ) -> RunningScreen {
    let navigator = Navigator(self, outcome: Model.Outcome.self, isApps: isApps)
    let lifetime = Lifetime(environment.session)
    let environment = environment.ofScreen(navigator, PendingWork(), lifetime)
    // While it is made, it may ask for another one.
    let model = navigations.opening(for: ownership.holders) { screen.makeModel(parameters, environment) }
    if !isApps { openedCount += 1 }
    let instance = RunningScreen(
      screen, model, number: isApps ? 0 : openedCount, from: origin, environment, navigator, lifetime, in: self)
    for holder in ownership.holders {
      front(holder)?.heldCount += 1
      instance.holders.numbers.insert(holder)
    }
    instance.holders.isAppsOwn = ownership.isAppsOwn
    running.insert(instance)
    origin.owner?.opened.insert(instance)
    if isApps { reporter.appScreen = instance } else if ownership.isAppsOwn { appsOwn.insert(instance) }
    instance.addView(for: host, isOpening: true)
    instance.didOpen()
    if definition.links.routes.contains(where: { $0.screen == instance.name }) {
      instance.origin.link = definition.links.link(
        to: instance.name, parameters: JSONText(scanned: parameters.json[...]))
    }
    for front in ownership.viewers { instance.addView(for: front, isOpening: true) }
    reporter.report(.opened(parameters), about: instance, by: cause)
    instance.updateBusy()
    instance.navigator.didOpen()
    return instance
  }

  /// What a recording has in place of an answer that its front cannot make again.
  package func recordedReply(to question: String) -> FrontReply? { questions.recordedReplies[question] }

  /// Notes what a recording has in place of an answer that its front cannot make again.
  package func note(recordedReply reply: FrontReply, to question: String) {
    questions.recordedReplies[question] = reply
  }

  /// Answers a question as a front did in a session that was recorded.
  package func repeatAnswer(_ id: String, _ reply: FrontReply, by front: AppFront) throws(AppCommandError) {
    try questions.answer(id, reply, by: front, isPerson: true)
  }
}

// MARK: - Navigation

extension AppCore {
  /// Performs a navigation, or lets it wait for the current one.
  func navigate(_ navigation: @escaping () -> Void) {
    if navigations.perform(navigation) { closeUnheld() }
  }

  /// Performs a navigation, also in the middle of another one.
  func navigateAtOnce(_ navigation: @escaping () -> Void) {
    if navigations.isPerforming { navigation() } else { navigate(navigation) }
  }

  /// Counts a screen that a screen asks for.
  ///
  /// - Parameters:
  ///   - instance: The screen that asks; `nil` while it is made.
  ///   - replaces: Whether it takes the place of another one.
  ///   - isHeld: Whether the fronts that hold the screen that asks will hold it.
  func reserveOpening(
    for instance: RunningScreen?, replaces: Bool, isHeld: Bool
  ) throws(NavigationError) {
    let holders = isHeld ? instance.map { ownership(of: $0).holders } ?? navigations.holders : []
    // Of the fronts that will hold it, one may be full because of what others have opened for it.
    let isRoom = !isFull && (holders.isEmpty || holders.contains { front($0).map { hasRoom(for: $0) } ?? true })
    // A chain of navigations, each of which causes the next, has an end.
    guard replaces || isRoom, navigations.chainLength < limits.screensOfFront else {
      throw .tooManyScreens(limit: limits.screensOfFront)
    }
    navigations.reserve(replaces: replaces)
  }

  /// Reports a mistake of the app's code, or something that is wrong at its start, in a sentence for its developer; see
  /// ``AppReport/Event/fault(_:)``.
  public func report(fault: String) { Reporter.report(fault: fault, to: reporter) }

  /// A screen that was asked for is opened, or is not to be opened any more.
  func endReservation() { navigations.endReservation() }

  /// Closes an instance: first all that it has opened, the innermost first, then itself. Then its result handler runs.
  ///
  /// - Parameters:
  ///   - reason: The reason; `nil` if the front that is the cause closes it.
  ///   - outcome: The result.
  ///   - cause: The screen that asks for it, or the front that closes it.
  func close(
    _ instance: RunningScreen, _ reason: CloseReason?, _ outcome: (any ScreenOutcome)? = nil,
    by cause: AppReport.Cause
  ) {
    let opened = allOpened(by: instance)
    for instance in [instance] + opened { instance.beginClosing() }
    for opened in opened.reversed() {
      _ = opened.origin.resultHandler.take()
      finish(opened, .openerClosed, nil, by: cause.isFront ? .instance(instance.id) : cause)
    }
    let handler = instance.origin.resultHandler.take()
    finish(instance, reason, outcome, by: cause)
    guard let handler else { return }
    let owner = instance.origin.owner
    navigate { if owner?.isClosing != true { handler(outcome) } }
  }

  /// Closes all that an instance has opened, the newest first.
  func closeOpened(by instance: RunningScreen, cause: RunningScreen) {
    for opened in instance.opened.reversed() where !opened.isClosing {
      close(opened, .closedByApp, by: .instance(cause.id))
    }
  }

  /// All open screens that an instance has opened, and what those have opened; an opener before what it has opened, older ones first.
  func allOpened(by instance: RunningScreen) -> [RunningScreen] {
    // An instance is newer than its opener.
    var result = OrderedList<RunningScreen> { $0.number }
    var openers = [instance]
    while let opener = openers.popLast() {
      for opened in opener.opened where !opened.isClosing {
        result.insert(opened)
        openers.append(opened)
      }
    }
    return result.elements
  }

  private func finish(
    _ instance: RunningScreen, _ reason: CloseReason?, _ outcome: (any ScreenOutcome)?, by cause: AppReport.Cause
  ) {
    instance.complete()
    if let presentation = instance.origin.presentation, reason != .replaced { end(presentation) }
    if !presentations.isEmpty { reportWaits() }
    questions.didClose(instance)
    for holder in instance.holders.numbers { front(holder)?.heldCount -= 1 }
    instance.holders.numbers.removeAll()
    if let opener = instance.opener, opener.holders.numbers.isEmpty, !opener.isClosing { maybeUnheld.append(opener) }
    instance.origin.owner?.opened.remove(instance.number)
    running.remove(instance.number)
    appsOwn.remove(instance.number)
    if let view = instance.hostInstance { host.forget(view) }
    let outgoing = outcome?.outgoing
    if let outgoing {
      instance.runner.compare(
        outgoing.rest.json, "The result", remedy: "isPrivate(as:)")
    }
    reporter.report(.closed(reason, outcome: outgoing), about: instance, by: cause)
    instance.updateBusy()
    instance.releaseHostInstance()
  }
}
