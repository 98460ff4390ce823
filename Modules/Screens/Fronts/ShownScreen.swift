public import Descriptions
public import Streams

/// An open screen as a front sees it. What is private is hidden while the front hides it, and the front has a count of its own of
/// the states.
@preconcurrency @MainActor public class AnyShownScreen {
  /// The screen, which all fronts share.
  public let instance: AnyScreenInstance
  /// The front.
  public let front: AppFront

  /// What is subtracted from the instance's count to make the front's.
  private var offset: Int
  /// The last revision that was published.
  private var publishedRevision: Int
  /// The last revision that was reported.
  private var reportedRevision: Int
  private var updateSubject: PassthroughSubject<AnyScreenInstance.Snapshot, Never>?
  /// Whether the front has shown the first state.
  private(set) var wasShown = false
  /// What was counted when the front has let go of it, or it was closed: a frame about it may still wait.
  private var released: (revision: Int, bareRevision: Int, activityChanges: Int)?

  /// - Parameter isOpening: Whether the instance was just opened. A front that sees it later counts from 1.
  init(_ instance: AnyScreenInstance, for front: AppFront, isOpening: Bool) {
    self.instance = instance
    self.front = front
    offset = 0
    publishedRevision = 1
    reportedRevision = 1
    if !isOpening { offset = count - 1 }
    publishedRevision = revision
    reportedRevision = revision
  }

  /// The id of the instance.
  public var id: String { instance.id }
  /// The screen's name.
  public var name: String { instance.name }
  /// Whether the front sees the screen, and it is open.
  public var isOpen: Bool { released == nil && !instance.isClosed }
  /// Whether the front holds the screen, which stays open as long as a front holds it.
  public var isHeld: Bool { instance.holders.contains(front.id.number) }
  /// Whether it is the front's own: the front holds the screen, or a command of the front has caused the opening, or the app has
  /// opened it of its own accord. A front that is shared sees those of others, too.
  public var isOwn: Bool { isHeld || openingFront == front.id || instance.isAppsOwn }
  /// Whether the screen has a request in flight, or other work that the user waits for.
  public var isBusy: Bool { instance.isBusy }
  /// The instance that opened this one, if the front sees that; `nil` also if a front did.
  public var openerID: String? { instance.openerID.flatMap { front.screen($0)?.id } }
  /// The front whose command has caused the opening; `nil` if none has.
  public var openingFront: FrontID? { instance.appearer }
  /// The front whose event has caused the last change of the state; `nil` if none has.
  public var changer: FrontID? { instance.changer }

  /// Counts the distinct states that this front was or could have been shown.
  public var revision: Int {
    guard let released else { return count - offset }
    let activityChanges = instance.hasPrivateFields ? front.activityChanges - released.activityChanges : 0
    return released.revision + instance.bareRevision - released.bareRevision + activityChanges
  }

  /// The current state, as this front may see it.
  public var snapshot: AnyScreenInstance.Snapshot {
    AnyScreenInstance.Snapshot(revision: revision, state: instance.state(hides: front.hidesPrivateFields))
  }

  /// Every snapshot that follows ``snapshot``, at once. Completes when the front sees the screen no more.
  public var updates: AnyPublisher<AnyScreenInstance.Snapshot, Never> {
    guard isOpen else { return Empty().eraseToAnyPublisher() }
    let subject = updateSubject ?? PassthroughSubject()
    updateSubject = subject
    return subject.eraseToAnyPublisher()
  }

  /// The instance's count of the states that this front is shown.
  private var count: Int {
    front.hidesPrivateFields && instance.hasPrivateFields ? instance.hiddenRevision : instance.bareRevision
  }

  // MARK: - Commands

  /// Sends an event, `{"type":…}`, as ``AnyScreenInstance/send(_:confirmed:)`` does. The front holds the screen from now on, unless
  /// it is an assistant's.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - confirmed: Whether the front has asked the person. An assistant's front cannot say so.
  /// - Throws: an `EventError`; no event is applied in that case.
  public func send(_ event: JSONText, confirmed: Bool = false) throws(EventError) {
    _ = try sendOrHold(event, confirmed: confirmed)
  }

