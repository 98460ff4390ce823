public import Observation
public import Streams

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
  private let hasPrivateFields: Bool
  private var shown: Model.State
  /// Whether `state` was ever read, so that something may track it.
  private var isObserved = false
  private var cancellables: [AnyCancellable] = []

  init(_ screen: Screen<Model>, _ model: Model, id: String, _ context: ScreenContext, in app: AppCore) {
    self.model = model
    shown = model.state
    hasPrivateFields = Model.State.fields.hasPrivateFields
    let door = Door(model, app)
    self.door = door
    super.init(
      screen.name, id: id, model, model.state, context, in: app,
      Actions(
        appear: { if let event = screen.appearance { door.perform(event) } },
        read: { json throws(InputError) in
          let event = try Model.Event(json)
          return ReadEvent(
            refusal: { model.refusal(of: event) }, send: { () throws(EventError) in try door.send(event) },
            apply: { door.perform(event) })
        },
        mayBeLeft: { model.mayBeLeft() }, didClose: { door.close() }))
    door.instance = self
    #if DEBUG
      // A state may have no sample for `check(_:)`; the first one that is shown is as good.
      let mistakes = DescriptionCheck.mistakes(in: model.state)
      precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
    #endif
    door.open().store(in: &cancellables)
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

  /// Sends an event, as ``AnyScreenInstance/send(_:)`` does with one in JSON.
  ///
  /// - Throws: `EventError.refused` if the state does not allow it. It is not applied in that case.
  public func send(_ event: Model.Event) throws(EventError) {
    if !isClosing { try door.send(event) }
  }

  /// The door of the screen, through which each event goes, wherever it was sent: it is accepted or refused, and reported
  /// before what comes of it.
  @MainActor private final class Door {
    // Unowned, because the instance owns the door, and while the door is open the app owns the instance.
    unowned var instance: ScreenInstance?
    // Unowned, because the events of the view model own the door.
    private unowned let model: Model
    private weak var app: AppCore?
    /// The events of the view model, if they let the door decide.
    private let subject: (any GatedSubject<Model.Event>)?
    private var isDelivering = false
    /// The events that were sent during a delivery.
    private var waiting: [(event: Model.Event, cause: AppReport.Cause)] = []
    /// How many events were delivered to a plain subject that are still on their way to the last subscriber.
    private var ownCount = 0

    init(_ model: Model, _ app: AppCore) {
      self.model = model
      self.app = app
      subject = model.eventSubject as? any GatedSubject<Model.Event>
    }

    /// Takes the events that are sent to the view model's subject from here on.
    func open() -> AnyCancellable {
      guard let subject else {
        // NB: a plain subject delivers what is sent to it: the event is reported when the view model has handled it.
        return model.eventSubject.sink { [unowned self] event in
          if ownCount > 0 { ownCount -= 1 } else { report(sent: event, by: cause) }
        }
      }
      subject.setGate { [self] event in
        if isDelivering { waiting.append((event, cause)) } else { decide(event, by: cause) }
      }
      return AnyCancellable {}
    }

    /// The screen is closed. From here on the view model's subject is a plain one.
    func close() { subject?.setGate(nil) }

    /// Sends an event of a front.
    func send(_ event: Model.Event) throws(EventError) {
      if let reason = model.refusal(of: event) {
        report(.refused(event, reason: reason), by: .front)
        throw .refused(reason: reason)
      }
      perform(event)
    }

    /// Applies an event of a front.
    func perform(_ event: Model.Event) {
      guard let app, let instance, app.handling.isActive else { return accept(event, by: .front) }
      app.handling.perform { [self] in
        if !instance.isClosing { decide(event, by: .front) }
      }
    }

    /// Applies an event that is not refused, or lets it wait for the delivery that goes on. Then it is decided anew.
    func accept(_ event: Model.Event, by cause: AppReport.Cause) {
      guard !isDelivering else { return waiting.append((event, cause)) }
      guard let app, let instance else { return applyAll(event, by: cause) }
      app.handling.run(for: instance.id) { applyAll(event, by: cause) }
    }

    private func applyAll(_ event: Model.Event, by cause: AppReport.Cause) {
      isDelivering = true
      deliver(event, by: cause)
      var index = 0
      while index < waiting.count {
        let next = waiting[index]
        index += 1
        if let reason = model.refusal(of: next.event) {
          report(.refused(next.event, reason: reason), by: next.cause)
        } else {
          deliver(next.event, by: next.cause)
        }
      }
      waiting = []
      isDelivering = false
    }

    private func decide(_ event: Model.Event, by cause: AppReport.Cause) {
      if let reason = model.refusal(of: event) {
        report(.refused(event, reason: reason), by: cause)
      } else {
        accept(event, by: cause)
      }
    }

    private func deliver(_ event: Model.Event, by cause: AppReport.Cause) {
      assert(event.isDescribed, Self.mistake(event))
      report(.sent(event), by: cause)
      pass(event)
    }

    /// Hands an event to the subscribers of the view model's subject.
    private func pass(_ event: Model.Event) {
      if let subject { return subject.deliver(event) }
      ownCount += 1
      model.eventSubject.send(event)
    }

    /// Reports an event that a plain subject has delivered.
    private func report(sent event: Model.Event, by cause: AppReport.Cause) {
      assert(event.isDescribed, Self.mistake(event))
      report(.sent(event), by: cause)
    }

    private static func mistake(_ event: Model.Event) -> String {
      "\(Model.Event.self): no case describes the event \(EventShape.name(of: event))."
    }

    private func report(_ event: AppReport.Event, by cause: AppReport.Cause) {
      if let app, let instance, !instance.isClosed { app.report(event, about: instance, by: cause) }
    }

    /// The cause of an event that is sent to the view model's subject.
    private var cause: AppReport.Cause {
      guard let app, let instance else { return .front }
      return app.handling.cause(for: instance.id)
    }
  }

  private func show(_ state: Model.State) {
    let state = hasPrivateFields && !isActive ? state.hidingPrivateFields : state
    guard state != shown || snapshot.revision == 0 else { return }
    // NB: the registrar looks the key path up, which costs as much as all the rest.
    if isObserved { registrar.withMutation(of: self, keyPath: statePath) { shown = state } } else { shown = state }
    publish(state)
  }
}
