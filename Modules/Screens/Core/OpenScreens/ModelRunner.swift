import Descriptions
import Streams

/// Runs the view model of an open screen, and shows its states. What becomes of an event is in EventDecision.swift.
@MainActor final class ModelRunner<Model: ViewModel>: ScreenRunner {
  let model: Model
  let hasPrivateFields = Model.State.fields.hasPrivateFields
  private(set) lazy var privateNames = hasPrivateFields ? Model.State.shape.privatePaths : []
  // Unowned, because the screen owns the runner. It is read only while the app owns the screen, see `isOpen`, or the screen is there.
  unowned(unsafe) var screen: RunningScreen?
  let reporter: Reporter
  let id: String
  let appearance: Model.Event?
  /// The events of the view model, if they ask before they deliver.
  let subject: EventSubject<Model.Event>?
  /// Publishes the accepted events of a view model with a subject of another type.
  lazy var relay = PassthroughSubject<Model.Event, Never>()
  /// Whether a person is asked before any of the events is applied.
  let asksFirst = Model.Event.asksFirst
  var isClosed = false
  var isDelivering = false
  /// The events that were sent during a delivery.
  var waiting: [(event: Model.Event, cause: AppReport.Cause)] = []
  // NB: asking a generic array whether it is empty makes its type at run time, each time.
  var waitingCount = 0
  /// How many events were delivered to a plain subject that are still on their way to the last subscriber.
  var ownCount = 0
  /// The state of the view model.
  private var bare: Model.State
  /// The same for code that does not know its type, if it was asked for.
  private var boxed: (any ScreenState)?
  /// The same without what is private, if it was made.
  private var hidden: Model.State?
  private var cancellables: [AnyCancellable] = []

  init(_ model: Model, _ screen: Screen<Model>, id: String, _ reporter: Reporter) {
    self.model = model
    self.id = id
    self.reporter = reporter
    appearance = screen.appearance
    subject = model.eventSubject as? EventSubject<Model.Event>
    bare = model.state
  }

  var anyModel: AnyObject { model }

  var knowsEventsFirst: Bool { subject != nil }

  /// Whether the screen is open in an app. If not, its view model has a plain subject, and nothing is reported.
  var isOpen: Bool { !isClosed && !reporter.isOver }

  /// The cause of an event that is sent to the view model's subject.
  var cause: AppReport.Cause { reporter.cause(for: id) }

  /// Follows the events and the states from here on.
  func start(_ screen: RunningScreen, _ application: some Publisher<ApplicationEvent, Never>) {
    self.screen = screen
    #if DEBUG
      // A state may have no sample for `AnyScreen.check(_:)`; the first one that is shown is as good.
      let mistakes = DescriptionCheck.mistakes(in: bare)
      precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
    #endif
    followEvents()?.store(in: &cancellables)
    // NB: the property still holds the old state while the new one is published, so the published value counts. The
    // first value arrives at once and becomes the state of revision 1.
    // Unowned, because the runner owns the subscription; a weak reference would slow down each reference count.
    model.statePublisher
      .sink { [unowned self] in show($0) }
      .store(in: &cancellables)
    guard hasPrivateFields else { return }
    // NB: after the view model's own subscription, so what it makes of the event is one update with this.
    application.dropFirst()
      .sink { [unowned self, model] _ in show(model.state) }
      .store(in: &cancellables)
  }

  // The view model is asked after its parts.
  var canLeave: Bool { subject?.partsCanBeLeft != false && model.canLeave() }

  func close() {
    isClosed = true
    subject?.setPerformer(nil)
  }

  // MARK: - States

  /// The state of the view model or, if it has something private, that state without it.
  func shown(hides: Bool) -> Model.State { hides && hasPrivateFields ? hiddenState : bare }

