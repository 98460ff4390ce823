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
  private let application: CurrentValueSubject<ApplicationEvent, Never>

  private(set) var phase = Phase.opening
  var origin: Origin
  /// The id of the screen that opened this one, also when that is closed; `nil` if a front or the app's own view model did.
  private(set) var openerID: String?
  /// What this screen has opened, as long as it is open.
  var opened = OrderedList<RunningScreen> { $0.number }
  var holders = Holders()
  private(set) var views = Views()
  private(set) var work: Work
  /// Whether the screen has appeared. It does once, after its first state was shown.
  private(set) var hasAppeared = false
  /// The front whose event has caused the last change of the state; `nil` if none has.
  private(set) var changer: FrontID?
  /// Count the distinct states of the view model and, while any front hides what is private, those without that.
  var revisions = (bare: 0, hidden: 0)
  /// Whether the host is shown the state without what is private: while the application is inactive.
  private(set) var hidesFromHost: Bool

  enum Phase: Comparable {
    /// Nothing about it is reported.
    case opening
    /// Its opening is reported.
    case open
    /// Its closing has begun.
    case closing
    /// Its updates are complete.
    case closed
  }

  /// What has caused its opening, and what its end concerns.
  struct Origin {
    /// The screen that opened this one, and owns it; the app's own view model, too.
    weak var owner: RunningScreen?
    /// What waits for its result, if it is presented.
    var presentation: Presentation?
    /// Receives the result.
    var resultHandler: (((any ScreenOutcome)?) -> Void)?
    /// The front to which the screen appears; `nil` if it is the first one that shows it.
    fileprivate(set) var front: FrontID?
    /// The link to the screen with the parameters with which it was opened.
    var link: String?
  }

  /// The screen as fronts see it.
  struct Views {
    /// As the host does, while it is open in an app.
    var openHost: AnyScreenInstance?
    /// The same afterwards, as long as the host has it.
    weak var endedHost: AnyScreenInstance?
    /// As the attached fronts do, once for each.
    var attached = OrderedList<AnyScreenInstance> { $0.front.id.number }
  }

  /// The work that the user waits for.
  struct Work {
    let pending: PendingWork
    var stateIsBusy = false
    /// Whether the screen is counted as busy.
    var isCounted = false

    @MainActor var isGoingOn: Bool { stateIsBusy || pending.isPending }
  }

  init<Model: ViewModel>(
    _ screen: Screen<Model>, _ model: Model, number: Int, from origin: Origin, _ environment: AppEnvironment,
    _ navigator: Navigator, _ lifetime: Lifetime, in app: AppCore
  ) {
    let id = number == 0 ? AppCore.appID : "\(screen.name)-\(number)"
    self.id = id
    self.number = number
    self.origin = origin
    self.origin.front = app.reporter.handled.sender
    name = screen.name
    self.app = app
    reporter = app.reporter
    self.navigator = navigator
    self.lifetime = lifetime
    work = Work(pending: environment.pendingWork)
    application = environment.application
    hidesFromHost = application.value != .didBecomeActive
    let runner = ModelRunner(model, screen, id: id, app.reporter)
    self.runner = runner
    navigator.number = number
    // NB: not a weak reference to the screen, which would slow down each of its reference counts.
    work.pending.onChange = { [weak app] in app?.running.numbered(number)?.updateBusy() }
    openerID = opener?.id
    runner.start(self, application)
  }

  /// The screen as the host sees it; `nil` when it is closed, or its app has ended, and the host has released it.
  var hostInstance: AnyScreenInstance? { views.openHost ?? views.endedHost }

  /// Whether it is that of the app's own view model, which is always open.
  var isApp: Bool { number == 0 }
  var isClosing: Bool { phase >= .closing }
  var isClosed: Bool { phase == .closed }

  /// Whether the screen has a request in flight, or other work that the user waits for. While a person is asked to sign in again, only
  /// the sign-in can be busy.
  var isBusy: Bool { !isClosed && work.isGoingOn && !waitsForSignIn }

  /// Whether it has work that goes on after a person has signed in.
  var waitsForPerson: Bool { !isClosing && work.isGoingOn && waitsForSignIn }

  /// Whether a person is asked to sign in, at another screen that did not open this one.
  private var waitsForSignIn: Bool {
    guard !reporter.signIns.isEmpty else { return false }
    return presentationInFront.map { !reporter.signIns.contains($0.name) } ?? true
  }

  /// How it is presented, or what has opened it; `nil` if neither is.
  var presentationInFront: Presentation? {
    var first = self
    while let opener = first.opener { first = opener }
    return first.origin.presentation
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
  var opener: RunningScreen? { origin.owner?.isApp == true ? nil : origin.owner }

  func didOpen() { phase = .open }

  func beginClosing() { phase = max(phase, .closing) }

  /// Completes the updates.
  func complete() {
    guard !isClosed else { return }
    phase = .closed
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
    for view in views.attached where hiddenChanges || !view.hides { view.willChange() }
    if let hostInstance, hiddenChanges || !hostInstance.hides { hostInstance.willChange() }
  }

  /// What is shown while the application is active or not, as the case is, has changed.
  func didChange(_ state: some ScreenState) {
    guard !isClosed else { return }
    work.stateIsBusy = state.isBusy
    changer = reporter.handled.sender
    hostInstance?.publish()
    for view in views.attached { view.publish() }
    if phase != .opening, !reporter.isOver {
      let hasCause = reporter.isHandling || !runner.knowsEventsFirst
      reporter.report(.changed, about: self, by: hasCause ? .instance(id) : .unknown)
    }
    updateBusy()
  }

  /// Reports whether it is busy, if that has changed.
  func updateBusy() {
    if !reporter.signIns.isEmpty { app?.reportWaits() }
    guard phase != .opening, isBusy != work.isCounted, !reporter.isOver else { return }
    work.isCounted.toggle()
    var isIdle = app?.host.count(isBusy: work.isCounted) == true
    for view in views.attached where view.front.count(isBusy: work.isCounted) { isIdle = true }
    reporter.report(.busy(work.isCounted), about: self, by: .instance(id))
    if isIdle { reporter.busyEnded.send() }
  }
}

