public import Descriptions
public import Streams

/// An open screen, for fronts that exchange JSON with it.
///
/// The revision counts the distinct states from 1. A front that reads `snapshot` and subscribes to `updates` without an
/// `await` in between misses no state.
@preconcurrency @MainActor public class AnyScreenInstance {
  /// The screen's name.
  public let name: String
  /// The current state, as it is shown.
  public private(set) var snapshot: Snapshot
  /// Every snapshot that follows `snapshot`. Completes when the instance is closed.
  public var updates: AnyPublisher<Snapshot, Never> { updateSubject.eraseToAnyPublisher() }
  /// Whether the screen has a request in flight, or other work that the user waits for; see ``PendingWork``.
  public var isBusy: Bool {
    !isClosed && (stateIsBusy || pendingWork.isPending && app?.countsPendingWork == true)
  }
  /// Whether the instance was closed. A closed instance ignores events and publishes no updates. Its snapshot still
  /// follows the view model, so a value that has to be hidden is hidden there as well.
  public private(set) var isClosed = false
  /// The instance that opened this one; `nil` if a front did.
  public private(set) weak var opener: AnyScreenInstance?

  /// A state with its revision.
  public struct Snapshot: Sendable {
    /// Increases with each snapshot.
    public let revision: Int
    /// What is shown of the screen: the view model's state, whose private properties are placeholders while the
    /// application does not have the user's attention.
    public let state: any ScreenState
  }

  /// The view model, for code that does not know its type; `nil` after its release.
  public private(set) weak var anyModel: AnyObject?

  private let updateSubject = PassthroughSubject<Snapshot, Never>()
  private let application: CurrentValueSubject<ApplicationEvent, Never>
  private let actions: Actions
  private let pendingWork: PendingWork
  private weak var app: AppCore?
  private var stateIsBusy = false
  /// Receives the result.
  private var resultHandler: (((any ScreenOutcome)?) -> Void)?
  /// Whether the instance is closed, or its closing has begun.
  private(set) var isClosing = false
  /// Whether the app has closed it, and not the front. ``AppCore/navigation`` then publishes the reason.
  public private(set) var wasClosedByApp = false

  /// Whether a front has shown the screen.
  package private(set) var hasAppeared = false

  /// Whether an event is being delivered that was reported before.
  package internal(set) var isDelivering = false

  let navigator: Navigator

  /// What the view model can be asked for.
  struct Actions {
    let appear: () -> Void
    /// Reads an event, and returns what can be done with it.
    let read: (JSONText) throws(InputError) -> ReadEvent
    let mayBeLeft: () -> Bool
  }

  /// An event that was read.
  struct ReadEvent {
    /// Why the state does not allow it.
    let refusal: () -> String?
    let apply: () -> Void
  }

  init(
    _ name: String, _ model: AnyObject, _ state: any ScreenState, _ context: ScreenContext, in app: AppCore,
    _ actions: Actions
  ) {
    self.name = name
    anyModel = model
    snapshot = Snapshot(revision: 0, state: state)
    application = app.environment.application
    navigator = context.navigator
    pendingWork = context.pendingWork
    self.app = app
    self.actions = actions
    pendingWork.onChange = { [weak app] in app?.updateBusy() }
  }

  /// Reports to the screen that it appeared. A front calls it after it has shown the first snapshot.
  public func viewDidAppear() {
    guard !isClosing else { return }
    hasAppeared = true
    actions.appear()
  }

  /// Applies an event, `{"type":…}`. When the call returns, `snapshot` reflects the event, unless a subscriber of
  /// `updates` sent it: put `receive(on: DispatchQueue.main)` before that subscriber.
  ///
  /// - Throws: an `EventError`: the event cannot be read, and an `InputError` names the place of the fault and what was
  ///   expected there, never a value; or the state does not allow it. No event is applied in that case.
  public func send(_ event: JSONText) throws(EventError) {
    if !isClosing { try checked(event).apply() }
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `EventError` that ``send(_:)`` would throw.
  public func check(_ event: JSONText) throws(EventError) {
    if !isClosing { _ = try checked(event) }
  }

  /// Applies an event that was applied before, whether or not the state allows it: a front in this process may have sent
  /// it to the view model.
  package func repeatEvent(_ event: JSONText) throws(InputError) {
    if !isClosing { try actions.read(event).apply() }
  }

  private func checked(_ json: JSONText) throws(EventError) -> ReadEvent {
    let event: ReadEvent
    do throws(InputError) { event = try actions.read(json) } catch { throw .input(error) }
    if let reason = event.refusal() { throw .refused(reason: reason) }
    return event
  }

  /// Closes the instance unless it may not be left: the user goes back. It asks the screen, and before it all that it has
  /// opened, the innermost first. One that may not be left shows its question.
  ///
  /// - Returns: Whether the instance is closed.
  public func leave() -> Bool {
    guard !isClosing else { return true }
    for instance in (app?.allOpened(by: self) ?? []).reversed() + [self] where !instance.actions.mayBeLeft() {
      app?.onAction?(.leave(self))
      return false
    }
    close()
    return true
  }

  /// Closes the instance, and before it all that it has opened. It is not asked. Its requests in flight are cancelled as soon
  /// as the front has released the view model, too.
  public func close() {
    guard !isClosing else { return }
    if let app { return app.close(self, nil, by: self) }
    beginClosing()
    complete(byApp: false)
  }

  func beginClosing() { isClosing = true }

  /// Completes the updates.
  func complete(byApp: Bool) {
    guard !isClosed else { return }
    wasClosedByApp = byApp
    isClosed = true
    updateSubject.send(completion: .finished)
  }

  func setOpener(_ opener: AnyScreenInstance?, _ handler: (((any ScreenOutcome)?) -> Void)?) {
    self.opener = opener
    resultHandler = handler
  }

  func removeResultHandler() -> (((any ScreenOutcome)?) -> Void)? {
    defer { resultHandler = nil }
    return resultHandler
  }

  /// Whether the application has the user's attention.
  var isActive: Bool { application.value == .didBecomeActive }

  /// Publishes a state that differs from the last one.
  func publish(_ state: some ScreenState) {
    snapshot = Snapshot(revision: snapshot.revision + 1, state: state)
    guard !isClosed else { return }
    stateIsBusy = state.isBusy
    updateSubject.send(snapshot)
    app?.updateBusy()
  }
}