  func state(hides: Bool) -> any ScreenState {
    if hides, hasPrivateFields { return hiddenState }
    // NB: what is boxed already is not boxed again.
    if let boxed { return boxed }
    let state: any ScreenState = bare
    boxed = state
    return state
  }

  func isShown(_ state: any ScreenState, hides: Bool) -> Bool { state as? Model.State == shown(hides: hides) }

  func view(of screen: RunningScreen, for front: AppFront, isOpening: Bool) -> AnyScreenInstance {
    ScreenInstance(screen, self, for: front, isOpening: isOpening)
  }

  /// The state of the view model without what is private.
  private var hiddenState: Model.State {
    if let hidden { return hidden }
    let state = hiding(bare)
    hidden = state
    return state
  }

  /// A state without what is private.
  private func hiding(_ state: Model.State) -> Model.State {
    let hidden = state.hidingPrivateFields
    #if DEBUG
      let json = hidden.json
      let texts = PrivateTexts(
        of: JSONText(scanned: state.json[...]), without: JSONText(scanned: json[...]), Model.State.shape)
      if texts.field(in: json) != nil {
        for member in JSONText(scanned: json[...]).members {
          guard let field = texts.field(in: member.value.bytes) else { continue }
          reportPrivate(field, in: "The field \"\(member.name.string ?? "")\"", remedy: "isPrivate(as:)")
        }
      }
    #endif
    return hidden
  }

  func compare(_ json: @autoclosure () -> [UInt8], _ name: String, remedy: String) {
    #if DEBUG
      guard hasPrivateFields, reporter.hidesSomewhere else { return }
      let (whole, rest) = (bare.json, hiddenState.json)
      let texts = PrivateTexts(
        of: JSONText(scanned: whole[...]), without: JSONText(scanned: rest[...]), Model.State.shape)
      if let field = texts.field(in: json()) { reportPrivate(field, in: name, remedy: remedy) }
    #endif
  }

  #if DEBUG
    private func reportPrivate(_ field: String, in name: String, remedy: String) {
      reporter.note(
        fault:
          "\(name) of \"\(screen?.name ?? "")\" has a text of the private field \"\(field)\", and fronts read it from which "
          + "that is hidden. Describe it as private: \(remedy).")
    }
  #endif

  private func show(_ state: Model.State) {
    guard let screen else { return }
    if hasPrivateFields { return showPartly(state, in: screen) }
    guard screen.revisions.bare == 0 || state != bare else { return }
    screen.willChange(hiddenChanges: true)
    set(state, in: screen)
    screen.didChange(state)
  }

  // NB: on its own, because its optional states make their types at run time, each time.
  @inline(never) private func showPartly(_ state: Model.State, in screen: RunningScreen) {
    let isFirst = screen.revisions.bare == 0
    let isOther = isFirst || state != bare
    // What the host was shown, if what is private begins or ends to be hidden from it.
    let snapshot = screen.updateHiding()
    guard isOther || snapshot != nil else { return }
    // While a front hides what is private, it is shown each change of the rest.
    let isHidden = isOther && reporter.hidesSomewhere && !isFirst
    let newHidden = isHidden ? hiding(state) : nil
    let hiddenChanges = isFirst || isHidden && newHidden != hiddenState
    screen.willChange(hiddenChanges: hiddenChanges || snapshot != nil)
    if isOther {
      set(state, in: screen)
      hidden = newHidden
      if hiddenChanges { screen.revisions.hidden += 1 }
    }
    let isShown: Bool
    if let snapshot {
      screen.hostInstance?.didChangeActivity(from: snapshot)
      isShown = !self.isShown(snapshot.state, hides: screen.hidesFromHost)
    } else {
      isShown = hiddenChanges || !screen.hidesFromHost
    }
    if isShown { screen.didChange(shown(hides: screen.hidesFromHost)) }
  }

  private func set(_ state: Model.State, in screen: RunningScreen) {
    bare = state
    boxed = nil
    screen.revisions.bare += 1
  }
}