// MARK: - Who sees it

extension RunningScreen {
  /// The screen as a front sees it; `nil` if it does not see it.
  func view(for front: AppFront) -> AnyScreenInstance? {
    front.isHost ? hostInstance : views.attached.numbered(front.id.number)
  }

  /// A front sees the screen from now on.
  func addView(for front: AppFront, isOpening: Bool) {
    let view = runner.view(of: self, for: front, isOpening: isOpening)
    if front.isHost { views.openHost = view } else { views.attached.insert(view) }
    front.add(view)
  }

  /// A front sees the screen no more.
  func removeView(for front: AppFront) {
    guard let view = view(for: front) else { return }
    views.attached.remove(front.id.number)
    front.remove(view)
    // It may have been opened for that front.
    appearIfShown()
  }

  /// The screen is not the app's any more: nothing but the host's code retains what the host sees.
  func releaseHostInstance() {
    views.endedHost = views.openHost.take()
  }

  /// No attached front sees the screen any more.
  func releaseViews() {
    let released = views.attached
    views.attached.removeAll()
    for view in released { view.front.remove(view) }
  }

  /// The screen appears if a front has shown its first state, and it was opened for that one, for no certain one, or for one that
  /// does not see it any more.
  func appearIfShown() {
    guard !hasAppeared, !isClosing else { return }
    let all = views.attached.elements + (hostInstance.map { [$0] } ?? [])
    guard let first = all.first(where: \.wasShown) else { return }
    let view = origin.front.map { id in all.first { $0.front.id == id } ?? first } ?? first
    if view.wasShown { appear(to: view.front) }
  }

  /// The screen has accepted an event of a front, which holds it from now on.
  func didAccept(eventOf front: FrontID) {
    holders.didSend(front)
    hold(by: front)
  }

  /// A front holds the screen from now on, unless it is an assistant's.
  func hold(by front: FrontID) {
    // NB: the first look, because this is on the path of every event.
    guard front.number != 0, front.kind.isPerson, !holders.numbers.contains(front.number), !isApp, let app else {
      return
    }
    app.hold(self, by: front)
  }
}
