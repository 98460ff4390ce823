import Descriptions
import Streams
import Words

/// Runs the view model of an open screen: each event goes through it, wherever it was sent, and is accepted or refused, and reported
/// before what comes of it; and each state.
@MainActor final class ModelRunner<Model: ViewModel>: ScreenRunner {
  let model: Model
  let hasPrivateFields = Model.State.fields.hasPrivateFields
  private(set) lazy var privateNames = hasPrivateFields ? Model.State.shape.privatePaths : []
  // Unowned, because the screen owns the runner. It is read only while the app owns the screen, see `isOpen`, or the screen is there.
  private unowned(unsafe) var screen: RunningScreen?
  private let reporter: Reporter
  private let id: String
  private let appearance: Model.Event?
  /// The events of the view model, if they ask before they deliver.
  private let subject: EventSubject<Model.Event>?
  /// Publishes the accepted events of a view model with a subject of another type.
  private lazy var relay = PassthroughSubject<Model.Event, Never>()
  /// Whether a person is asked before any of the events is applied.
  private let asksFirst = Model.Event.asksFirst
  private var isClosed = false
  private var isDelivering = false
  /// The events that were sent during a delivery.
  private var waiting: [(event: Model.Event, cause: AppReport.Cause)] = []
  // NB: asking a generic array whether it is empty makes its type at run time, each time.
  private var waitingCount = 0
  /// How many events were delivered to a plain subject that are still on their way to the last subscriber.
  private var ownCount = 0
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
  private var isOpen: Bool { !isClosed && !reporter.isOver }

  /// The cause of an event that is sent to the view model's subject.
  private var cause: AppReport.Cause { reporter.cause(for: id) }

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

  // MARK: - Events

  private func read(_ event: JSONText, by front: AppFront) throws(EventError) -> Model.Event {
    do throws(InputError) {
      return try Model.Event(
        front.reading(event) {
          (Model.Event.shape(for: Model.State.self, appearance: nil), fields: Model.State.shape.members)
        })
    } catch { throw .input(error) }
  }

  func send(_ event: JSONText, by front: AppFront, confirmed: Bool) throws(EventError) -> String? {
    try send(read(event, by: front), by: front, confirmed: confirmed, isTyped: false)
  }

  func check(_ event: JSONText, by front: AppFront) throws(EventError) {
    let event = try read(event, by: front)
    if let refusal = refusal(of: event, by: front) { throw error(refusal, of: event, to: front) }
  }

  func `repeat`(_ event: JSONText, by front: AppFront) throws(InputError) {
    let event = try Model.Event(event)
    guard event == appearance, let screen, !screen.hasAppeared else { return perform(event, by: front) }
    screen.appear(to: front)
  }

  /// The events of the view model as a front sends and receives them.
  func events(sentBy front: @escaping @MainActor @Sendable (Model.Event) -> Void) -> EventSubject<Model.Event> {
    EventSubject(subject?.accepted ?? relay, sentBy: front)
  }

  /// Takes the events that are sent to the view model's subject from here on.
  ///
  /// - Returns: The subscription to a plain subject, which is only observed.
  private func followEvents() -> AnyCancellable? {
    guard let subject else {
      // NB: a plain subject delivers what is sent to it: the event is reported when the view model has handled it.
      return model.eventSubject.sink { [unowned self] event in
        if ownCount > 0 { ownCount -= 1 } else { report(sent: event, by: cause) }
        relay.send(event)
      }
    }
    subject.setPerformer { [weak self] event in
      assert(event.isDescribed, Self.mistake(event))
      guard let self, isOpen || isDelivering else { return false }
      if reporter.isFollowing {
        let sender = reporter.actor
        reporter.perform { [self] in decide(event, by: .front(sender)) }
      } else if isDelivering {
        wait(event, by: cause)
      } else {
        decide(event, by: cause)
      }
      return true
    }
    return nil
  }

  func close() {
    isClosed = true
    subject?.setPerformer(nil)
  }

  private func refusal(of event: Model.Event, by front: AppFront, confirmed: Bool = false) -> Refusal? {
    if confirmed, asksFirst, !front.mayConfirm {
      return Refusal(.confirmedByAssistant, Words.text("A person confirms this. Send it without \"confirmed\"."))
    }
    if let screen, let refusal = front.refusal(of: event, to: screen) { return refusal }
    return refusal(of: event)
  }

