public import Descriptions
public import Streams

/// An open screen, for fronts that exchange JSON with it.
///
/// The revision counts the distinct states from 1. A front that reads `snapshot` and subscribes to `updates` without an
/// `await` in between misses no state.
@preconcurrency @MainActor public class AnyScreenInstance {
  /// The id, which no other instance of the app has or will have: the name of the screen and a number, such as `balance-1`.
  public let id: String
  /// The screen's name.
  public let name: String
  /// The current state, as it is shown.
  public private(set) var snapshot: Snapshot
  /// Every snapshot that follows `snapshot`. Completes when the instance is closed.
  public var updates: AnyPublisher<Snapshot, Never> { updateSubject.eraseToAnyPublisher() }
  /// Whether the screen has a request in flight, or other work that the user waits for; see ``PendingWork``. While a person is asked to
  /// sign in (``AppEnvironment/renewSession(presenting:)``), it is the person who is waited for, and no screen is busy but that of the
  /// sign-in and what that has opened.
  public var isBusy: Bool { !isClosed && (stateIsBusy || pendingWork.isPending) && !waitsForSignIn }
  /// Whether the instance was closed. A closed instance ignores events and publishes no updates. Its snapshot still
  /// follows the view model, so a value that has to be hidden is hidden there as well.
  public private(set) var isClosed = false
  /// The instance that opened this one; `nil` if a front or the app's own view model did.
  public var opener: AnyScreenInstance? { owner?.isApp == true ? nil : owner }
  /// The id of the instance that opened this one; `nil` if a front or the app's own view model did.
  public private(set) var openerID: String?
  /// Whether it is the instance of the app's own view model, which is always open.
  public var isApp: Bool { self === reporter.appInstance }

  /// A state with its revision.
  public struct Snapshot: Sendable {
    /// Increases with each snapshot.
    public let revision: Int
    /// What is shown of the screen: the view model's state, whose private properties are placeholders while the
    /// application does not have the user's attention.
    public let state: any ScreenState
  }

  /// The view model, for code that does not know its type; `nil` after its release.
  package private(set) weak var anyModel: AnyObject?

  private let updateSubject = PassthroughSubject<Snapshot, Never>()
  private let application: CurrentValueSubject<ApplicationEvent, Never>
  private let actions: Actions
  private let pendingWork: PendingWork
  private(set) weak var app: AppCore?
  let reporter: Reporter
  /// The instance that opened this one, and owns it; the app's own view model, too.
  private(set) weak var owner: AnyScreenInstance?
  /// How long the screen is open.
  let lifetime: Lifetime
  /// What waits for its result, if it is presented.
  var presentation: Presentation?
  private var stateIsBusy = false
  /// Whether its opening is reported. Nothing about it is reported before.
  var isReported = false
  /// Whether it is counted as busy.
  private(set) var isCountedAsBusy = false
  /// Receives the result.
  private var resultHandler: (((any ScreenOutcome)?) -> Void)?
  /// Whether the instance is closed, or its closing has begun.
  private(set) var isClosing = false
  /// Whether the screen has appeared. It does once, after its first state was shown.
  public private(set) var hasAppeared = false

  // MARK: Fronts

  /// The numbers of the fronts that hold the screen.
  var holders: [Int] = []
  /// Whether the app has opened it with no front as cause, or because of what the app has opened so. It stays open without a front.
  var isAppsOwn = false
  /// What the fronts see of it, one for each front that sees it.
  var views: [AnyShownScreen] = []
  /// The front to which the screen appears; `nil` if it is the first one that shows it.
  var appearer: FrontID?
  /// The front whose event has caused the last change of the state; `nil` if none has.
  private(set) var changer: FrontID?
  /// Counts the distinct states of the view model.
  var bareRevision = 0
  /// Counts the distinct states without what is private, while any front hides it.
  var hiddenRevision = 0
  /// Whether anything in the state is private.
  let hasPrivateFields: Bool

