public import Descriptions
public import Streams

/// An open screen as a front sees it, for fronts that exchange JSON with it. What is private is hidden while the front hides it, and
/// the front has a count of its own of the states.
///
/// The revision counts the distinct states from 1. A front that reads ``snapshot`` and subscribes to ``updates`` without an
/// `await` in between misses no state.
@preconcurrency @MainActor public class AnyScreenInstance {
  /// The front.
  public let front: AppFront
  /// The screen, which all fronts share.
  let screen: RunningScreen

  /// What is subtracted from the screen's count to make the front's.
  private var offset = 0
  /// The last revision that was published.
  private var publishedRevision = 1
  /// The last revision that was reported.
  private var reportedRevision = 1
  private var updateSubject: PassthroughSubject<Snapshot, Never>?
  /// Whether the front has shown the first state.
  private(set) var wasShown = false
  /// What was counted when an attached front has let go of it, or it was closed: a frame about it may still wait.
  private var released: (revision: Int, bareRevision: Int, activityChanges: Int)?

  /// A state with its revision.
  public struct Snapshot: Sendable {
    /// Increases with each snapshot.
    public let revision: Int
    /// The view model's state, whose private properties are placeholders while the front hides them.
    public let state: any ScreenState
    /// What of the state is hidden from the front: the names of its private members, with a slash before those inside of another one.
    public let hidden: [String]
  }

  /// - Parameter isOpening: Whether the screen was just opened. A front that sees it later counts from 1.
  init(_ screen: RunningScreen, for front: AppFront, isOpening: Bool) {
    self.screen = screen
    self.front = front
    if !isOpening { offset = count - 1 }
    publishedRevision = revision
    reportedRevision = revision
  }

  /// The id, which no other screen of the app has or will have: the name of the screen and a number, such as `balance-1`.
  public var id: String { screen.id }
  /// The screen's name.
  public var name: String { screen.name }
  /// Whether the front sees the screen, and it is open. A closed screen ignores events and publishes no updates. Its snapshot still
  /// follows the view model, so a value that has to be hidden is hidden there as well.
  public var isOpen: Bool { released == nil && !screen.isClosed }
  /// Whether it is that of the app's own view model, which is always open.
  public var isApp: Bool { screen.isApp }
  /// Whether the front holds the screen, which stays open as long as a front holds it.
  public var isHeld: Bool { screen.holders.numbers.contains(front.id.number) }
  /// Whether it is the front's own: the front holds the screen, or a command of the front has caused the opening, or the app has
  /// opened it of its own accord. A front that is shared sees those of others, too.
  public var isOwn: Bool { isHeld || openingFront == front.id || screen.holders.isAppsOwn }
  /// Whether the screen has a request in flight, or other work that the user waits for; see ``PendingWork``. While a person is asked
  /// to sign in again (``AppEnvironment/renewSession(presenting:)``), only the sign-in can be busy: the others wait for the person.
  public var isBusy: Bool { screen.isBusy }
  /// Whether the screen has appeared. It does once, after its first state was shown.
  public var hasAppeared: Bool { screen.hasAppeared }
  /// The screen that opened this one, if the front sees that; `nil` also if a front or the app's own view model did.
  public var opener: AnyScreenInstance? { screen.opener?.view(for: front) }
  /// The front whose command has caused the opening; `nil` if none has.
  public var openingFront: FrontID? { screen.origin.front }
  /// The front whose event has caused the last change of the state; `nil` if none has.
  public var changer: FrontID? { screen.changer }
  /// The link to the screen with the parameters with which it was opened; `nil` if no route of the app leads to it. See ``AppLinks``.
  public var link: String? { screen.origin.link }
  /// The id of the screen that opened this one, which may be closed by now.
  package var openerID: String? { screen.openerID }
  /// Whether it, or what has opened it, is presented once for all who need it, such as a sign-in, and so stands in front of all else.
  package var isInFront: Bool { screen.presentationInFront != nil }
  /// The view model, for code that does not know its type.
  package var anyModel: AnyObject { screen.runner.anyModel }

  /// Counts the distinct states that this front was or could have been shown.
  public var revision: Int {
    guard let released else { return count - offset }
    let activityChanges = screen.runner.hasPrivateFields ? front.hiding.changes - released.activityChanges : 0
    return released.revision + screen.revisions.bare - released.bareRevision + activityChanges
  }

  /// The current state, as this front may see it.
  public var snapshot: Snapshot {
    let hides = hides
    return Snapshot(
      revision: revision, state: screen.runner.state(hides: hides), hidden: hides ? screen.runner.privateNames : [])
  }

  /// Every snapshot that follows ``snapshot``, at once. Completes when the front sees the screen no more.
  public var updates: AnyPublisher<Snapshot, Never> {
    guard isOpen else { return Empty().eraseToAnyPublisher() }
    if let updateSubject { return updateSubject.eraseToAnyPublisher() }
    let subject = PassthroughSubject<Snapshot, Never>()
    updateSubject = subject
    publishedRevision = revision
    return subject.eraseToAnyPublisher()
  }

  /// Whether the front hides what is private.
  var hides: Bool { front.isHost ? screen.hidesFromHost : front.hidesPrivateFields }

  /// The screen's count of the states that this front is shown.
  private var count: Int {
    screen.runner.hasPrivateFields && hides ? screen.revisions.hidden : screen.revisions.bare
  }

  // MARK: - Commands