  /// Why the state does not allow an event: the state of the part that it is for, or that of the screen.
  private func refusal(of event: Model.Event) -> Refusal? {
    subject?.refusalOfPart(event) ?? model.refusalOfState(event)
  }

  /// The texts in the language of the app.
  private var words: Words { screen?.app?.environment.words ?? .english }

  private func error(_ refusal: Refusal, of event: Model.Event, to front: AppFront) -> EventError {
    let reason = reason(refusal, of: event)
    return .refused(reason, read: reason.value(for: front), code: refusal.code)
  }

  private func reason(_ refusal: Refusal, of event: Model.Event) -> Outgoing<String> {
    let reason = refusal.reason(in: words)
    compare(
      reason.rest.json, "The reason against the event \"\(EventShape.name(of: event))\"",
      remedy: "withPrivateReasons()")
    return reason
  }

  private func report(_ refusal: Refusal, of event: Model.Event, by cause: AppReport.Cause) {
    let reason = reason(refusal, of: event)
    let app = screen?.app
    let front = cause.front.flatMap { app?.front($0.number) } ?? app?.host
    report(.refused(event, reason: front.map { reason.value(for: $0) } ?? reason.rest), by: cause)
  }

  // The view model is asked after its parts.
  var canLeave: Bool { subject?.partsCanBeLeft != false && model.canLeave() }

  /// Sends an event of a front.
  ///
  /// - Returns: The id of the question that a person is asked first; `nil` if none is.
  func send(
    _ event: Model.Event, by front: AppFront, confirmed: Bool, isTyped: Bool
  ) throws(EventError) -> String? {
    let sender = front.id
    if let refusal = refusal(of: event, by: front, confirmed: confirmed) {
      report(refusal, of: event, by: .front(sender))
      throw error(refusal, of: event, to: front)
    }
    // What waits until another command is done is held then.
    if asksFirst, !confirmed, !reporter.isHandling {
      if let question = try hold(event, by: sender, isTyped: isTyped) { return question }
    }
    perform(event, by: front, confirmed: confirmed || !asksFirst)
    return nil
  }

  /// Applies an event of a front.
  private func perform(_ event: Model.Event, by front: AppFront, confirmed: Bool = true) {
    let sender = front.id
    guard reporter.isHandling, let screen else { return accept(event, by: .front(sender), of: sender) }
    reporter.perform { [self] in
      if !screen.isClosing { decide(event, by: .front(sender), confirmed: confirmed) }
    }
  }

  // MARK: Events with a question

  /// Holds an event if a person is asked first.
  ///
  /// - Parameter isTyped: Whether code in the process has sent it. It counts as confirmed where no front is attached.
  /// - Returns: The id of the question; `nil` if none is asked.
  /// - Throws: an `EventError` if no person can be asked.
  private func hold(_ event: Model.Event, by sender: FrontID, isTyped: Bool) throws(EventError) -> String? {
    guard let question = event.question(in: model.state), let screen, let questions = screen.app?.questions else {
      return nil
    }
    let reason: String
    switch questions.hasRoom
      ? questions.target(ofEventBy: sender) : .cannot(words.text("Too many questions are open."))
    {
    case .fronts(let fronts): return hold(event, question, by: sender, asking: fronts, in: screen, questions)
    case .none:
      if isTyped { return nil }
      reason = words.text(
        "A person is asked before this, and no front is attached. Ask, and send it with \"confirmed\".")
    case .cannot(let obstacle): reason = words.text("A person is asked before this. \(obstacle)")
    }
    report(.refused(event, reason: reason), by: .front(sender))
    throw .confirmationNeeded(reason: reason)
  }

  private func hold(
    _ event: Model.Event, _ question: (question: EventQuestion, name: String), by sender: FrontID,
    asking fronts: [FrontID], in screen: RunningScreen, _ questions: Questions
  ) -> String {
    questions.hold(question, before: event, to: screen, by: sender, asking: fronts) { [weak self] in
      self?.release(event, by: sender) ?? .dropped
    }
  }