  let navigator: Navigator

  /// What the view model can be asked for.
  struct Actions {
    let appear: (AppFront?) -> Void
    /// Reads an event of a front and sends it, unless the state does not allow it.
    let send: (JSONText, AppFront?, _ confirmed: Bool) throws(EventError) -> String?
    /// Reads an event of a front, and throws what `send` would throw.
    let check: (JSONText, AppFront?) throws(EventError) -> Void
    /// Reads an event of a front and applies it, whether or not the state allows it.
    let apply: (JSONText, AppFront?) throws(InputError) -> Void
    /// Reads an event of a front and holds it.
    let hold: (JSONText, AppFront?) throws(InputError) -> Void
    let canLeave: () -> Bool
    /// The screen was closed.
    let didClose: () -> Void
    /// Whether each event of the view model is known before what comes of it.
    let hasDoor: Bool
  }

  init(
    _ name: String, id: String, _ model: AnyObject, _ state: any ScreenState, hasPrivateFields: Bool,
    _ context: ScreenContext, in app: AppCore, _ actions: Actions
  ) {
    self.hasPrivateFields = hasPrivateFields
    self.id = id
    self.name = name
    anyModel = model
    snapshot = Snapshot(revision: 0, state: state)
    application = app.environment.application
    navigator = context.navigator
    lifetime = context.lifetime
    pendingWork = context.pendingWork
    self.app = app
    reporter = app.reporter
    self.actions = actions
    // NB: not a weak reference to the instance, which would slow down each of its reference counts.
    pendingWork.onChange = { [weak app] in app?.instance(id)?.updateBusy() }
  }

  /// Reports to the screen that it appeared, which it does once. The host of the app calls it after it has shown the first
  /// snapshot of a screen that it has opened; a front that is attached calls ``AnyShownScreen/didShow()``.
  public func viewDidAppear() { appear(to: nil) }

  func appear(to front: AppFront?) {
    guard !isClosing, !hasAppeared else { return }
    hasAppeared = true
    actions.appear(front)
  }

  /// Applies an event, `{"type":…}`. When the call returns, `snapshot` reflects the event, unless a subscriber of
  /// `updates` sent it: put `receive(on: DispatchQueue.main)` before that subscriber.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - confirmed: Whether the person was asked already about an event with a question; see
  ///     `EventCase.destructive(asking:)`.
  /// - Throws: an `EventError`: the event cannot be read, and an `InputError` names the place of the fault and what was
  ///   expected there, never a value; the state does not allow it; or a person has to be asked and none can be. No event is
  ///   applied in that case.
  public func send(_ event: JSONText, confirmed: Bool = false) throws(EventError) {
    _ = try send(event, by: nil, confirmed: confirmed)
  }