  /// Sends an event, `{"type":…}`. When the call returns, ``snapshot`` reflects the event, unless a subscriber of ``updates`` sent it:
  /// put `receive(on: DispatchQueue.main)` before that subscriber. The front holds the screen from now on, unless it is an
  /// assistant's.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - confirmed: Whether the front has asked the person about an event with a question; see `EventCase.destructive(asking:)`. An
  ///     assistant's front cannot say so.
  /// - Throws: an `EventError`: the event cannot be read, and an `InputError` names the place of the fault and what was
  ///   expected there, never a value; the state does not allow it; or a person has to be asked and none can be. No event is
  ///   applied in that case.
  public func send(_ event: JSONText, confirmed: Bool = false) throws(EventError) {
    _ = try sendOrHold(event, confirmed: confirmed)
  }

  /// Sends an event, as ``send(_:confirmed:)`` does.
  ///
  /// - Returns: The id of the question that a person is asked first, if the event is held; `nil` if it was applied.
  public func sendOrHold(_ event: JSONText, confirmed: Bool = false) throws(EventError) -> String? {
    isOpen ? try screen.send(event, by: front, confirmed: confirmed) : nil
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `EventError` that ``send(_:confirmed:)`` would throw; one that a person is asked about first is not.
  public func check(_ event: JSONText) throws(EventError) {
    if isOpen { try screen.check(event, by: front) }
  }

  /// The front has shown the first state. The screen appears, which it does once, if it was opened for this front, for no certain
  /// one, or for one that does not see it any more.
  public func viewDidAppear() {
    guard isOpen, !wasShown else { return }
    wasShown = true
    screen.appearIfShown()
  }

  /// The front shows the screen: it is its current one, and the front holds it from now on.
  ///
  /// - Throws: `AppCommandError.tooManyScreens`; nothing has changed in that case.
  public func show() throws(AppCommandError) { try front.show(self) }

  /// Lets go of the screen: the user goes back. If no other front holds it, it closes, unless it asks before it is left: it is asked,
  /// and before it all that it has opened, the innermost first. One that may not be left asks a person, or shows its question in its
  /// state. What the host leaves closes for all fronts.
  ///
  /// - Returns: Whether the front has let go of it, or what is asked first. The app's own view model is not left.
  @discardableResult public func leave() -> LeaveOutcome { letGo(asks: true) }

  /// Lets go of the screen. If no other front holds it, it closes, and before it all that it has opened. It is not asked. What the host
  /// closes closes for all fronts. Its requests in flight are cancelled as soon as the front has released the view model, too.
  public func close() { _ = letGo(asks: false) }

  /// Whether this front alone holds the screen and what that has opened, and has alone entered what is in there.
  package var isFrontsAlone: Bool {
    let branch = [screen] + (screen.app?.allOpened(by: screen) ?? [])
    return branch.allSatisfy { $0.holders.areOnly(front.id) }
  }

  private func letGo(asks: Bool) -> LeaveOutcome {
    guard !isApp else { return .held(question: nil) }
    guard isOpen, !screen.isClosing else { return .left }
    guard let app = screen.app else {
      screen.complete()
      return .left
    }
    return app.release(self, asks: asks)
  }

  // MARK: - Replay

  /// Applies an event that was applied before, whether or not the state allows it: a front in this process may have sent
  /// it to the view model.
  package func repeatEvent(_ event: JSONText, by front: AppFront) throws(InputError) {
    if !screen.isClosing { try screen.runner.repeat(event, by: front) }
  }

  /// Holds an event that was held before, as ``repeatEvent(_:by:)`` applies one.
  package func repeatHolding(_ event: JSONText, by front: AppFront) throws(InputError) {
    if !screen.isClosing { try screen.runner.repeatHolding(event, by: front) }
  }

  /// The attached fronts that see the screen without what is private; none if nothing in it is.
  package var frontsWithoutPrivateFields: [FrontID] {
    screen.runner.hasPrivateFields ? screen.views.attached.filter(\.hides).map(\.front.id) : []
  }

  /// The state without what is private.
  package var hiddenState: any ScreenState { screen.runner.state(hides: true) }

  /// Whether a state is the one without what is private.
  package func isHiddenState(_ state: any ScreenState) -> Bool { screen.runner.isShown(state, hides: true) }

  // MARK: - Changes

  /// The state that the front is shown is about to change.
  func willChange() {}

  /// The state that the front is shown has changed.
  func didChange() {}

  /// Publishes a change at once, to those who have asked for ``updates``.
  final func publish() {
    guard !front.hiding.isChanging else { return }
    didChange()
    guard let updateSubject, publishedRevision != revision else { return }
    publishedRevision = revision
    updateSubject.send(snapshot)
  }

  /// Whether there is a change that was not reported; it counts as reported then.
  final func takeChange() -> Bool {
    let revision = revision
    guard revision != reportedRevision else { return false }
    reportedRevision = revision
    return true
  }

  /// The front has begun or ended to hide what is private.
  final func didChangeActivity(from old: Snapshot) {
    // An attached front is told what is hidden, also where the state looks the same.
    let isShown = front.isHost && screen.runner.isShown(old.state, hides: hides)
    offset = count - (isShown ? old.revision : old.revision + 1)
  }

  /// An attached front sees the screen no more.
  final func release() {
    released = (revision, screen.revisions.bare, front.hiding.changes)
    complete()
  }

  /// Nothing more is published.
  final func complete() { updateSubject?.send(completion: .finished) }
}