  /// Sends an event, as ``send(_:confirmed:)`` does.
  ///
  /// - Returns: The id of the question that a person is asked first, if the event is held; `nil` if it was applied.
  public func sendOrHold(_ event: JSONText, confirmed: Bool = false) throws(EventError) -> String? {
    isOpen ? try instance.send(event, by: front, confirmed: confirmed) : nil
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `EventError` that ``send(_:confirmed:)`` would throw; one that a person is asked about first is not.
  public func check(_ event: JSONText) throws(EventError) {
    if isOpen { try instance.check(event, by: front) }
  }

  /// The front has shown the first state. The screen appears if it was opened for this front, and has not appeared yet.
  public func didShow() {
    guard isOpen, !wasShown else { return }
    wasShown = true
    instance.appearIfShown()
  }

  /// The front shows the screen: it is its current one, and the front holds it from now on.
  ///
  /// - Throws: `AppCommandError.tooManyScreens`; nothing has changed in that case.
  public func show() throws(AppCommandError) { try front.show(self) }

  /// Lets go of the screen: the user goes back. If no other front holds it, it closes, unless it asks before it is left.
  ///
  /// - Returns: Whether the front has let go of it.
  @discardableResult public func leave() -> Bool {
    guard !instance.isApp else { return false }
    guard isOpen, let app = instance.app else { return true }
    return app.release(self, asks: true)
  }

  /// Lets go of the screen. If no other front holds it, it closes, and before it all that it has opened. It is not asked.
  public func close() {
    guard isOpen, !instance.isApp, let app = instance.app else { return }
    _ = app.release(self, asks: false)
  }

  // MARK: - Changes

  /// Publishes a change at once, to those who have asked for ``updates``.
  func publish() {
    guard let updateSubject, !front.isChangingActivity, publishedRevision != revision else { return }
    publishedRevision = revision
    updateSubject.send(snapshot)
  }

  /// Whether there is a change that was not reported; it counts as reported then.
  func takeChange() -> Bool {
    let revision = revision
    guard revision != reportedRevision else { return false }
    reportedRevision = revision
    return true
  }

  /// The front has begun or ended to hide what is private.
  func didChangeActivity(from old: AnyScreenInstance.Snapshot) {
    let isShown = instance.isShown(old.state, hides: front.hidesPrivateFields)
    offset = count - (isShown ? old.revision : old.revision + 1)
  }

  /// The front sees the screen no more.
  func release() {
    released = (revision, instance.bareRevision, front.activityChanges)
    updateSubject?.send(completion: .finished)
  }
}

/// An open screen as a front sees it, and its view model.
///
///     let front = app.attach(.prompt)
///     let shelf = try front.open(.shelf)
///     shelf.statePublisher.map(\.title).assign(to: \.text, on: label).store(in: &cancellables)
///     button.touchUpInsidePublisher.map { .sortButtonWasTapped }.subscribe(shelf.eventSubject).store(in: &cancellables)
public final class ShownScreen<Model: ViewModel>: AnyShownScreen {
  private let typed: ScreenInstance<Model>

  init(_ instance: ScreenInstance<Model>, for front: AppFront, isOpening: Bool) {
    typed = instance
    super.init(instance, for: front, isOpening: isOpening)
  }

  /// The view model. Its own state has what is private.
  public var model: Model { typed.model }

  /// The current state, as this front may see it.
  public var state: Model.State { typed.shown(hides: front.hidesPrivateFields) }

  /// The current ``state`` and every later one. Completes when the front sees the screen no more.
  public var statePublisher: AnyPublisher<Model.State, Never> {
    updates.compactMap { $0.state as? Model.State }.prepend(state).eraseToAnyPublisher()
  }

  /// Sends to the screen what views send here: see ``send(_:confirmed:)``. The reason of a refused event is reported to the front.
  public var eventSubject: ShownEventSubject<Model> { ShownEventSubject(self) }

  /// Sends an event, as ``AnyShownScreen/send(_:confirmed:)`` does with one in JSON.
  ///
  /// - Throws: an `EventError`; it is not applied in that case.
  public func send(_ event: Model.Event, confirmed: Bool = false) throws(EventError) {
    _ = try sendOrHold(event, confirmed: confirmed)
  }

  /// Sends an event, as ``send(_:confirmed:)`` does.
  ///
  /// - Returns: The id of the question that a person is asked first, if the event is held; `nil` if it was applied.
  public func sendOrHold(_ event: Model.Event, confirmed: Bool = false) throws(EventError) -> String? {
    isOpen ? try typed.send(event, by: front, confirmed: confirmed) : nil
  }
}