  func send(_ event: JSONText, by front: AppFront?, confirmed: Bool) throws(EventError) -> String? {
    isClosing ? nil : try actions.send(event, front, confirmed)
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `EventError` that ``send(_:confirmed:)`` would throw; one that a person is asked about first is not.
  public func check(_ event: JSONText) throws(EventError) {
    try check(event, by: nil)
  }

  func check(_ event: JSONText, by front: AppFront?) throws(EventError) {
    if !isClosing { try actions.check(event, front) }
  }

  /// Applies an event that was applied before, whether or not the state allows it: a front in this process may have sent
  /// it to the view model.
  package func repeatEvent(_ event: JSONText, by front: AppFront? = nil) throws(InputError) {
    if !isClosing { try actions.apply(event, front) }
  }

  /// Holds an event that was held before, as ``repeatEvent(_:by:)`` applies one.
  package func repeatHolding(_ event: JSONText, by front: AppFront? = nil) throws(InputError) {
    if !isClosing { try actions.hold(event, front) }
  }

  /// Closes the instance for all fronts unless it may not be left. It asks the screen, and before it all that it has
  /// opened, the innermost first. One that may not be left shows its question. A front that is attached lets go of a screen by
  /// ``AnyShownScreen/leave()``.
  ///
  /// - Returns: Whether the instance is closed.
  public func leave() -> Bool {
    guard !isApp else { return false }
    guard !isClosing, let app else {
      close()
      return true
    }
    return app.leave(self, by: .host)
  }

  /// Closes the instance for all fronts, and before it all that it has opened. It is not asked. Its requests in flight are
  /// cancelled as soon as the front has released the view model, too. A front that is attached lets go of a screen by
  /// ``AnyShownScreen/close()``.
  public func close() {
    guard !isClosing, !isApp else { return }
    guard let app else {
      beginClosing()
      return complete()
    }
    reporter.run(for: id, by: .host) { app.close(self, nil, by: .front(.host)) }
  }

  /// Whether the screen may be left.
  var canLeave: Bool { actions.canLeave() }

  func beginClosing() { isClosing = true }

  /// Completes the updates.
  func complete() {
    guard !isClosed else { return }
    isClosed = true
    lifetime.finish()
    actions.didClose()
    updateSubject.send(completion: .finished)
  }

  func setOpener(_ opener: AnyScreenInstance?, _ handler: (((any ScreenOutcome)?) -> Void)?) {
    owner = opener
    openerID = self.opener?.id
    resultHandler = handler
  }

  func removeResultHandler() -> (((any ScreenOutcome)?) -> Void)? {
    defer { resultHandler = nil }
    return resultHandler
  }

  /// Whether the application has the user's attention.
  var isActive: Bool { application.value == .didBecomeActive }

  /// The state of the view model, or that state without what is private.
  package func state(hides: Bool) -> any ScreenState { snapshot.state }

  /// The fronts that see the screen without what is private; none if nothing in it is.
  package var frontsWithoutPrivateFields: [FrontID] {
    hasPrivateFields ? views.filter(\.front.hidesPrivateFields).map(\.front.id) : []
  }

  /// Whether a state is what is shown now.
  package func isShown(_ state: any ScreenState, hides: Bool) -> Bool { true }

  /// What a front sees of the screen.
  func makeView(for front: AppFront, isOpening: Bool) -> AnyShownScreen {
    AnyShownScreen(self, for: front, isOpening: isOpening)
  }

  /// Publishes a state that differs from the last one.
  func publish(_ state: some ScreenState) {
    snapshot = Snapshot(revision: snapshot.revision + 1, state: state)
    guard !isClosed else { return }
    stateIsBusy = state.isBusy
    changer = reporter.sender
    updateSubject.send(snapshot)
    for view in views { view.publish() }
    if isReported, !reporter.isOver {
      let hasCause = reporter.isHandling || !actions.hasDoor
      reporter.report(.changed, about: self, by: hasCause ? .instance(id) : .unknown)
    }
    updateBusy()
  }

  /// The screen gets an event of a front, which holds it from now on.
  func hold(by front: FrontID) {
    // NB: the first look, because this is on the path of every event.
    guard front.number != 0, front.kind.isPerson, !holders.contains(front.number), !isApp, let app else { return }
    app.hold(self, by: front)
  }

  /// Whether a person is asked to sign in, elsewhere.
  private var waitsForSignIn: Bool {
    guard !reporter.signInScreens.isEmpty, let app else { return false }
    return reporter.signInScreens.contains { app.presentations[$0] != nil } && !isOfSignIn
  }

  /// Whether a person signs in here.
  private var isOfSignIn: Bool { reporter.signInScreens.contains(name) || owner?.isOfSignIn == true }

  /// Reports whether it is busy, if that has changed.
  func updateBusy() {
    guard isReported, isBusy != isCountedAsBusy, !reporter.isOver else { return }
    isCountedAsBusy.toggle()
    reporter.report(isBusy: isCountedAsBusy, of: self, id: id)
  }
}
