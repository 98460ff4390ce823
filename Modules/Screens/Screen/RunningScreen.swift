import Descriptions
import Streams

/// An open screen: who opened it, who holds and sees it, and whether it is busy. A front sees it as an ``AnyScreenInstance``; its
/// ``ScreenRunner`` knows its view model.
@MainActor final class RunningScreen {
  /// The id, which no other screen of the app has or will have: the name of the screen and a number, such as `balance-1`.
  let id: String
  /// Counts the screens in the order in which they were opened; 0 for that of the app's own view model.
  let number: Int
  let name: String
  let runner: any ScreenRunner
  private(set) weak var app: AppCore?
  let reporter: Reporter
  let navigator: Navigator
  /// How long the screen is open.
  let lifetime: Lifetime
  let pendingWork: PendingWork
  private let application: CurrentValueSubject<ApplicationEvent, Never>

  /// Whether it is that of the app's own view model, which is always open.
  let isApp: Bool
  /// The screen that opened this one, and owns it; the app's own view model, too.
  private(set) weak var owner: RunningScreen?
  /// What this screen has opened, as long as it is open.
  private(set) var opened = OrderedList<RunningScreen> { $0.number }
  /// The id of the screen that opened this one; `nil` if a front or the app's own view model did.
  private(set) var openerID: String?
  /// The link to the screen with the parameters with which it was opened.
  var link: String?
  /// What waits for its result, if it is presented.
  var presentation: Presentation?
  /// Receives the result.
  private var resultHandler: (((any ScreenOutcome)?) -> Void)?
  /// Whether its opening is reported. Nothing about it is reported before.
  var isReported = false
  /// Whether its closing has begun.
  private(set) var isClosing = false
  private(set) var isClosed = false
  /// Whether the screen has appeared. It does once, after its first state was shown.
  private(set) var hasAppeared = false
  private var stateIsBusy = false
  /// Whether it is counted as busy.
  private(set) var isCountedAsBusy = false

  // MARK: Fronts

  /// The numbers of the fronts that hold the screen.
  var holders = OrderedList<Int> { $0 }
  /// The front that has sent the first event; `nil` if none has.
  private var firstSender: FrontID?
  /// Whether several fronts have sent events.
  private var hasSeveralSenders = false
  /// Whether the app has opened it with no front as cause, or because of what the app has opened so. It stays open without a front.
  var isAppsOwn = false
  /// The screen as the host sees it, while it is open in an app.
  private var openHostInstance: AnyScreenInstance?
  /// The same afterwards, as long as the host has it.
  private weak var endedHostInstance: AnyScreenInstance?
  /// The screen as the attached fronts see it, once for each that does.
  private(set) var views = OrderedList<AnyScreenInstance> { $0.front.id.number }
  /// The front to which the screen appears; `nil` if it is the first one that shows it.
  var appearer: FrontID?
  /// The front whose event has caused the last change of the state; `nil` if none has.
  private(set) var changer: FrontID?
  /// Counts the distinct states of the view model.
  var bareRevision = 0
  /// Counts the distinct states without what is private, while any front hides it.
  var hiddenRevision = 0
  /// Whether the host is shown the state without what is private: while the application is inactive.
  private(set) var hidesFromHost: Bool

  init<Model: ViewModel>(
    _ screen: Screen<Model>, _ model: Model, number: Int, _ environment: AppEnvironment, _ navigator: Navigator,
    _ lifetime: Lifetime, in app: AppCore
  ) {
    let id = number == 0 ? AppCore.appID : "\(screen.name)-\(number)"
    self.id = id
    self.number = number
    isApp = number == 0
    name = screen.name
    self.app = app
    reporter = app.reporter
    self.navigator = navigator
    self.lifetime = lifetime
    pendingWork = environment.pendingWork
    application = environment.application
    hidesFromHost = application.value != .didBecomeActive
    let runner = ModelRunner(model, screen, id: id, app.reporter)
    self.runner = runner
    navigator.number = number
    // NB: not a weak reference to the screen, which would slow down each of its reference counts.
    pendingWork.onChange = { [weak app] in app?.running.numbered(number)?.updateBusy() }
    runner.start(self, application)
  }

  /// The screen as the host sees it; `nil` when it is closed, or its app has ended, and the host has released it.
  var hostInstance: AnyScreenInstance? { openHostInstance ?? endedHostInstance }

  /// Whether the screen has a request in flight, or other work that the user waits for. While a person is asked to sign in again, only
  /// the sign-in can be busy.
  var isBusy: Bool { !isClosed && (stateIsBusy || pendingWork.isPending) && !waitsForSignIn }

  /// Whether it has work that goes on after a person has signed in.
  var waitsForPerson: Bool { !isClosing && (stateIsBusy || pendingWork.isPending) && waitsForSignIn }

  /// Whether a person is asked to sign in, at another screen that did not open this one.
  private var waitsForSignIn: Bool {
    guard !reporter.signIns.isEmpty else { return false }
    return presentationInFront.map { !reporter.signIns.contains($0.name) } ?? true
  }

  /// How it is presented, or what has opened it; `nil` if neither is.
  var presentationInFront: Presentation? {
    var first = self
    while let opener = first.opener { first = opener }
    return first.presentation
  }

  // MARK: - Events

  /// Sends an event of a front. A closed screen ignores it.
  ///
  /// - Returns: The id of the question that a person is asked first; `nil` if none is.
  func send(_ event: JSONText, by front: AppFront, confirmed: Bool) throws(EventError) -> String? {
    isClosing ? nil : try runner.send(event, by: front, confirmed: confirmed)
  }

