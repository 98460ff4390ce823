public import Observation
public import Streams
import Words

/// An open screen and its view model.
///
///     let shelf = app.open(.shelf)
///     shelf.model.eventSubject.send(.sortButtonWasTapped)
///     print(shelf.state.title)
///
/// It is `Observable`, so a view that reads ``state`` needs no adapter:
///
///     struct ShelfView: View {
///       let shelf: ScreenInstance<ShelfViewModel>
///       var body: some View { Text(shelf.state.title) }
///     }
public final class ScreenInstance<Model: ViewModel>: AnyScreenInstance, Observable {
  /// The view model. Its own state may have private values while the application does not have the user's attention.
  public let model: Model

  private let door: Door
  private let registrar = ObservationRegistrar()
  // NB: made once, because a key path of a generic type is made by a search at run time.
  private let statePath: KeyPath<ScreenInstance, Model.State> = \.state
  /// What is shown while the application is active or not, as the case is.
  private var shown: Model.State
  /// The state of the view model.
  private var bare: Model.State
  /// That state without what is private, if it was made.
  private var hidden: Model.State?
  /// Whether the snapshot is without what is private.
  private var snapshotHides = false
  /// Whether `state` was ever read, so that something may track it.
  private var isObserved = false
  private var cancellables: [AnyCancellable] = []

  init(_ screen: Screen<Model>, _ model: Model, id: String, _ context: ScreenContext, in app: AppCore) {
    self.model = model
    shown = model.state
    bare = shown
    let door = Door(model, id: id, app.reporter)
    self.door = door
    super.init(
      screen.name, id: id, model, model.state, hasPrivateFields: Model.State.fields.hasPrivateFields, context, in: app,
      Actions(
        appear: { if let event = screen.appearance { door.appear(event, by: $0) } },
        send: { json, front, confirmed throws(EventError) in
          try door.send(Self.read(json), by: front, confirmed: confirmed, isTyped: false)
        },
        check: { json, front throws(EventError) in try door.check(Self.read(json), by: front) },
        apply: { json, front throws(InputError) in door.repeat(try Model.Event(json), of: screen, by: front) },
        hold: { json, front throws(InputError) in door.repeatHolding(try Model.Event(json), by: front) },
        canLeave: { door.canLeave }, didClose: { door.close() }, hasDoor: door.decides))
    door.instance = self
    #if DEBUG
      // A state may have no sample for `AnyScreen.check(_:)`; the first one that is shown is as good.
      let mistakes = DescriptionCheck.mistakes(in: model.state)
      precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
    #endif
    door.open()?.store(in: &cancellables)
    // NB: the property still holds the old state while the new one is published, so the published value counts. The
    // first value arrives at once and becomes the snapshot of revision 1.
    // Unowned, because the instance owns the subscription; a weak reference would slow down each reference count.
    model.statePublisher
      .sink { [unowned self] in show($0) }
      .store(in: &cancellables)
    guard hasPrivateFields else { return }
    // NB: after the view model's own subscription, so what it makes of the event is one update with this.
    app.environment.application.dropFirst()
      .sink { [unowned self, model] _ in show(model.state) }
      .store(in: &cancellables)
  }

  /// What is shown: the state of the view model, whose private properties are placeholders while the application does not
  /// have the user's attention. Reading it is tracked.
  public var state: Model.State {
    isObserved = true
    registrar.access(self, keyPath: statePath)
    return shown
  }

  /// What is shown, and every later ``state``. Completes when the instance is closed.
  public var statePublisher: AnyPublisher<Model.State, Never> {
    updates.compactMap { $0.state as? Model.State }.prepend(shown).eraseToAnyPublisher()
  }

  /// Sends an event, as ``AnyScreenInstance/send(_:confirmed:)`` does with one in JSON. Where no front is attached, as in a unit
  /// test, an event with a question counts as confirmed.
  ///
  /// - Throws: an `EventError`, such as `.refused` if the state does not allow it. It is not applied in that case.
  public func send(_ event: Model.Event, confirmed: Bool = false) throws(EventError) {
    _ = try send(event, by: nil, confirmed: confirmed)
  }

  func send(_ event: Model.Event, by front: AppFront?, confirmed: Bool) throws(EventError) -> String? {
    isClosing ? nil : try door.send(event, by: front, confirmed: confirmed, isTyped: true)
  }

  private static func read(_ event: JSONText) throws(EventError) -> Model.Event {
    do throws(InputError) { return try Model.Event(event) } catch { throw .input(error) }
  }

  /// The door of the screen, through which each event goes, wherever it was sent: it is accepted or refused, and reported
  /// before what comes of it.
  @MainActor private final class Door {
    // Unowned, because the instance owns the door. It is read only while the app owns the instance: see `isOpen`.
    unowned(unsafe) var instance: ScreenInstance?
    // Unowned, because the events of the view model own the door.
    private unowned(unsafe) let model: Model
    private let reporter: Reporter
    private let id: String
    /// The events of the view model, if they let the door decide.
    private let subject: (any GatedSubject<Model.Event>)?
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