  /// Applies an event that was held, unless the state does not allow it any more.
  private func release(_ event: Model.Event, by sender: FrontID) -> QuestionEnd.HeldEvent {
    guard isOpen, let screen, !screen.isClosing else { return .dropped }
    let front = screen.app?.front(sender.number)
    if let refusal = front.map({ refusal(of: event, by: $0) }) ?? refusal(of: event) {
      report(refusal, of: event, by: .front(sender))
      return .refused(reason(refusal, of: event))
    }
    // A consequence of the answer, which a replay gives again.
    accept(event, by: .instance(id), of: sender)
    return .applied
  }

  func repeatHolding(_ event: JSONText, by front: AppFront) throws(InputError) {
    let (event, sender) = (try Model.Event(event), front.id)
    guard let question = event.question(in: model.state), let screen, let questions = screen.app?.questions,
      case .fronts(let fronts) = questions.target(ofEventBy: sender)
    else { return }
    _ = hold(event, question, by: sender, asking: fronts, in: screen, questions)
  }

  // MARK: Applying

  /// Applies the event of the appearance. To show a screen is not to hold it.
  func appear(to front: AppFront) {
    guard let event = appearance else { return }
    let sender = front.id
    guard reporter.isHandling, let screen else {
      return accept(event, by: .front(sender), of: nil, isAppearance: true)
    }
    reporter.perform { [self] in
      if !screen.isClosing { accept(event, by: .front(sender), of: nil, isAppearance: true) }
    }
  }

  func isAppearance(_ event: any ScreenEvent) -> Bool { appearance.map { $0 == event as? Model.Event } == true }

  /// Applies an event unless the state does not allow it.
  private func decide(_ event: Model.Event, by cause: AppReport.Cause, confirmed: Bool = false) {
    if let refusal = refusal(of: event) {
      report(refusal, of: event, by: cause)
    } else if asksFirst, !confirmed, let sender = cause.front {
      do throws(EventError) {
        if try hold(event, by: sender, isTyped: true) == nil { accept(event, by: cause, of: sender) }
      } catch {
        // The refusal is reported.
      }
    } else {
      accept(event, by: cause, of: cause.front)
    }
  }

  /// Applies an event, or lets it wait for the delivery that goes on. Then it is decided anew.
  ///
  /// - Parameters:
  ///   - holder: The front that has sent it, and holds the screen from now on.
  ///   - isAppearance: Whether it is the appearance of the screen.
  private func accept(
    _ event: Model.Event, by cause: AppReport.Cause, of holder: FrontID?, isAppearance: Bool = false
  ) {
    guard !isDelivering else { return wait(event, by: cause) }
    if let holder { screen?.didAccept(eventOf: holder) }
    isDelivering = true
    let outer = reporter.begin(for: id, by: cause.front, isAppearance: isAppearance, work: screen?.work.pending)
    deliver(event, by: cause)
    if waitingCount > 0 { deliverWaiting() }
    isDelivering = false
    reporter.end(for: outer)
  }

  // NB: a function with a value of a generic tuple makes its type at run time, each time.
  @inline(never) private func deliverWaiting() {
    while waitingCount > 0 {
      waitingCount -= 1
      let next = waiting.removeFirst()
      if let refusal = refusal(of: next.event) {
        report(refusal, of: next.event, by: next.cause)
      } else {
        deliver(next.event, by: next.cause)
      }
    }
  }

  @inline(never) private func wait(_ event: Model.Event, by cause: AppReport.Cause) {
    waiting.append((event, cause))
    waitingCount += 1
  }

  private func deliver(_ event: Model.Event, by cause: AppReport.Cause) {
    report(sent: event, by: cause)
    if let subject { return subject.deliver(event) }
    ownCount += 1
    model.eventSubject.send(event)
  }

  /// Reports an event that is delivered, or that a plain subject has delivered.
  private func report(sent event: Model.Event, by cause: AppReport.Cause) {
    assert(event.isDescribed, Self.mistake(event))
    report(.sent(event), by: cause)
  }

  private func report(_ event: AppReport.Event, by cause: AppReport.Cause) {
    if isOpen, let screen { reporter.report(event, about: screen, by: cause) }
  }

  private static func mistake(_ event: Model.Event) -> String {
    "\(Model.Event.self): no case describes the event \(EventShape.name(of: event))."
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