  /// Checks an event without applying it.
  func check(_ event: JSONText, by front: AppFront) throws(EventError) {
    if !isClosing { try runner.check(event, by: front) }
  }

  func appear(to front: AppFront) {
    guard !isClosing, !hasAppeared else { return }
    hasAppeared = true
    runner.appear(to: front)
  }

  // MARK: - Opening and closing

  /// The screen that opened this one; `nil` if a front or the app's own view model did.
  var opener: RunningScreen? { owner?.isApp == true ? nil : owner }

  func setOpener(_ opener: RunningScreen?, _ handler: (((any ScreenOutcome)?) -> Void)?) {
    owner = opener
    opener?.opened.insert(self)
    openerID = self.opener?.id
    resultHandler = handler
  }

  /// The screen is not among the open ones any more.
  func removeFromOwner() { owner?.opened.remove(number) }

  /// The app has ended, and retains nothing that this screen has opened.
  func releaseOpened() { opened.removeAll() }

  func removeResultHandler() -> (((any ScreenOutcome)?) -> Void)? {
    defer { resultHandler = nil }
    return resultHandler
  }

  /// Closes the screen of an app that has ended.
  func closeWithoutApp() {
    beginClosing()
    complete()
  }

  func beginClosing() { isClosing = true }

  /// Completes the updates.
  func complete() {
    guard !isClosed else { return }
    isClosed = true
    lifetime.finish()
    runner.close()
    hostInstance?.complete()
  }

  // MARK: - States

  /// Decides whether the host is shown what is private.
  ///
  /// - Returns: What it was shown until now, if that has changed.
  func updateHiding() -> AnyScreenInstance.Snapshot? {
    let hides = application.value != .didBecomeActive
    guard hides != hidesFromHost else { return nil }
    let snapshot = hostInstance?.snapshot
    hidesFromHost = hides
    return snapshot
  }

  /// The state is about to change.
  ///
  /// - Parameter hiddenChanges: Whether the state without what is private changes, too.
  func willChange(hiddenChanges: Bool) {
    for view in views where hiddenChanges || !view.hides { view.willChange() }
    if let hostInstance, hiddenChanges || !hostInstance.hides { hostInstance.willChange() }
  }

  /// What is shown while the application is active or not, as the case is, has changed.
  func didChange(_ state: some ScreenState) {
    guard !isClosed else { return }
    stateIsBusy = state.isBusy
    changer = reporter.sender
    hostInstance?.publish()
    for view in views { view.publish() }
    if isReported, !reporter.isOver {
      let hasCause = reporter.isHandling || !runner.knowsEventsFirst
      reporter.report(.changed, about: self, by: hasCause ? .instance(id) : .unknown)
    }
    updateBusy()
  }

  /// Reports whether it is busy, if that has changed.
  func updateBusy() {
    if !reporter.signIns.isEmpty { app?.reportWaits() }
    guard isReported, isBusy != isCountedAsBusy, !reporter.isOver else { return }
    isCountedAsBusy.toggle()
    var isIdle = app?.host.count(isBusy: isCountedAsBusy) == true
    for view in views where view.front.count(isBusy: isCountedAsBusy) { isIdle = true }
    reporter.report(.busy(isCountedAsBusy), about: self, by: .instance(id))
    if isIdle { reporter.busyEnded.send() }
  }
}

// MARK: - Who sees it

extension RunningScreen {
  /// The screen as a front sees it; `nil` if it does not see it.
  func view(for front: AppFront) -> AnyScreenInstance? {
    front.isHost ? hostInstance : views.numbered(front.id.number)
  }

  /// A front sees the screen from now on.
  func addView(for front: AppFront, isOpening: Bool) {
    let view = runner.view(of: self, for: front, isOpening: isOpening)
    if front.isHost { openHostInstance = view } else { views.insert(view) }
    front.add(view)
  }

  /// A front sees the screen no more.
  func removeView(for front: AppFront) {
    guard let view = view(for: front) else { return }
    views.remove(front.id.number)
    front.remove(view)
    // It may have been opened for that front.
    appearIfShown()
  }

  /// The screen is not the app's any more: nothing but the host's code retains what the host sees.
  func releaseHostInstance() {
    endedHostInstance = openHostInstance
    openHostInstance = nil
  }

  /// No attached front sees the screen any more.
  func releaseViews() {
    let released = views
    views.removeAll()
    for view in released { view.front.remove(view) }
  }

  /// The screen appears if a front has shown its first state, and it was opened for that one, for no certain one, or for one that
  /// does not see it any more.
  func appearIfShown() {
    guard !hasAppeared, !isClosing else { return }
    let all = views.elements + (hostInstance.map { [$0] } ?? [])
    guard let first = all.first(where: \.wasShown) else { return }
    let view = appearer.map { id in all.first { $0.front.id == id } ?? first } ?? first
    if view.wasShown { appear(to: view.front) }
  }

  /// Whether what was entered was entered by a front alone.
  func isEntered(onlyBy front: FrontID) -> Bool { !hasSeveralSenders && (firstSender ?? front) == front }

  /// The screen has accepted an event of a front, which holds it from now on.
  func didAccept(eventOf front: FrontID) {
    if firstSender != front {
      hasSeveralSenders = firstSender != nil
      if firstSender == nil { firstSender = front }
    }
    hold(by: front)
  }

  /// A front holds the screen from now on, unless it is an assistant's.
  func hold(by front: FrontID) {
    // NB: the first look, because this is on the path of every event.
    guard front.number != 0, front.kind.isPerson, !holders.contains(front.number), !isApp, let app else { return }
    app.hold(self, by: front)
  }
}