    init(_ model: Model, id: String, _ reporter: Reporter) {
      self.model = model
      self.id = id
      self.reporter = reporter
      subject = model.eventSubject as? any GatedSubject<Model.Event>
    }

    /// Whether the events of the view model let the door decide, so that it knows of each event before what comes of it.
    var decides: Bool { subject != nil }

    /// Whether the screen is open in an app. If not, its view model has a plain subject, and nothing is reported.
    private var isOpen: Bool { !isClosed && !reporter.isOver }

    /// The cause of an event that is sent to the view model's subject.
    private var cause: AppReport.Cause { reporter.cause(for: id) }

    /// Takes the events that are sent to the view model's subject from here on.
    ///
    /// - Returns: The subscription to a plain subject, which is only observed.
    func open() -> AnyCancellable? {
      guard let subject else {
        // NB: a plain subject delivers what is sent to it: the event is reported when the view model has handled it.
        return model.eventSubject.sink { [unowned self] event in
          if ownCount > 0 { ownCount -= 1 } else { report(sent: event, by: cause) }
        }
      }
      subject.setGate { [weak self] event in
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

    /// The screen is closed.
    func close() {
      isClosed = true
      subject?.setGate(nil)
    }

    /// Throws the reason if the front may not send an event, or the state does not allow it.
    func check(_ event: Model.Event, by front: AppFront?) throws(EventError) {
      if let refusal = refusal(of: event, by: front) { throw error(refusal) }
    }

    private func refusal(of event: Model.Event, by front: AppFront?, confirmed: Bool = false) -> Refusal? {
      if confirmed, asksFirst, front?.mayConfirm == false {
        return Refusal(.confirmedByAssistant, Words.text("A person confirms this. Send it without \"confirmed\"."))
      }
      if let front, let instance, let refusal = front.refusal(of: event, to: instance) { return refusal }
      return refusal(of: event)
    }

    /// Why the state does not allow an event: the state of the part that it is for, or that of the screen.
    private func refusal(of event: Model.Event) -> Refusal? {
      subject?.refusalOfPart(event) ?? model.refusalOfState(event)
    }

    /// The texts in the language of the app.
    private var words: Words { instance?.app?.environment.words ?? .english }

    private func error(_ refusal: Refusal) -> EventError {
      .refused(reason: words.string(refusal.text), code: refusal.code)
    }

    private func report(_ refusal: Refusal, of event: Model.Event, by cause: AppReport.Cause) {
      report(.refused(event, reason: words.string(refusal.text)), by: cause)
    }

    /// Whether the screen may be left: the view model is asked after its parts.
    var canLeave: Bool { subject?.partsCanBeLeft != false && model.canLeave() }

    /// Sends an event of a front.
    ///
    /// - Returns: The id of the question that a person is asked first; `nil` if none is.
    func send(
      _ event: Model.Event, by front: AppFront?, confirmed: Bool, isTyped: Bool
    ) throws(EventError) -> String? {
      let sender = front?.id ?? .host
      if let refusal = refusal(of: event, by: front, confirmed: confirmed) {
        report(refusal, of: event, by: .front(sender))
        throw error(refusal)
      }
      // What waits until another command is done is held then.
      if asksFirst, !confirmed, !reporter.isHandling {
        if let question = try hold(event, by: sender, isTyped: isTyped) { return question }
      }
      perform(event, by: front, confirmed: confirmed || !asksFirst)
      return nil
    }

    /// Applies an event of a front.
    func perform(_ event: Model.Event, by front: AppFront?, confirmed: Bool = true) {
      let sender = front?.id ?? .host
      guard reporter.isHandling, let instance else { return accept(event, by: .front(sender), of: sender) }
      reporter.perform { [self] in
        if !instance.isClosing { decide(event, by: .front(sender), confirmed: confirmed) }
      }
    }

    // MARK: Events with a question

    /// Holds an event if a person is asked first.
    ///
    /// - Parameter isTyped: Whether code in the process has sent it. It counts as confirmed where no front is attached.
    /// - Returns: The id of the question; `nil` if none is asked.
    /// - Throws: an `EventError` if no person can be asked.
    private func hold(_ event: Model.Event, by sender: FrontID, isTyped: Bool) throws(EventError) -> String? {
      guard let question = event.question(in: model.state), let instance, let questions = instance.app?.questions else {
        return nil
      }
      let reason: String
      switch questions.hasRoom
        ? questions.target(ofEventBy: sender) : .cannot(words.text("Too many questions are open."))
      {
      case .fronts(let fronts): return hold(event, question, by: sender, asking: fronts, in: instance, questions)
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
      asking fronts: [FrontID], in instance: ScreenInstance, _ questions: Questions
    ) -> String {
      questions.hold(question, before: event, to: instance, by: sender, asking: fronts) { [self] in
        release(event, by: sender)
      }
    }

    /// Applies an event that was held, unless the state does not allow it any more.
    private func release(_ event: Model.Event, by sender: FrontID) -> QuestionEnd.HeldEvent {
      guard isOpen, let instance, !instance.isClosing else { return .dropped }
      let front = instance.app?.front(sender.number)
      if let refusal = front.map({ refusal(of: event, by: $0) }) ?? refusal(of: event) {
        report(refusal, of: event, by: .front(sender))
        return .refused(words.string(refusal.text))
      }
      // A consequence of the answer, which a replay gives again.
      accept(event, by: .instance(id), of: sender)
      return .applied
    }

    /// Holds an event that was held before.
    func repeatHolding(_ event: Model.Event, by front: AppFront?) {
      let sender = front?.id ?? .host
      guard let question = event.question(in: model.state), let instance, let questions = instance.app?.questions,
        case .fronts(let fronts) = questions.target(ofEventBy: sender)
      else { return }
      _ = hold(event, question, by: sender, asking: fronts, in: instance, questions)
    }

    // MARK: Applying

    /// Applies an event that was applied before; the first one that is the appearance as such.
    func `repeat`(_ event: Model.Event, of screen: Screen<Model>, by front: AppFront?) {
      guard event == screen.appearance, let instance, !instance.hasAppeared else { return perform(event, by: front) }
      instance.appear(to: front)
    }

    /// Applies the event of the appearance. To show a screen is not to hold it.
    func appear(_ event: Model.Event, by front: AppFront?) {
      let sender = front?.id ?? .host
      guard reporter.isHandling, let instance else {
        return accept(event, by: .front(sender), of: nil, isAppearance: true)
      }
      reporter.perform { [self] in
        if !instance.isClosing { accept(event, by: .front(sender), of: nil, isAppearance: true) }
      }
    }

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
      if let holder { instance?.hold(by: holder) }
      isDelivering = true
      let outer = reporter.begin(for: id, by: cause.front, isAppearance: isAppearance)
      deliver(event, by: cause)
      while waitingCount > 0 {
        waitingCount -= 1
        let next = waiting.removeFirst()
        if let refusal = refusal(of: next.event) {
          report(refusal, of: next.event, by: next.cause)
        } else {
          deliver(next.event, by: next.cause)
        }
      }
      isDelivering = false
      reporter.end(for: outer)
    }

    private func wait(_ event: Model.Event, by cause: AppReport.Cause) {
      waiting.append((event, cause))
      waitingCount += 1
    }

    private func deliver(_ event: Model.Event, by cause: AppReport.Cause) {
      assert(event.isDescribed, Self.mistake(event))
      report(.sent(event), by: cause)
      if let subject { return subject.deliver(event) }
      ownCount += 1
      model.eventSubject.send(event)
    }

    /// Reports an event that a plain subject has delivered.
    private func report(sent event: Model.Event, by cause: AppReport.Cause) {
      assert(event.isDescribed, Self.mistake(event))
      report(.sent(event), by: cause)
    }

    private func report(_ event: AppReport.Event, by cause: AppReport.Cause) {
      if isOpen, let instance { reporter.report(event, about: instance, by: cause) }
    }

    private static func mistake(_ event: Model.Event) -> String {
      "\(Model.Event.self): no case describes the event \(EventShape.name(of: event))."
    }
  }

  private func show(_ state: Model.State) {
    guard hasPrivateFields else {
      guard state != shown || bareRevision == 0 else { return }
      bareRevision += 1
      return publish(shown: state)
    }
    count(state)
    snapshotHides = !isActive
    let state = snapshotHides ? hiddenState : state
    guard state != shown || snapshot.revision == 0 else { return }
    publish(shown: state)
  }

  /// Counts a state with private fields, for the fronts that hide them and for those that do not.
  private func count(_ state: Model.State) {
    let isFirst = bareRevision == 0
    guard isFirst || state != bare else { return }
    // While a front hides what is private, it is shown each change of the rest.
    let last = reporter.hidesSomewhere && !isFirst ? hiddenState : nil
    bare = state
    bareRevision += 1
    hidden = nil
    if isFirst || last.map({ $0 != hiddenState }) == true { hiddenRevision += 1 }
  }

  private func publish(shown state: Model.State) {
    // NB: the registrar looks the key path up, which costs as much as all the rest.
    if isObserved { registrar.withMutation(of: self, keyPath: statePath) { shown = state } } else { shown = state }
    publish(state)
  }

  /// The state of the view model without what is private.
  private var hiddenState: Model.State {
    if let hidden { return hidden }
    let state = bare.hidingPrivateFields
    hidden = state
    return state
  }

  /// The state of the view model or, if it has something private, that state without it.
  func shown(hides: Bool) -> Model.State { !hasPrivateFields ? shown : hides ? hiddenState : bare }

  package override func state(hides: Bool) -> any ScreenState {
    // NB: what is boxed already is not boxed again.
    !hasPrivateFields || hides == snapshotHides ? snapshot.state : shown(hides: hides)
  }

  package override func isShown(_ state: any ScreenState, hides: Bool) -> Bool {
    state as? Model.State == shown(hides: hides)
  }

  override func makeView(for front: AppFront, isOpening: Bool) -> AnyShownScreen {
    ShownScreen(self, for: front, isOpening: isOpening)
  }
}
